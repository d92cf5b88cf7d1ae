/** Who owes whom what after each event of a session. */
import { describe, expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { answersOwed, OBLIGATIONS, SessionLog, type Obligation } from '#shared/session';
import fc from 'fast-check';
import { foldProperties, sessions } from '../../fold-properties.ts';
import { c2s, failure, handshake, logOf, notification, request, result, s2c } from '../../script.ts';
import { runs } from '../../seed.ts';

describe('obligations', () => foldProperties(OBLIGATIONS));

/** What is owed at the end of a session, in short. */
function owed(...bodies: readonly EventBody[]): unknown[] {
  const short = ({ kind, owedBy, since, op, list }: Obligation): unknown[] =>
    [kind, owedBy, since, op ?? list].filter((each) => each !== undefined);
  return [
    ...logOf(...bodies)
      .follow(OBLIGATIONS)
      .open.values(),
  ].map(short);
}

test('a response is owed for every request of either side but an open subscription, or will be once a tap has handed it on', () => {
  fc.assert(
    fc.property(sessions, (events) => {
      const log = new SessionLog();
      const { open, postponed, owed: counted } = log.follow(OBLIGATIONS);
      for (const event of events) {
        log.append(event);
        for (const side of ['client', 'server', 'tap'] as const) {
          const own = [...open.values()].filter(({ owedBy }) => owedBy === side);
          const answers = own.filter(({ kind }) => kind === 'response' || kind === 'input');
          expect(counted[side]).toEqual({ all: own.length, answers: answers.length });
        }
        const waiting = [...log.state.pending.values()].filter(
          ({ kind, method }) => kind === 'request' && method !== 'subscriptions/listen',
        );
        const later = [...postponed.values()].flat().map(([, obligation]) => obligation);
        const due = [...open.values(), ...later];
        const responses = due.filter(({ kind }) => kind === 'response');
        expect(new Set(responses.map(({ op }) => op))).toEqual(new Set(waiting.map(({ op }) => op)));
        const inputs = due.filter(({ kind }) => kind === 'input');
        for (const { op, taskId } of log.state.awaited.values())
          if (taskId === undefined) expect(inputs.map((each) => each.op)).toContain(op);
      }
    }),
    { numRuns: runs(200) },
  );
});

describe('it is owed', () => {
  const begun = handshake();
  const s = begun.length;
  const op = logOf(...begun).operations.length;
  const cases: readonly [string, readonly EventBody[], readonly unknown[]][] = [
    ['nothing after a handshake', begun, []],
    ['the word that the session is initialized', begun.slice(0, 4), [['initialized', 'client', 3]]],
    ['an answer by the client', [...begun, s2c(request(9, 'ping'))], [['response', 'client', s, op]]],
    ['nothing for a list that was never read', [...begun, s2c(notification('notifications/prompts/list_changed'))], []],
    [
      'a list that changed',
      [
        ...begun,
        c2s(request(7, 'prompts/list', {})),
        s2c(result(7, { prompts: [] })),
        s2c(notification('notifications/prompts/list_changed')),
      ],
      [['list', 'client', s + 2, 'prompts']],
    ],
    [
      'a list that changed and was asked for without parameters',
      [
        ...begun,
        c2s(request(7, 'prompts/list')),
        s2c(result(7, { prompts: [] })),
        s2c(notification('notifications/prompts/list_changed')),
      ],
      [['list', 'client', s + 2, 'prompts']],
    ],
    [
      'the cancellation of what timed out',
      [...begun, c2s(request(7, 'tools/call', {})), { k: 'timeout', at: s, limit: 'idle', ms: 1 }],
      [['cancellation', 'client', s + 1, op]],
    ],
    ['the end of a process', [...begun, { k: 'process', event: 'stdin-end' }], [['exit', 'server', s]]],
  ];
  test.each(cases)('%s', (_, bodies, expected) => {
    expect(owed(...bodies)).toEqual(expected);
  });

  test('a cancellation no longer once the response came all the same, and never one of the version probe', () => {
    const call = [...begun, c2s(request(7, 'tools/call', {})), { k: 'timeout', at: s, limit: 'idle', ms: 1 } as const];
    expect(owed(...call, s2c(failure(8, -32000, 'Other')))).toHaveLength(1);
    expect(owed(...call, s2c(result(7)))).toEqual([]);
    const probe = c2s(request(1, 'server/discover'), { by: 'auto' });
    expect(owed(probe, { k: 'timeout', at: 0, limit: 'idle', ms: 1 })).toEqual([]);
  });

  test('no longer once it came, and that event says so', () => {
    const log = logOf(
      ...begun,
      c2s(request(7, 'tools/call', {})),
      { k: 'timeout', at: s, limit: 'idle', ms: 1 },
      c2s(notification('notifications/cancelled', { requestId: 7 })),
      c2s(request(8, 'tools/call', {})),
      { k: 'connection', event: 'closed' },
    );
    expect(log.asOf(OBLIGATIONS, s + 2).settled).toMatchObject([{ kind: 'cancellation', since: s + 1 }]);
    expect(answersOwed(log.asOf(OBLIGATIONS, s + 3), 'server')).toBe(1);
    expect(answersOwed(log.asOf(OBLIGATIONS, s + 3), 'client')).toBe(0);
    expect(log.asOf(OBLIGATIONS, s + 4)).toMatchObject({ settled: [{ kind: 'response', since: s + 3 }] });
    expect(log.asOf(OBLIGATIONS, s + 4).open.size).toBe(0);
  });
});
