/** What became of one message at a tap, from whichever of its events one looks. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tapStory } from '#shared/session';
import { sessions } from '../../fold-properties.ts';
import { logOfEvents } from '../../script.ts';
import { ACTED, TAPPED } from '../../tapped.ts';
import { runs } from '../../seed.ts';

const log = logOfEvents(TAPPED);
const told = (s: number, asOf?: number): unknown => {
  const story = tapStory(log, s, asOf);
  return story && { ...story, acts: story.acts.map(({ act }) => act) };
};

test.each([
  ['forwarded', 9, [9, 10, 11, 12], { at: 9, acts: ['hold', 'forward'], sent: [11], held: 6_200_000 }],
  ['edited', 14, [14, 15, 16, 17], { at: 14, acts: ['hold', 'edit'], sent: [16], held: 11_000_000 }],
  ['dropped', 18, [18, 19, 21], { at: 18, acts: ['hold', 'drop'], sent: [], held: 3_200_000 }],
  ['answered', 22, [22, 23, 24, 25], { at: 22, acts: ['hold', 'answer'], sent: [24], held: 5_000_000 }],
  ['a response that was dropped', 27, [27, 28, 29], { at: 27, acts: ['hold', 'drop'], sent: [], held: 2_000_000 }],
  ['delayed', 32, [32, 33, 34], { at: 32, acts: ['delay'], sent: [34], held: 2_000_000 }],
  ['repeated', 36, [36, 37, 38, 39], { at: 36, acts: ['repeat'], sent: [37, 38], held: 0 }],
  ['injected', 43, [43, 44], { at: 43, acts: ['inject'], sent: [], held: 0 }],
] as const)('%s', (_, at, events, story) => {
  for (const s of events) expect(told(s)).toEqual(story);
  expect(told(at)).toMatchObject({ at });
});

test('what waits has no end yet, and what passed unhindered no story', () => {
  expect(told(51)).toEqual({ at: 51, acts: ['hold'], sent: [], held: undefined });
  expect(told(ACTED.edit, 15)).toEqual({ at: 14, acts: ['hold'], sent: [], held: undefined });
  expect(told(16, 15)).toMatchObject({ at: 14 });
  // A response, a log message, orders, and the response to the tap's own request.
  for (const s of [13, 8, 7, 49]) expect(told(s)).toBeUndefined();
});

test('it never throws', () => {
  fc.assert(
    fc.property(sessions, (events) => {
      const any = logOfEvents(events);
      for (let s = -1; s <= events.length; s++) {
        const story = tapStory(any, s);
        expect(story === undefined || story.at <= Math.max(s, story.at)).toBe(true);
      }
    }),
    { numRuns: runs(100) },
  );
});
