/** What is said of a message before it is sent is what is found once it was. */
import { expect, test } from 'vitest';
import { brokenIfSent, FINDINGS, RULES } from '#shared/findings';
import { exampleOf } from '#shared/findings/examples';
import { SessionLog } from '#shared/session';
import { toEvents } from '../../arbitraries.ts';

/** Microseconds. */
const SOON = 1_000_000;

/** What one way of an example has its client break, at each of its messages: as foreseen, and as found. */
function bothWays(bodies: Parameters<typeof toEvents>[0]): [foreseen: string[], found: string[]] {
  const log = new SessionLog();
  const state = log.follow(FINDINGS);
  const [foreseen, found]: [string[], string[]] = [[], []];
  for (const event of toEvents(bodies)) {
    const { s } = event;
    // What became due while nothing was sent is not about the message.
    const atOnce = event.t - (log.events.at(-1)?.t ?? 0) < SOON;
    const own = event.k === 'message' && event.dir === 'c2s' && event.x === undefined;
    const judged = own && atOnce ? event.raw : undefined;
    if (judged !== undefined)
      foreseen.push(...brokenIfSent(log, FINDINGS, judged).map(({ rule, pointer }) => `${s} ${rule} ${pointer ?? ''}`));
    const before = state.found.length;
    log.append(event);
    if (judged === undefined) continue;
    const now = state.found.slice(before).filter(({ at, side }) => at === s && side === 'client');
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
