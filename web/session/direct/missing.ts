/** What a stored session lacks: events that were in its log when its page ended, and were not stored by then. */
import { type EventList, type GapBody, lastEvent, type WireEvent } from '#shared/recording';
import { readReached } from './reach.ts';
import type { StoredSession } from './store.ts';

const WHY = 'not stored when the page ended';

/** The gap after the stored events of a session that nobody hosts; undefined when nothing is missing. */
export function missingOf({ id, marked }: StoredSession, events: EventList): GapBody | undefined {
  if (!marked || isOver(events)) return undefined;
  const reached = readReached(id);
  const missing = (reached?.events ?? 0) - events.length;
  if (missing === 0) return undefined;
  // The browser itself ended, and its mark is older than what it has stored: nobody knows how much there was.
  if (!reached || missing < 0) return { k: 'gap', why: WHY };
  return { k: 'gap', events: missing, ...(reached.exact ? {} : { atMost: true }), why: WHY };
}

/** The stored events of a session that nobody hosts, with the gap after them where some are missing. */
export function withMissing(session: StoredSession, events: readonly WireEvent[]): readonly WireEvent[] {
  const missing = missingOf(session, events);
  return missing ? [...events, gapAfter(events, missing)] : events;
}

export function gapAfter(events: EventList, missing: GapBody): WireEvent {
  return { s: events.length, t: events.at(-1)?.t ?? 0, ...missing };
}

/** The session ended in order, and its end is stored: nothing came after it. */
function isOver(events: EventList): boolean {
  return lastEvent(events, (event) => event.k === 'connection')?.event === 'closed';
}
