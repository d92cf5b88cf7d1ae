/** What the time of an operation holds, in sessions written down by hand. */
import { describe, expect, test } from 'vitest';
import { operationLine, operationOrder, SlowestCall, toolStatistics } from '#shared/operations';
import type { EventBody, WireEvent } from '#shared/recording';
import { toEvents } from '../../arbitraries.ts';
import { c2s, failure, handshake, logOf, logOfEvents, notification, request, result, s2c } from '../../script.ts';

const BEGAN = handshake().length;
const call = (id: number, name: string, more: object = {}): object =>
  request(id, 'tools/call', { name, arguments: { message: name }, ...more });
const said = (text: string): object => ({ content: [{ type: 'text', text }] });

describe('a line', () => {
  test('tells what was asked and what came', () => {
    const log = logOf(...handshake(), c2s(call(2, 'echo')), s2c(result(2, said('Echo: echo'))));
    expect(operationLine(log, 1)).toMatchObject({
      dir: 'c2s',
      method: 'tools/call',
      name: 'echo',
      arguments: 'message="echo"',
      answer: '"Echo: echo"',
      outcome: 'result',
      trouble: false,
      sent: JSON.stringify(call(2, 'echo')).length,
      received: JSON.stringify(result(2, said('Echo: echo'))).length,
    });
    expect(operationLine(log, 1, BEGAN)).toMatchObject({ outcome: 'open', answer: '', received: 0 });
    expect(operationLine(log, 1, BEGAN - 1)).toBeUndefined();
  });

  test('shares the bytes of a batch among its requests', () => {
    const batch = [call(2, 'a'), call(3, 'b')];
    const log = logOf(...handshake('2025-03-26'), c2s(batch), s2c([result(3, said('B')), result(2, said('A'))]));
    expect([1, 2].map((index) => operationLine(log, index)?.answer)).toEqual(['"A"', '"B"']);
    expect(operationLine(log, 1)?.sent).toBe(Math.round(JSON.stringify(batch).length / 2));
  });

  test('has the questions and the progress that came meanwhile, and the time of a person apart', () => {
    const log = logOf(
      ...handshake(),
      c2s(call(2, 'ask', { _meta: { progressToken: 'p' } })),
      s2c(notification('notifications/progress', { progressToken: 'p', progress: 1 })),
      s2c(request('q', 'elicitation/create', { message: 'Who?', requestedSchema: {} })),
      c2s(result('q', { action: 'decline' }), { by: 'user' }),
      s2c(request('r', 'roots/list')),
      c2s(result('r', { roots: [] }), { by: 'auto' }),
      s2c(result(2, said('done'))),
    );
    const at = (n: number): number => (BEGAN + n) * 10;
    const waits = { from: at(2), to: at(3) };
    expect(operationLine(log, 1)?.span).toEqual({
      from: at(0),
      to: at(6),
      ticks: [at(1)],
      nested: [
        { op: 2, ...waits },
        { op: 3, from: at(4), to: at(5) },
      ],
      person: [waits],
      held: [],
      retries: [],
    });
    expect(operationLine(log, 1, BEGAN + 2)?.span.person).toEqual([{ from: at(2), to: undefined }]);
  });

  test('has the questions that came in its own exchange, however much is open', () => {
    const post = (x: string): EventBody => ({ k: 'http', x, phase: 'request', method: 'POST', url: 'http://h/mcp' });
    const log = logOf(
      ...handshake(),
      post('x1'),
      c2s(call(2, 'first'), { x: 'x1' }),
      post('x2'),
      c2s(call(3, 'second'), { x: 'x2' }),
      s2c(request('q', 'elicitation/create', { message: 'Who?' }), { x: 'x1' }),
      c2s(result('q', { action: 'decline' })),
      s2c(request('r', 'elicitation/create', { message: 'Why?' }), { x: 'x1' }),
    );
    expect(operationLine(log, 1)?.span.nested).toMatchObject([{ op: 3 }, { op: 4 }]);
    expect(operationLine(log, 2)?.span.nested).toEqual([]);
  });

  test('has the moments at which its stream, which broke off, was asked for again', () => {
    const log = logOf(
      ...handshake(),
      { k: 'http', x: 'x1', phase: 'request', method: 'POST', url: 'http://h/mcp' },
      c2s(call(2, 'long'), { x: 'x1' }),
      { k: 'http', x: 'x1', phase: 'response', status: 200, headers: [['content-type', 'text/event-stream']] },
      { k: 'sse', x: 'x1', text: 'id: 7', id: '7' },
      { k: 'http', x: 'x1', phase: 'end', by: 'server' },
      { k: 'http', x: 'x2', phase: 'request', method: 'GET', headers: [['Last-Event-ID', '7']] },
      { k: 'http', x: 'x2', phase: 'response', status: 200, headers: [['content-type', 'text/event-stream']] },
      s2c(result(2, said('done')), { x: 'x2' }),
    );
    const at = (n: number): number => (BEGAN + n) * 10;
    expect(operationLine(log, 1)?.span).toMatchObject({ to: at(7), retries: [{ from: at(5), to: at(7) }] });
    expect(operationLine(log, 1, BEGAN + 4)?.span.retries).toEqual([]);
    expect(operationLine(log, 1)?.operation.events).toEqual([BEGAN + 1, BEGAN + 5, BEGAN + 7]);
  });

  test('shows the time in which a person gives the input that an answer asks for', () => {
    const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    const inputRequests = { a: { method: 'elicitation/create', params: { message: 'Who?' } } };
    const log = logOf(
      c2s(call(1, 'ask', meta)),
      s2c(result(1, { resultType: 'input_required', inputRequests, requestState: 's' })),
      c2s(call(2, 'ask', { ...meta, requestState: 's', inputResponses: { a: { action: 'decline' } } }), { by: 'user' }),
      s2c(result(2, said('done'))),
    );
    expect(operationOrder(log)).toEqual([0]);
    expect(operationLine(log, 0)?.span).toMatchObject({ from: 0, to: 30, person: [{ from: 10, to: 20 }] });
    expect(operationLine(log, 0, 1)?.span).toMatchObject({ to: undefined, person: [{ from: 10, to: undefined }] });
  });
});

