/** What is known where findings are only told is what is found where they are judged, however the session is cut into pieces. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingsFold, judgeRecording, keptRules, SessionJudge, takeTold, type Known } from '#shared/findings';
import { end, priming, sent, shakenOverHttp, stream, usual } from '../../../../shared/findings/examples/http-script.ts';
import { notification, request, server } from '../../../../shared/findings/examples/messages.ts';
import { afterHandshake, CLOSED } from '../../../../shared/findings/examples/script.ts';
import type { WireEvent } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { toEvents } from '../../arbitraries.ts';
import { sessions } from '../../fold-properties.ts';
import { HEADER } from '../../recorded-of.ts';
import { runs } from '../../seed.ts';

/** What is known after each piece, and that it is what a log which ends there has found. Gives it as of the end. */
function expectKnown(events: readonly WireEvent[], cuts: readonly number[]): Known {
  const judge = new SessionJudge(HEADER);
  const known: Known = { found: [], tallies: new Map(), unjudged: new Map() };
  const log = new SessionLog();
  const { facts: _, ...state } = log.follow(findingsFold(HEADER));
  const ends = [...new Set(cuts.map((cut) => cut % (events.length + 1))), events.length].sort((a, b) => a - b);
  let from = 0;
  for (const to of ends) {
    // As between threads.
    const told = structuredClone(judge.take(structuredClone(events.slice(from, to))));
    takeTold(known, told);
    for (const event of events.slice(from, to)) log.append(event);
    const { found, tallies, unjudged } = state;
    expect(known).toEqual({ found, tallies, unjudged });
    expect(told.judged).toBe(to);
    from = to;
  }
  return known;
}

const CUTS = fc.array(fc.nat(), { maxLength: 8 });

test('of sessions of all kinds, cut anywhere, as the whole recording is judged', () => {
  fc.assert(
    fc.property(sessions, CUTS, (events, cuts) => {
      const known = expectKnown(events, cuts);
      const judged = judgeRecording({ header: HEADER, events }, { all: true });
      expect([...known.found].sort((a, b) => a.at - b.at)).toEqual(judged.findings);
      expect(new Set(keptRules(known, () => true).map(({ id }) => id))).toEqual(judged.kept);
    }),
    { numRuns: runs(150) },
  );
});

test('of what turns out to follow from another finding after it was told', () => {
  const call = request(3, 'tools/call', { name: 'measure', arguments: {} });
  const asked = [...shakenOverHttp('2025-11-25', { server: { tools: {} } }), ...sent('x', usual('2025-11-25'), call)];
  const events = toEvents([...asked, stream('x'), priming('x', 'x-0'), end('x'), CLOSED]);
  const { found } = expectKnown(
    events,
    events.map(({ s }) => s),
  );
  expect(found.find(({ rule }) => rule === 'http-sse-retry-hint')?.followsSince).toBe(asked.length + 3);
});

test('of a rule that is broken more often than its findings are collected', () => {
  const events = toEvents([
    ...afterHandshake('2025-11-25'),
    ...Array.from({ length: 2500 }, (_, index) =>
      server(index % 5 === 0 ? '{"id":{},"result":7}' : notification('notifications/of_nobody')),
    ),
  ]);
  const { tallies } = expectKnown(events, [700, 1200, 1300, 1301, 2000]);
  expect([...(tallies.get('2025-11-25')?.uncollected.values() ?? [])].flat().length).toBeGreaterThan(900);
});

test('an event that was judged is not judged again', () => {
  const events = toEvents([...afterHandshake('2025-11-25'), server('no message')]);
  const judge = new SessionJudge(HEADER);
  expect(judge.take(events).found.length).toBeGreaterThan(0);
  expect(judge.take(events.slice(2))).toMatchObject({ judged: events.length, found: [] });
});
