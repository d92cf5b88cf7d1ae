/** The fixtures on the v1 SDK, and the hand-written tasks of 2026-07-28, say on the wire what tests rely on. */
import { afterEach, describe, expect, test } from 'vitest';
import {
  answerTo,
  exchange,
  INITIALIZE,
  modern,
  modernMeta,
  named,
  node,
  post,
  result,
  Session,
  textOf,
  type Message,
} from '../fixtures/sdk/raw.ts';
import { SDK_V1, startSdkHttpSse, startSdkV1, startTasks2026, type RunningServer } from '../fixtures/start.ts';

const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});
async function up(server: Promise<RunningServer>): Promise<string> {
  const started = await server;
  running.push(started);
  return started.url;
}

/** The task that a call was answered with. */
function taskOf({ result }: Message): { readonly taskId: string; readonly status: string } {
  return (result as { task: { taskId: string; status: string } }).task;
}

describe('the v1 SDK', () => {
  test('over HTTP asks on the stream of the call, notifies on the GET stream, and forgets a session', async () => {
    const session = await Session.open(await up(startSdkV1()));
    const listening = await session.listen();
    await session.call('notify', { text: 'on the side' });
    expect((await listening.inbox.next(named('notifications/message'))).params).toMatchObject({ data: 'on the side' });

    const { id, on } = await session.start('tools/call', { name: 'sample', arguments: { prompt: 'Why?' } });
    const asked = await on.inbox.next(named('sampling/createMessage'));
    expect(asked.params).toMatchObject({ messages: [{ content: { text: 'Why?' } }] });
    const reply = { role: 'assistant', model: 'none', content: { type: 'text', text: 'Because.' } };
    expect((await session.send(result(asked.id, reply))).status).toBe(202);
    expect(textOf(await on.inbox.next(answerTo(id)))).toContain('Because.');

    await session.call('forget-session');
    expect((await session.start('tools/list')).on.status).toBe(404);
  });

  test('closes a stream midway and makes the answer once it is resumed', async () => {
    const session = await Session.open(await up(startSdkV1('--retry', '35')));
    const { id, on } = await session.start('tools/call', { name: 'drop', arguments: { late: true } });
    await on.inbox.next(named('notifications/message'));
    await on.text;
    expect(on.seen.retry).toBe(35);
    const resumed = await session.listen(on.seen.lastId);
    expect((await resumed.inbox.next(named('notifications/message'))).params).toMatchObject({ data: 'while away' });
    expect(textOf(await resumed.inbox.next(answerTo(id)))).toBe('after the drop');
  });

  test('demands a URL elicitation, which its page completes', async () => {
    const session = await Session.open(await up(startSdkV1()));
    const listening = await session.listen();
    const { error } = await session.call('url-required');
    expect(error?.code).toBe(-32042);
    const asked = error?.data as { elicitations: readonly { url: string; elicitationId: string }[] } | undefined;
    const [{ url, elicitationId } = { url: '', elicitationId: '' }] = asked?.elicitations ?? [];
    expect((await fetch(url)).status).toBe(200);
    const complete = await listening.inbox.next(named('notifications/elicitation/complete'));
    expect(complete.params).toEqual({ elicitationId });
    expect(textOf(await session.call('url-required'))).toBe('consented');
  });

  test('runs a call as a task that asks, notifies, is listed, gives its result, and another that is cancelled', async () => {
    const session = await Session.open(await up(startSdkV1()));
    const listening = await session.listen();
    const task = { ttl: 60_000 };
    const created = await session.call('task-required', { ask: true }, { task });
    const { taskId, status } = taskOf(created);
    expect(status).toBe('working');
    const changed = await listening.inbox.next(named('notifications/tasks/status'));
    expect(changed.params).toMatchObject({ taskId, status: 'input_required' });
    const waiting = await session.start('tasks/result', { taskId });
    const asked = await waiting.on.inbox.next(named('elicitation/create'));
    await session.send(result(asked.id, { action: 'accept', content: { go: true } }));
    expect(textOf(await waiting.on.inbox.next(answerTo(waiting.id)))).toContain('"go":true');
    expect((await session.ask('tasks/get', { taskId })).result).toMatchObject({ taskId, status: 'completed' });
    expect((await session.ask('tasks/list')).result).toMatchObject({ tasks: [{ taskId }] });

    const other = await session.call('task', { ms: 60_000 }, { task });
    const { taskId: second } = taskOf(other);
    expect((await session.ask('tasks/cancel', { taskId: second })).result).toMatchObject({ status: 'cancelled' });
    expect((await session.call('task-required')).error?.code).toBe(-32601);
  });

  test('answers in JSON, and without sessions, when it is told to', async () => {
    const [json, stateless] = await Promise.all([up(startSdkV1('--json')), up(startSdkV1('--stateless'))]);
    const first = await post(json, { jsonrpc: '2.0', id: 0, method: 'initialize', params: INITIALIZE });
    expect(first.headers.get('content-type')).toContain('application/json');
    expect(first.headers.get('mcp-session-id')).not.toBeNull();
    const session = await Session.open(stateless);
    expect(session.headers).not.toHaveProperty('Mcp-Session-Id');
    expect(textOf(await session.call('echo', { text: 'hi' }))).toBe('hi');
  });

  test('over stdio cancels its own request, obeys a cancellation, and completes within a context', async () => {
    const peer = node(SDK_V1);
    await peer.ask(0, 'initialize', INITIALIZE);
    peer.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'sample-cancelled', arguments: { ms: 1 } },
    });
    const asked = await peer.inbox.next(named('sampling/createMessage'));
    const cancelled = await peer.inbox.next(named('notifications/cancelled'));
    expect(cancelled.params).toMatchObject({ requestId: asked.id });
    expect(textOf(await peer.inbox.next(answerTo(1)))).toContain('cancelled');

    const slow = { name: 'progress', arguments: { steps: 1000, ms: 5 }, _meta: { progressToken: 'p' } };
    peer.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: slow });
    const progress = await peer.inbox.next(named('notifications/progress'));
    expect(progress.params).toEqual({ progressToken: 'p', progress: 1, total: 1000, message: 'step 1 of 1000' });
    peer.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });

    const completed = await peer.ask(3, 'completion/complete', {
      ref: { type: 'ref/prompt', name: 'travel' },
      argument: { name: 'city', value: '' },
      context: { arguments: { country: 'norway' } },
    });
    expect(completed.result).toMatchObject({ completion: { values: ['Bergen', 'Oslo', 'Trondheim'] } });
    expect(await peer.end()).toBe(0);
  });
});

