/** What was found as of an event is read from the state at the end: it is what a session that ends there gives. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FINDINGS, findingAsOf, JUDGES, keptRules, timesBroken, type FindingsState, type Rule } from '#shared/findings';
import { exampleOf } from '#shared/findings/examples';
import { end, priming, sent, shakenOverHttp, stream, usual } from '../../../../shared/findings/examples/http-script.ts';
import { notification, request, server } from '../../../../shared/findings/examples/messages.ts';
import { afterHandshake, CLOSED } from '../../../../shared/findings/examples/script.ts';
import type { WireEvent } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { toEvents } from '../../arbitraries.ts';
import { sessions } from '../../fold-properties.ts';
import { runs } from '../../seed.ts';

const broken = (state: Readonly<FindingsState>, s?: number): object =>
  Object.fromEntries([...timesBroken(state, s)].map(({ rule, revision, times }) => [`${revision} ${rule.id}`, times]));

const all = (_rule: Rule): boolean => true;

/** Gives what was found by the end. */
function expectPrefixes(events: readonly WireEvent[], places = events.map(({ s }) => s)): Readonly<FindingsState> {
  const log = new SessionLog();
  const last = log.follow(FINDINGS);
  for (const event of events) log.append(event);
  for (const s of [-1, ...places]) {
    const then = log.asOf(FINDINGS, s);
    expect(last.found.flatMap((finding) => findingAsOf(finding, s) ?? [])).toEqual(then.found);
    expect(broken(last, s)).toEqual(broken(then));
    for (const side of [undefined, 'client', 'server'] as const)
      expect(keptRules(last, all, { side, s })).toEqual(keptRules(then, all, { side }));
    expect(new Map([...last.unjudged].filter(([, first]) => first.s <= s))).toEqual(then.unjudged);
  }
  return last;
}

test('of sessions of all kinds', () => {
  fc.assert(
    fc.property(sessions, (events) => void expectPrefixes(events)),
    { numRuns: runs(100) },
  );
});

test('of every rule that is broken, also where a later event shows it', () => {
  const found = JUDGES.flatMap(({ rules }) => rules).flatMap(({ id }) => {
    const { before = [], violates = [] } = exampleOf(id) ?? {};
    return expectPrefixes(toEvents([...before, ...violates])).found;
  });
  expect(found.some(({ by }) => by !== undefined)).toBe(true);
});

test('of what turns out to follow from another finding', () => {
  const call = request(3, 'tools/call', { name: 'measure', arguments: {} });
  const asked = [...shakenOverHttp('2025-11-25', { server: { tools: {} } }), ...sent('x', usual('2025-11-25'), call)];
  const last = expectPrefixes(toEvents([...asked, stream('x'), priming('x', 'x-0'), end('x'), CLOSED]));
  expect(last.found.find(({ rule }) => rule === 'http-sse-retry-hint')?.followsSince).toBe(asked.length + 3);
});

test('of a rule that is broken more often than its findings are collected, on its own and as what follows', () => {
  const unknown = Array.from({ length: 1300 }, (_, index) =>
    server(index % 5 === 0 ? '{"id":{},"result":7}' : notification('notifications/of_nobody')),
  );
  const events = toEvents([
    ...afterHandshake('2025-11-25'),
    ...unknown,
    ...unknown,
    ...unknown,
    ...unknown,
    ...unknown,
  ]);
  const last = expectPrefixes(events, [200, 1000, 1010, 1100, 1200, 4000, 5500, events.length - 1]);
  const times = Object.values(broken(last)).map(Number);
  expect(Math.max(...times)).toBe(5200);
  const following = last.found.filter(({ rule }) => rule === 'rpc-version-field');
  expect(following).toHaveLength(1000);
  expect(following.filter(({ consequenceOf }) => !consequenceOf)).toEqual([]);
});
