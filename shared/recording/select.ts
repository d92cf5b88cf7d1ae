/** A part of a recording as a recording of its own. */
import type { RecordingHeader } from './header.ts';
import type { Recorded } from './recorded.ts';
import type { WireEvent } from './wire-event.ts';

/** Why events are missing from a part of a recording, as the `gap` in their place says. */
export const NOT_SELECTED = 'not selected';

/**
 * The recording of the events for which `keep` holds. Sequence numbers are dense again, and what refers to an event by its
 * number (notes, timeouts, acts of a tap) refers to it by its new one; such an event whose own event is left out is left out too. What
 * went on from a tap stays without its original. Every run of events that was left out is one `gap` with their number. Times stay.
 */
export function selectEvents(recorded: Recorded, keep: (event: WireEvent) => boolean): Recorded {
  const events: WireEvent[] = [];
  const moved = new Map<number, number>();
  let left = 0;
  const close = (t: number): void => {
    if (left > 0) events.push({ s: events.length, t, k: 'gap', events: left, why: NOT_SELECTED });
    left = 0;
  };
  for (const event of recorded.events) {
    const refers = event.k === 'note' || event.k === 'timeout' || (event.k === 'tap' && event.at !== undefined);
    const at = refers ? moved.get(event.at ?? -1) : undefined;
    if (!keep(event) || (refers && at === undefined)) {
      left++;
      continue;
    }
    close(event.t);
    moved.set(event.s, events.length);
    events.push({ ...placed(event, moved), s: events.length, ...(at === undefined ? {} : { at }) } as WireEvent);
  }
  close(recorded.events.at(-1)?.t ?? 0);
  const { footer } = recorded;
  // The end is not an event, and is never left out.
  moved.set(-1, -1).set(recorded.events.length, events.length);
  const header = withRedacted(recorded.header, moved);
  return { header, events, ...(footer ? { footer: { ...footer, events: events.length } } : {}) };
}

/** A message that went on from a tap, with the new number of the one in whose place it did. */
function placed(event: WireEvent, moved: ReadonlyMap<number, number>): WireEvent {
  if (event.k !== 'message' || event.of === undefined) return event;
  const { of: original, ...rest } = event;
  const of = moved.get(original);
  return of === undefined ? rest : { ...rest, of };
}

/** The header whose list of replaced texts names events by their new numbers, and none that was left out. */
function withRedacted(header: RecordingHeader, moved: ReadonlyMap<number, number>): RecordingHeader {
  if (!header.redacted) return header;
  const redacted = header.redacted.flatMap((each) => {
    const s = moved.get(each.s);
    return s === undefined ? [] : [{ ...each, s }];
  });
  return { ...header, redacted };
}
