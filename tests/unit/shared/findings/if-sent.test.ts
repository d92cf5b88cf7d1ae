/** What is said of a message before it is sent is what is found once it was. */
import { expect, test } from 'vitest';
import { RULES, SessionJudge } from '#shared/findings';
import { exampleOf } from '#shared/findings/examples';
import { toEvents } from '../../arbitraries.ts';

/** Microseconds. */
const SOON = 1_000_000;

/** What one way of an example has its client break, at each of its messages: as foreseen, and as found. */
function bothWays(bodies: Parameters<typeof toEvents>[0]): [foreseen: string[], found: string[]] {
  const judge = new SessionJudge({ route: 'relay' });
  let last = 0;
  const [foreseen, found]: [string[], string[]] = [[], []];
  for (const event of toEvents(bodies)) {
    const { s } = event;
    // What became due while nothing was sent is not about the message.
    const atOnce = event.t - last < SOON;
    const own = event.k === 'message' && event.dir === 'c2s' && event.x === undefined;
    const judged = own && atOnce ? event.raw : undefined;
    if (judged !== undefined)
      foreseen.push(...judge.brokenIfSent(judged).map(({ rule, pointer }) => `${s} ${rule} ${pointer ?? ''}`));
    const told = judge.take([event]).found.map(([, finding]) => finding);
    last = event.t;
    if (judged === undefined) continue;
    const now = told.filter(({ at, side }) => at === s && side === 'client');
    found.push(...now.map(({ rule, pointer }) => `${s} ${rule} ${pointer ?? ''}`));
  }
  return [foreseen, found];
}

test('for every message of a client in the examples', () => {
  const rules = new Set<string>();
  for (const { id } of RULES) {
    const { before = [], violates = [], conforms = [] } = exampleOf(id) ?? {};
    for (const way of [violates, conforms]) {
      const [foreseen, found] = bothWays([...before, ...way]);
      expect(foreseen, id).toEqual(found);
      for (const each of foreseen) rules.add(each.split(' ')[1] ?? '');
    }
  }
  expect(rules.size).toBeGreaterThan(60);
});