test('tasks of 2026-07-28 ask, are told to a subscription, and need the extension', async () => {
  const url = await up(startTasks2026());
  const extension = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
  const ask = async (id: number, method: string, params: object, name: string): Promise<Message> => {
    const request = { id, method, name, params: { ...params, ...modernMeta(extension) } };
    return (await modern(url, request)).inbox.next(answerTo(id));
  };
  const refused = await modern(url, {
    id: 1,
    method: 'tools/call',
    name: 'slow-required',
    params: { name: 'slow-required', ...modernMeta() },
  });
  expect((await refused.inbox.next(answerTo(1))).error?.code).toBe(-32021);

  const created = await ask(2, 'tools/call', { name: 'slow', arguments: { ask: true } }, 'slow');
  expect(created.result).toMatchObject({ resultType: 'task', status: 'working' });
  const taskId = String(created.result?.['taskId']);
  const notifications = { taskIds: [taskId] };
  const listening = await modern(url, {
    id: 3,
    method: 'subscriptions/listen',
    params: { notifications, ...modernMeta(extension) },
  });
  const told = await listening.inbox.next((message) => message.params?.['status'] === 'input_required');
  expect(told).toMatchObject({ method: 'notifications/tasks', params: { taskId, inputRequests: { 'go-on': {} } } });
  const inputResponses = { 'go-on': { action: 'accept', content: { go: true } } };
  expect((await ask(4, 'tasks/update', { taskId, inputResponses }, taskId)).result?.['resultType']).toBe('complete');
  const done = await listening.inbox.next((message) => message.params?.['status'] === 'completed');
  expect(done.params).toMatchObject({ taskId, result: { content: [{ type: 'text' }] } });
  listening.close();
  expect((await ask(5, 'tasks/get', { taskId }, taskId)).result).toMatchObject({
    resultType: 'complete',
    status: 'completed',
  });

  const second = await ask(6, 'tools/call', { name: 'slow', arguments: { ms: 60_000 } }, 'slow');
  const other = String(second.result?.['taskId']);
  await ask(7, 'tasks/cancel', { taskId: other }, other);
  expect((await ask(8, 'tasks/get', { taskId: other }, other)).result).toMatchObject({ status: 'cancelled' });
});

test('HTTP+SSE names its endpoint first, answers on the stream, and refuses a POST to it', async () => {
  const url = await up(startSdkHttpSse());
  const stream = await exchange(url, { headers: { Accept: 'text/event-stream' } });
  expect((await post(url, { jsonrpc: '2.0', id: 0, method: 'initialize', params: INITIALIZE })).status).toBe(405);
  const endpoint = await stream.endpoint;
  expect(endpoint).toMatch(/^\/messages\?sessionId=/);
  const to = new URL(endpoint, url).href;
  const send = async (message: object): Promise<void> => {
    expect((await post(to, message)).status).toBe(202);
  };
  await send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { ...INITIALIZE, protocolVersion: '2024-11-05' } });
  expect((await stream.inbox.next(answerTo(1))).result).toMatchObject({ protocolVersion: '2024-11-05' });
  await send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'sample', arguments: {} } });
  const asked = await stream.inbox.next(named('sampling/createMessage'));
  await send(result(asked.id, { role: 'assistant', model: 'none', content: { type: 'text', text: 'Hello.' } }));
  expect(textOf(await stream.inbox.next(answerTo(2)))).toContain('Hello.');
  stream.close();
});
