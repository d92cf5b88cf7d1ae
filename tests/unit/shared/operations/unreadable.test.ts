/** Text of the client that is no message: nobody owes it an answer, and everything that tells of it says the same. */
import { describe, expect, test } from 'vitest';
import { compareRecordings } from '#shared/compare';
import { operationLine, operationOrder, outcomeOf } from '#shared/operations';
import { toTerminalOperations } from '#shared/export';
import { answersOwed, changesAt, OBLIGATIONS, operationFacts, SESSION } from '#shared/session';
import { describe as describeRow, parseFilter } from '#shared/timeline';
import { ENGLISH, rowText } from '#shared/words';
import { exportAs } from '../../export-samples.ts';
import { recordedOf } from '../../recorded-of.ts';
import { c2s, failure, handshake, logOf, notification, request, result, s2c } from '../../script.ts';

const CUT = '{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"nope"';
const BEFORE = handshake();
const AT = BEFORE.length;
const ASK = c2s(request(11, 'tools/list'), { by: 'user' });
const bodies = [...BEFORE, c2s(CUT, { by: 'user' }), ASK];
const log = logOf(...bodies);
const refusal = s2c(failure(null, -32700, 'Parse error'));
const index = log.notes.get(AT)?.op ?? -1;
const other = index + 1;

const tookIn = (of: typeof log, asOf: number): string => {
  const row = describeRow(of, AT, asOf);
  return row ? rowText(ENGLISH, of, row, asOf).took : '';
};

describe('text that nothing answered', () => {
  test('is silence for whatever lists operations', () => {
    const operation = log.operationsAsOf(AT + 1).at(index);
    expect(operation).toMatchObject({ kind: 'malformed', outcome: 'silence' });
    if (operation) expect(outcomeOf(operation, log, AT + 1)).toBe('silence');
    const line = operationLine(log, index, AT + 1);
    expect(line).toMatchObject({ outcome: 'silence', trouble: true });
    expect(line?.took).toBeUndefined();
    expect(line?.span.to).toBe(line?.span.from);
    expect(operationFacts(log).map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['request', 'result'],
      ['malformed', 'silence'],
      ['request', 'open'],
    ]);
    expect(operationOrder(log, Infinity, 'took')[0]).toBe(index);
  });

  test('waits for nothing: neither in the state nor in what is owed', () => {
    expect([...log.state.pending.values()].map(({ op }) => op)).toEqual([other]);
    expect(changesAt(log, AT).some(({ name }) => name === 'pending')).toBe(false);
    expect(log.asOf(SESSION, AT).pending.size).toBe(0);
    const { owed } = log.follow(OBLIGATIONS);
    expect(owed.server).toEqual({ all: 1, answers: 1 });
    expect(answersOwed(log.follow(OBLIGATIONS))).toBe(1);
  });

  test('is not pending in the diagram, and passes no filter for it', () => {
    expect(tookIn(log, AT + 1)).toBe(ENGLISH.outcomes.silence);
    expect(describeRow(log, AT, AT + 1)?.waiting).toBeUndefined();
    const { apart } = parseFilter('status:pending');
    expect([AT, AT + 1].map((s) => apart(log, s))).toEqual([false, true]);
    expect(log.spanning(AT + 1, AT + 1).map((each) => each.index)).toEqual([other]);
  });

  test('is written without a time, and never as pending', () => {
    const recorded = recordedOf([...BEFORE, c2s(CUT)]);
    const texts = (['markdown', 'mermaid', 'svg'] as const).map((each) =>
      exportAs(each, recorded, { operations: true }),
    );
    for (const text of [...texts, toTerminalOperations(recorded, { color: false, width: 120 })]) {
      expect(text).toContain(ENGLISH.outcomes.silence);
      expect(text).not.toContain(ENGLISH.outcomes.open);
    }
  });

  test('is the same in a session that goes on and in one that is over', () => {
    const over = [...bodies, s2c(result(11, { tools: [] })), { k: 'connection', event: 'closed' } as const];
    const { pairs } = compareRecordings(recordedOf([...bodies, s2c(result(11, { tools: [] }))]), recordedOf(over));
    const pair = pairs.find(({ kind }) => kind === 'malformed');
    expect(pair).toMatchObject({ verdict: 'equal', before: { outcome: 'silence' }, after: { outcome: 'silence' } });
    expect([pair?.before?.closed, pair?.after?.closed]).toEqual([undefined, undefined]);
  });
});

describe('an answer that comes all the same', () => {
  const answered = logOf(...bodies, refusal);

  test('belongs to the text, from its event on', () => {
    expect(answered.operations.get(index)).toMatchObject({ outcome: 'error', closed: AT + 2 });
    expect(answered.operationsAsOf(AT + 1).at(index)).toMatchObject({ outcome: 'silence' });
    expect(operationLine(answered, index, AT + 1)?.outcome).toBe('silence');
    expect(operationLine(answered, index)).toMatchObject({ outcome: 'error', took: 20 });
    expect([AT + 1, AT + 2].map((asOf) => tookIn(answered, asOf))).toEqual([ENGLISH.outcomes.silence, '']);
    expect(answered.state.unreadable.size).toBe(0);
  });

  test('is found by the exchange that carried the text, or by its status', () => {
    const post = [
      { k: 'http', x: 'h1', phase: 'request', method: 'POST', url: 'http://a/' },
      c2s(CUT, { x: 'h1' }),
      { k: 'http', x: 'h1', phase: 'response', status: 400, headers: [] },
    ] as const;
    const said = logOf(...BEFORE, ...post, s2c(failure(null, -32700), { x: 'h1' }));
    expect(said.operations.at(-1)).toMatchObject({ kind: 'malformed', outcome: 'error' });
    const refused = logOf(...BEFORE, ...post, { k: 'http', x: 'h1', phase: 'end', by: 'server' });
    expect(refused.operations.at(-1)).toMatchObject({ kind: 'malformed', outcome: 'no-answer' });
  });
});

test('what is no request is neither timed out nor what the server asks about', () => {
  const batch = c2s(`[1,${JSON.stringify(request(12, 'ping'))}]`);
  const timedOut = logOf(...handshake('2025-03-26'), batch, { k: 'timeout', at: AT, limit: 'total', ms: 1 });
  expect(timedOut.operations.map(({ outcome }) => outcome)).toEqual(['result', 'silence', 'timeout']);
  const asking = logOf(...bodies, s2c(request('r', 'roots/list')), s2c(notification('notifications/x')));
  expect(asking.operations.at(-1)).toMatchObject({ method: 'roots/list', parent: other });
});
