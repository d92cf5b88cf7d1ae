import { describe, expect, test } from 'vitest';
import { FINDINGS } from '#shared/findings';
import { TAP } from '#shared/lenses';
import { planMock } from '#shared/mock';
import { operationLine, toolStatistics } from '#shared/operations';
import { planRerun } from '#shared/rerun';
import { answersOwed, OBLIGATIONS, operationFacts, tapSummary, tapWaits, type SessionLog } from '#shared/session';
import { HEADER } from '../../arbitraries.ts';
import { foldProperties } from '../../fold-properties.ts';
import { logOfEvents } from '../../script.ts';
import { ACTED, TAPPED } from '../../tapped.ts';

const log = logOfEvents(TAPPED);
const operationOf = (s: number): NonNullable<ReturnType<SessionLog['operationOf']>> => {
  const operation = log.operationOf(s);
  if (!operation) throw new Error(`no operation has event ${s}`);
  return operation;
};
const at = (act: keyof typeof ACTED): ReturnType<typeof operationOf> => operationOf(ACTED[act]);

describe('a tapped session is what its two sides sent', () => {
  test('a message that went on is no other one', () => {
    expect(log.operations.map(({ key, outcome }) => [key, outcome ?? 'open'])).toEqual([
      ['n:1', 'result'],
      ['n:2', 'result'],
      ['n:3', 'result'],
      ['n:4', 'result'],
      ['n:5', 'dropped'],
      ['n:6', 'tap-answered'],
      ['n:7', 'result'],
      ['n:8', 'result'],
      ['n:9', 'result'],
      ['n:10', 'result'],
      ['s:lifeline-tap-1', 'result'],
      ['n:11', 'open'],
    ]);
    expect(log.faulty).toEqual([]);
  });

  test('each act belongs to the operation of its message, and so does what went on', () => {
    expect(at('forward').events).toEqual([9, 10, 11, 12, 13]);
    expect(at('edit').events).toEqual([14, 15, 16, 17, 20]);
    expect(at('drop').events).toEqual([18, 19, 21]);
    expect(at('repeat').events).toEqual([36, 37, 38, 39, 40, 41]);
    expect(log.notes.get(12)).toMatchObject({ kind: 'tap', method: 'tools/call', role: 'touches' });
    expect(log.operationsAsOf(26).of(26)).not.toHaveProperty('tapped');
  });

  test.each([
    ['forward', 6_200_000, ['forward']],
    ['edit', 11_000_000, ['edit']],
    ['drop', 3_200_000, ['drop']],
    ['answer', 5_000_000, ['answer']],
    ['response', 2_000_000, ['drop']],
    ['delay', 2_000_000, ['delay']],
    ['repeat', 0, ['repeat']],
  ] as const)('%s: how long it was held, and what was done', (act, held, acts) => {
    const { unheard, ...rest } = tapSummary(log, at(act)) ?? {};
    expect(rest).toEqual({ held, acts });
    expect(unheard).toBe(act === 'response' ? true : undefined);
  });

  test('what waits is known at any time, with what is in force', () => {
    expect([...log.asOf(TAP, 15).waiting.values()]).toEqual([
      { at: 14, since: TAPPED[14]?.t, limit: 30_000, when: 'method:tools/call' },
    ]);
    expect(log.asOf(TAP, 17).waiting.size).toBe(0);
    expect([...log.follow(TAP).waiting.keys()]).toEqual([51]);
    expect(log.asOf(TAP, 36).orders).toBe('');
    expect(JSON.parse(log.follow(TAP).orders)).toMatchObject({ limit: 30_000 });
    expect(tapSummary(log, operationOf(51))).toEqual({ held: 0, acts: [], waits: 51 });
  });

  test('nobody owes a response to what was dropped, or answered at the tap', () => {
    // One was handed on, the other waits at the tap.
    expect(answersOwed(log.asOf(OBLIGATIONS, 18), 'server')).toBe(1);
    expect(answersOwed(log.asOf(OBLIGATIONS, 21))).toBe(0);
    expect(answersOwed(log.asOf(OBLIGATIONS, 25))).toBe(0);
    // The client had read the list, and heard that it changed.
    expect([...log.asOf(OBLIGATIONS, 43).open.values()].map(({ kind }) => kind)).toEqual(['list']);
  });

  const dueAt = (s: number): unknown[] =>
    [...log.asOf(OBLIGATIONS, s).open.values()].map(({ kind, owedBy, owedTo, since }) => [kind, owedBy, owedTo, since]);

  test.each([
    ['request that waits', 9, [['held', 'tap', 'server', 9]]],
    ['request that went on', 11, [['response', 'server', 'client', 11]]],
    ['response that waits', 27, [['held', 'tap', 'client', 27]]],
    ['response that was dropped', 29, []],
    ['response that a rule delays', 33, [['held', 'tap', 'client', 32]]],
    ['response to what the tap asked', 49, []],
    ['list that changed, of which the client has heard, and a call that waits', 52, [['held', 'tap', 'server', 51]]],
  ] as const)('what is due with a %s', (_, s, due) => {
    expect(dueAt(s)).toEqual(due);
    expect(log.asOf(OBLIGATIONS, s).owed.tap.all).toBe(due.filter(([, by]) => by === 'tap').length);
  });

  test('what waited until the session ended waits as of every event before', () => {
    const { t = 0 } = TAPPED.at(-1) ?? {};
    const ends = { s: TAPPED.length, t: t + 1e6, k: 'connection', event: 'closed', reason: 'host-ended' } as const;
    const ended = logOfEvents([...TAPPED, ends]);
    const operation = ended.operationOf(51);
    const waits = (asOf?: number): unknown => operation && tapWaits(ended, operation, asOf);
    expect(waits()).toMatchObject([{ at: 51, to: ends.t }]);
    for (const s of [51, 52]) expect(waits(s)).toEqual(tapWaits(log, operationOf(51), s));
  });

  test('what the tap did is a finding against nobody', () => {
    expect(log.follow(FINDINGS).found.map(({ rule, at, side }) => [rule, at, side])).toEqual([]);
  });

  test('the time that the tap held a message stands apart', () => {
    const { index, openedAt = 0 } = at('forward');
    expect(operationLine(log, index)?.span).toMatchObject({
      held: [{ from: openedAt, to: openedAt + 6.2e6 }],
      to: openedAt + 6.3e6,
    });
    expect(operationFacts(log)[index]).toMatchObject({ ms: 6300, held: { request: 6200, response: 0 } });
    expect(operationLine(log, operationOf(51).index)).toMatchObject({ outcome: 'held', trouble: false });
  });

  test('a response that was held came when it went on', () => {
    const { index, openedAt, closedAt = 0 } = at('delay');
    expect(operationLine(log, index)?.span).toMatchObject({
      to: closedAt + 2e6,
      held: [{ from: closedAt, to: closedAt + 2e6 }],
    });
    expect(operationLine(log, index, 33)?.span.to).toBeUndefined();
    expect(operationFacts(log)[index]).toMatchObject({
      ms: (closedAt - openedAt) / 1000,
      held: { request: 0, response: 2000 },
    });
  });

  test('times of tools are without what the tap held', () => {
    const [add, echo] = ['add', 'echo'].map((wanted) => toolStatistics(log).find(({ name }) => name === wanted));
    expect(add?.longest).toBeLessThan(1000);
    // A response that the tap held was there before.
    expect(echo?.p50).toBeCloseTo(100);
    expect(toolStatistics(log).every(({ failures }) => Object.values(failures).every((each) => each === 0))).toBe(true);
  });

  test('a mock says what the server said, once, and nothing of what never reached it', () => {
    const recorded = { header: HEADER, events: [...TAPPED] };
    const { calls, opening } = planMock(recorded);
    expect(calls.map(({ s }) => s)).not.toContain(ACTED.drop);
    expect(calls.map(({ s }) => s)).not.toContain(ACTED.answer);
    expect(calls.map(({ s }) => s)).toEqual(expect.arrayContaining([ACTED.forward, ACTED.edit, ACTED.repeat]));
    const outputs = [...opening, ...calls.flatMap((each) => each.outputs)];
    expect(JSON.stringify(outputs)).not.toMatch(/list_changed|Quota/);
    expect(
      outputs.filter(
        ({ action }) => JSON.stringify(action).includes('"42"') || JSON.stringify(action).includes('42\\\\"'),
      ).length,
    ).toBeLessThanOrEqual(1);
  });

  test('a re-run sends what the client sent', () => {
    const steps = planRerun({ header: HEADER, events: [...TAPPED] }).steps.map((step) => JSON.stringify(step));
    expect(steps.filter((step) => step.includes('tools/call'))).toHaveLength(7);
    expect(steps.join('\n')).not.toMatch(/\\?"b\\?":40|lifeline-tap/);
  });
});

describe('what waits at a tap', () => {
  foldProperties(TAP);
});
