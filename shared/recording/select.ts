/** A part of a recording as a recording of its own. */
import type { RecordingHeader } from './header.ts';
import type { HeldRecording, Recorded } from './recorded.ts';
import { kindOf, type WireEvent } from './kinds/index.ts';

/** Why events are missing from a part of a recording, as the `gap` in their place says. */
export const NOT_SELECTED = 'not selected';

/**
 * The recording of the events for which `keep` holds. Sequence numbers are dense again, and what refers to an event by its
 * number refers to it by its new one: see `refersTo` in `field.ts` for what refers to one that is left out. Every run of events that was left out is one `gap` with their number. Times stay.
 */
export function selectEvents(recorded: Recorded, keep: (event: WireEvent) => boolean): HeldRecording {
  const events: WireEvent[] = [];
  const moved = new Map<number, number>();
  let left = 0;
  const close = (t: number): void => {
    if (left > 0) events.push({ s: events.length, t, k: 'gap', events: left, why: NOT_SELECTED });
    left = 0;
  };
  for (const event of recorded.events) {
    const copy = keep(event) ? withReferences(event, moved) : undefined;
    if (!copy) {
      left++;
      continue;
    }
    close(event.t);
    moved.set(event.s, events.length);
    events.push({ ...copy, s: events.length });
  }
  close(recorded.events.at(-1)?.t ?? 0);
  const { footer } = recorded;
  // The end is not an event, and is never left out.
  moved.set(-1, -1).set(recorded.events.length, events.length);
  const header = withRedacted(recorded.header, moved);
  return { header, events, ...(footer ? { footer: { ...footer, events: events.length } } : {}) };
}

/** An event that refers to others by their new numbers; undefined when its owner is left out. */
function withReferences(event: WireEvent, moved: ReadonlyMap<number, number>): WireEvent | undefined {
  let copy = event as unknown as { readonly [member: string]: unknown };
  for (const [member, refersTo] of kindOf(event.k)?.references ?? []) {
    const { [member]: before, ...rest } = copy;
    if (before === undefined) continue;
    const s = moved.get(before as number);
    if (refersTo === 'owner' && s === undefined) return undefined;
    copy = refersTo === 'owner' ? { ...copy, [member]: s } : s === undefined ? rest : { ...rest, [member]: s };
  }
  return copy as unknown as WireEvent;
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
