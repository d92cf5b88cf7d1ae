/** Sessions of any kind, and a timeline of one that grows as a page's does. */
import fc from 'fast-check';
import type { WireEvent } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { Timeline, type Row } from '#shared/timeline';
import { anyEvents, sessionBody } from './arbitraries.ts';

/** Sessions of at most `count` events. As a rule the times rise; a file may have others. */
export const anySession = (count: number): fc.Arbitrary<WireEvent[]> =>
  fc
    .tuple(anyEvents(sessionBody, count), fc.constantFrom(0, 0, 64))
    .map(([events, wild]) => events.map((event) => ({ ...event, t: event.t ^ wild })));

export const batchSizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });

/** Append in batches of these sizes, taking in few events a time. */
export function grow(
  events: readonly WireEvent[],
  options: ConstructorParameters<typeof Timeline>[1],
  sizes: readonly number[],
): [SessionLog, Timeline] {
  const log = new SessionLog();
  const timeline = new Timeline(log, options);
  for (let at = 0, turn = 0; at < events.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    for (const event of events.slice(at, at + size)) log.append(event);
    at += size;
    timeline.advance(1 + (turn % 3));
  }
  timeline.advance();
  return [log, timeline];
}

export const rowsOf = (timeline: Timeline): Row[] =>
  Array.from({ length: timeline.length }, (_, index) => timeline.row(index)).filter((row) => row !== undefined);