/** Calls that took these milliseconds, one after the other, of two tools in turn. */
function calls(times: readonly number[]): WireEvent[] {
  let t = 0;
  const timed = times.flatMap((ms, at) => {
    const began = (t += 1000);
    t += ms * 1000;
    const answer = ms === 7 ? failure(at + 2) : result(at + 2, said('x'.repeat(ms)));
    return [
      { t: began, body: c2s(call(at + 2, at % 2 === 0 ? 'even' : 'odd')) },
      { t, body: s2c(answer) },
    ];
  });
  return [
    ...toEvents(handshake()),
    ...timed.map(({ t: time, body }, at): WireEvent => ({ ...body, s: BEGAN + at, t: time })),
  ];
}

describe('lines', () => {
  const log = logOfEvents(calls([30, 4, 20, 7, 100_000, 4]));

  test('are sorted by what a column shows; what is equal stays as it began', () => {
    expect(operationOrder(log, Infinity, 'took')).toEqual([0, 2, 6, 4, 3, 1, 5]);
    expect(operationOrder(log, Infinity, 'name')).toEqual([0, 1, 3, 5, 2, 4, 6]);
    expect(operationOrder(log, Infinity, 'outcome')[0]).toBe(4);
    expect(operationOrder(log, Infinity, 'size').at(-1)).toBe(5);
    expect(operationOrder(log, Infinity, 'method')).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('pass a filter when one of their events does', () => {
    expect(operationOrder(log, Infinity, 'began', 'status:error')).toEqual([4]);
    expect(operationOrder(log, Infinity, 'took', 'dur:>=30ms')).toEqual([1, 5]);
  });

  test('are counted for each tool, with percentiles that were measured', () => {
    const [even, odd] = toolStatistics(log);
    expect(even).toMatchObject({ name: 'even', count: 3, p50: 30, p95: 100_000, longest: 100_000 });
    expect(odd).toMatchObject({ name: 'odd', count: 3, p50: 4, p95: 7, failures: { error: 1, timeout: 0 } });
  });
});

describe('the slowest', () => {
  const events = [
    ...handshake(),
    c2s(call(2, 'ask')),
    s2c(request('q', 'sampling/createMessage', {})),
    c2s(call(3, 'quick')),
    s2c(result(3, said('at once'))),
    c2s(result('q', {})),
    s2c(result(2, said('late'))),
    c2s(request(4, 'subscriptions/listen')),
    c2s(request(5, 'ping')),
  ];
  const log = logOf(...events);

  test('is the call that took longest, no stream that only listens, and not what begins the session', () => {
    const slowest = new SlowestCall(log);
    expect(slowest.advance(2)).toBe(true);
    expect(slowest.op).toBeUndefined();
    expect(slowest.advance()).toBe(false);
    expect(slowest.op).toBe(1);
  });
});
