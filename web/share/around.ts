/** What one message needs to be sent again: how its session opened, its exchange, and what tells its secrets. */
import { eventAt, type EventList, type Recorded, type WireEvent } from '#shared/recording';
import type { SessionView } from '../session/session-view.svelte.ts';

/** The handshake is looked for among so many first events. */
const OPENING = 500;
/** So much before and after the message is looked at for secrets: events, and UTF-16 units of their texts. */
const NEAR = 2000;
const NEAR_TEXT = 2 * 1024 * 1024;

/** A recording of that part, and the number of the message's event in it; undefined when `s` is no client message. */
export function around(
  view: Pick<SessionView, 'log' | 'header'>,
  s: number,
): { readonly recorded: Recorded; readonly s: number } | undefined {
  const event = view.log.event(s);
  if (event?.k !== 'message' || event.dir !== 'c2s') return undefined;
  const opens = (each: WireEvent): boolean =>
    each.k === 'message' && each.dir === 'c2s' && each.s < Math.min(s, OPENING);
  const carries = (each: WireEvent): boolean => each.k === 'http' && each.x === event.x;
  const isNear = nearby(view.log.events, s);
  const wanted = [...view.log.events].filter((each) => each.s === s || opens(each) || carries(each) || isNear(each));
  const events = wanted.map((each, index): WireEvent => ({ ...each, s: index }));
  return { recorded: { header: view.header, events }, s: wanted.indexOf(event) };
}

/** The events before and after `s` that are looked at. */
function nearby(events: EventList, s: number): (event: WireEvent) => boolean {
  const furthest = (step: 1 | -1): number => {
    let text = 0;
    let at = s;
    while (Math.abs(at - s) < NEAR && text < NEAR_TEXT) {
      const next = eventAt(events, at + step);
      if (!next) break;
      at += step;
      text += 'raw' in next ? (next.raw ?? '').length : 'text' in next ? (next.text ?? '').length : 200;
    }
    return at;
  };
  const [first, last] = [furthest(-1), furthest(1)];
  return (event) => event.s >= first && event.s <= last;
}
