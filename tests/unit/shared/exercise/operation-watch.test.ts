/** One step's request followed to its end. */
import { describe, expect, test } from 'vitest';
import { errorOutcome, OperationWatch, verdictOf, type Step } from '#shared/exercise';
import { idKey } from '#shared/jsonrpc';
import type { EventBody } from '#shared/recording';
import { SessionFold } from '#shared/session';
import { c2s, failure, handshake, notification, request, result, s2c } from '../../script.ts';

const CALL: Step = { key: 'call a', item: 'call a', method: 'tools/call', about: 'a' };

/** A watch of the request with id 5, and what it says after more events. */
function watching(step: Step = CALL, revision = '2025-11-25') {
  const fold = new SessionFold();
  const watch = new OperationWatch(step, idKey(5));
  const take = (...bodies: readonly EventBody[]) => {
    for (const body of bodies) {
      const event = { s: fold.length, t: fold.length, ...body };
      const note = fold.append(event);
      if (note) watch.take(event, note);
    }
    return watch.result(fold.state);
  };
  take(...handshake(revision));
  return { watch, take, state: fold.state };
}

const call = (id = 5, more = {}): EventBody => c2s(request(id, 'tools/call', { name: 'a' }), { by: 'host', ...more });

describe('a step', () => {
  test('goes on until its own answer comes', () => {
    const { watch, take, state } = watching();
    expect(take(call(), c2s(request(6, 'ping')), s2c(result(6)))).toBeUndefined();
    expect(take(s2c(result(5, { content: [] })))).toEqual({ outcome: 'result' });
    expect(watch.awaitsInput(state)).toBe(false);
  });

  test('tells a tool that failed from a request that did', () => {
    expect(watching().take(call(), s2c(result(5, { isError: true, content: [] })))).toEqual({ outcome: 'tool-error' });
    const content = [
      { type: 'image', data: '' },
      { type: 'text', text: ' No such file\nat 1' },
    ];
    expect(watching().take(call(), s2c(result(5, { isError: true, content })))).toEqual({
      outcome: 'tool-error',
      detail: 'No such file',
    });
    expect(watching().take(call(), s2c(failure(5, -32603, 'broken')))).toEqual({
      outcome: 'error',
      detail: '-32603 broken',
    });
    expect(watching({ ...CALL, madeUp: true }).take(call(), s2c(failure(5, -32602, 'no')))).toMatchObject({
      outcome: 'refused',
    });
  });

  test('keeps the result and the event of the request', () => {
    const step: Step = { key: 'c', item: 'c', method: 'completion/complete' };
    const value = { completion: { values: ['x'] } };
    const { take, watch, state } = watching(step);
    const s = state.events;
    expect(take(c2s(request(5, step.method)), s2c(result(5, value)))).toEqual({ outcome: 'result' });
    expect({ answer: watch.answer, s: watch.s }).toEqual({ answer: value, s });
  });

  test.each([
    ['timeout', [{ k: 'timeout', at: 5, limit: 'idle', ms: 1 }]],
    ['cancelled', [c2s(notification('notifications/cancelled', { requestId: 5 }))]],
    ['ended', [{ k: 'connection', event: 'closed', reason: 'server-exited' }]],
  ] as const)('ends with %s', (outcome, bodies) => {
    expect(watching().take(call(), ...bodies)).toEqual({ outcome });
  });

  test('ends without an answer when its exchange does, with the status', () => {
    const exchange: EventBody[] = [
      { k: 'http', x: 'x1', phase: 'request', method: 'POST', url: 'http://server/mcp' },
      call(5, { x: 'x1' }),
      { k: 'http', x: 'x1', phase: 'response', status: 500, headers: [] },
      { k: 'http', x: 'x1', phase: 'end', by: 'server' },
    ];
    expect(watching().take(...exchange)).toEqual({ outcome: 'no-answer', detail: 'HTTP 500' });
  });

  test('tells what the server said over HTTP, how long it asks to wait, and where a browser was redirected', () => {
    const post: EventBody = { k: 'http', x: 'x1', phase: 'request', method: 'POST', url: 'http://server/mcp?key=1' };
    const head = (status: number, more: object = {}): EventBody => ({
      k: 'http',
      x: 'x1',
      phase: 'response',
      status,
      ...more,
    });
    const over: EventBody = { k: 'http', x: 'x1', phase: 'end', by: 'server' };
    const busy = head(429, { phrase: 'Slow down', headers: [['Retry-After', '30']] });
    const words: EventBody = { k: 'body', x: 'x1', dir: 's2c', raw: 'Three requests a minute.' };
    expect(watching().take(post, call(5, { x: 'x1' }), busy, words, over)).toEqual({
      outcome: 'no-answer',
      detail: 'HTTP 429 Slow down; Three requests a minute.; Retry-After: 30',
    });
    // Another exchange beside it says nothing of this one.
    const other: EventBody = { k: 'http', x: 'x2', phase: 'request', method: 'POST', url: 'http://server/other' };
    expect(
      watching().take(post, call(5, { x: 'x1' }), other, busy, s2c(failure(5, -32000, 'busy'), { x: 'x1' })),
    ).toEqual({
      outcome: 'error',
      detail: '-32000 busy; Retry-After: 30',
    });
    const redirect: EventBody = { k: 'http', x: 'x1', phase: 'redirect', url: 'http://server/new', opaque: true };
    expect(watching().take(post, call(5, { x: 'x1' }), redirect, head(405), over)).toEqual({
      outcome: 'no-answer',
      detail: 'POST http://server/mcp → http://server/new → 405',
    });
  });

  test('goes on when what was refused is sent again', () => {
    const { watch, take } = watching();
    const refused = take(
      { k: 'http', x: 'x1', phase: 'request', method: 'POST', url: 'http://server/mcp' },
      call(5, { x: 'x1' }),
      { k: 'http', x: 'x1', phase: 'response', status: 401, headers: [] },
      { k: 'http', x: 'x1', phase: 'end', by: 'server' },
    );
    expect(refused).toEqual({ outcome: 'no-answer', detail: 'HTTP 401' });
    expect(watch.isRefused).toBe(true);
    expect(take(call(5, { x: 'x2' }))).toBeUndefined();
    expect(watch.isRefused).toBe(false);
    expect(take(s2c(result(5, { content: [] }), { x: 'x2' }))).toEqual({ outcome: 'result' });
  });

  test('follows the repetition with input to its answer', () => {
    const { watch, take, state } = watching();
    const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    const ask = { resultType: 'input_required', inputRequests: { q: { method: 'roots/list' } }, requestState: 's' };
    expect(take(c2s(request(5, 'tools/call', { name: 'a', ...meta })), s2c(result(5, ask)))).toBeUndefined();
    expect(watch.awaitsInput(state)).toBe(true);
    const again = { name: 'a', ...meta, inputResponses: { q: { roots: [] } }, requestState: 's' };
    expect(take(c2s(request(6, 'tools/call', again)))).toBeUndefined();
    expect(watch.awaitsInput(state)).toBe(false);
    expect(take(s2c(result(6, { resultType: 'complete', content: [] })))).toEqual({ outcome: 'result' });
  });

  test('goes on until its task has ended and its result is there', () => {
    const { take } = watching();
    const task = (status: string): object => ({ taskId: 't', status, ttl: null, createdAt: '', lastUpdatedAt: '' });
    expect(take(call(), s2c(result(5, { task: task('working') })))).toBeUndefined();
    expect(take(c2s(request(6, 'tasks/get', { taskId: 't' })), s2c(result(6, task('completed'))))).toBeUndefined();
    expect(take(c2s(request(7, 'tasks/result', { taskId: 't' })), s2c(result(7, { content: [] })))).toEqual({
      outcome: 'result',
      detail: 'task t completed',
    });
  });

  test('ends with a task that the server gave and does not serve', () => {
    const { take } = watching();
    const working = { taskId: 't', status: 'working', ttl: null, createdAt: '', lastUpdatedAt: '' };
    expect(take(call(), s2c(result(5, { task: working })))).toBeUndefined();
    expect(take(c2s(request(6, 'tasks/get', { taskId: 't' })), s2c(failure(6, -32601, 'no')))).toEqual({
      outcome: 'error',
      detail: 'task t: tasks/get was refused',
    });
    // Told of anew it goes on.
    expect(take(s2c(notification('notifications/tasks/status', working)))).toBeUndefined();
  });

  test('ends with a task that was cancelled, which has no result', () => {
    const cancelled = { taskId: 't', status: 'cancelled', statusMessage: 'enough' };
    expect(watching().take(call(), s2c(result(5, { task: cancelled })))).toEqual({
      outcome: 'cancelled',
      detail: 'task t cancelled: enough',
    });
  });
});

test('an error or no answer is a failure, a refusal or an error of the tool is not', () => {
  expect((['result', 'tool-error', 'refused', 'skipped'] as const).map(verdictOf)).toEqual([
    'answered',
    'answeredWithError',
    'refused',
    'skipped',
  ]);
  const failures = ['error', 'timeout', 'no-answer', 'ended', 'cancelled', 'unanswered'] as const;
  expect(new Set(failures.map(verdictOf))).toEqual(new Set(['failed']));
  expect(errorOutcome(CALL, -32602)).toBe('error');
  expect(errorOutcome({ ...CALL, madeUp: true }, -32601)).toBe('error');
  // A tool that throws is a broken tool; a prompt that throws may only mean the value.
  expect(errorOutcome({ ...CALL, madeUp: true }, -32603)).toBe('error');
  expect(errorOutcome({ ...CALL, method: 'prompts/get', madeUp: true }, -32603)).toBe('refused');
  expect(errorOutcome(CALL, -32042)).toBe('refused');
});
