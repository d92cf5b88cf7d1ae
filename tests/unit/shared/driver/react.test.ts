/** What the driver does by itself besides opening a session: input, tasks, timeouts, cancellation, streams, lost sessions. */
import { describe, expect, test, vi } from 'vitest';
import { MAX_ROUND_COUNT, type Policy } from '#shared/driver';
import { META } from '#shared/mcp';
import type { EventBody } from '#shared/recording';
import { metLostSession, MAX_RESUME_COUNT } from '#shared/session';
import { failure, notification, request, result, s2c } from '../../script.ts';
import { eventually, host } from '../../scripted-host.ts';

type Script = ReturnType<typeof host>;
const NEVER: Policy['timeouts'] = { idleMs: 0, totalMs: 0, progressExtends: true };

/** A session of the per-request era after discovery of nothing; the next id is 2. */
function modern(policy: Partial<Policy> = {}, overHttp = false): Script {
  const script = host({ revision: '2026-07-28', timeouts: NEVER, ...policy }, undefined, overHttp);
  const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
  const discovered = result(1, { supportedVersions: ['2026-07-28'], capabilities, resultType: 'complete' });
  if (overHttp) answer(script, 'x1', discovered);
  else script.receive(discovered);
  return script;
}

/** A session of the handshake era; the next id is 2. */
function legacy(policy: Partial<Policy> = {}, overHttp = false): Script {
  const script = host({ timeouts: NEVER, ...policy }, undefined, overHttp);
  const welcome = result(1, {
    protocolVersion: '2025-11-25',
    capabilities: {},
    serverInfo: { name: 's', version: '1' },
  });
  if (!overHttp) script.receive(welcome);
  else {
    answer(script, 'x1', welcome, [['Mcp-Session-Id', 'one']]);
    script.transport.emit([{ k: 'http', x: 'x2', phase: 'response', status: 202 }]);
    script.transport.emit([{ k: 'http', x: 'x2', phase: 'end', by: 'server' }]);
  }
  return script;
}

function answer(
  { transport }: Script,
  x: string,
  body: object,
  headers: readonly (readonly [string, string])[] = [],
): void {
  transport.emit([
    { k: 'http', x, phase: 'response', status: 200, headers: [['Content-Type', 'application/json'], ...headers] },
  ]);
  transport.emit([s2c(body, { x })]);
  transport.emit([{ k: 'http', x, phase: 'end', by: 'server' }]);
}

const META_TEXT = `"_meta":{"${META.protocolVersion}":"2026-07-28"}`;
const callText = (id: number, args = '{}'): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"t","arguments":${args},${META_TEXT}}}`;
const inputRequired = (id: number, more: object): object => result(id, { resultType: 'input_required', ...more });
const FORM = {
  method: 'elicitation/create',
  params: { message: 'm', requestedSchema: { type: 'object', properties: { n: { type: 'integer', default: 3 } } } },
};

describe('a result that asks for input', () => {
  test('is answered with the request again: a new id, the input, the state byte for byte, everything else as it was typed', () => {
    const script = modern({ elicitation: { mode: 'defaults' } });
    script.session.send(callText(7, '{"big":9007199254740993, "x":1.0}'));
    const state = '"a\\u00e9\\/\\u0041 b"';
    script.receive(
      `{"jsonrpc":"2.0","id":7,"result":{"resultType":"input_required","inputRequests":{"k":${JSON.stringify(FORM)}},"requestState":${state}}}`,
    );
    expect(script.transport.texts.at(-1)).toBe(
      `{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"t","arguments":{"big":9007199254740993, "x":1.0},${META_TEXT},` +
        `"inputResponses":{"k":{"action":"accept","content":{"n":3}}},"requestState":${state}}}`,
    );
    // Both requests are one operation.
    const { operations } = script.session.log;
    expect(operations).toHaveLength(2);
    expect(operations.get(1)?.closed).toBeUndefined();
    script.receive(result(8, { content: [] }));
    expect(operations.get(1)?.outcome).toBe('result');
    expect(operations.get(1)?.events).toHaveLength(4);
  });

  test('without requests is tried again at once, with its state alone', () => {
    const script = modern();
    script.session.send(callText(2));
    script.receive(inputRequired(2, { requestState: 's' }));
    expect(script.transport.sent.at(-1)).toMatchObject({ id: 3, params: { requestState: 's' } });
    expect(script.transport.sent.at(-1)).not.toHaveProperty('params.inputResponses');
  });

  test('replaces what an earlier round said', () => {
    const script = modern({ elicitation: { mode: 'defaults' } });
    script.session.send(callText(2));
    script.receive(inputRequired(2, { inputRequests: { a: FORM }, requestState: 'one' }));
    script.receive(inputRequired(3, { inputRequests: { b: FORM } }));
    const { params } = script.transport.sent.at(-1) as { params: object };
    expect(params).not.toHaveProperty('requestState');
    expect(params).toMatchObject({ inputResponses: { b: { action: 'accept' } } });
    expect(params).not.toHaveProperty('inputResponses.a');
  });

  test('waits when one of its requests is the person to answer, or the policy says so', () => {
    const asks = { inputRequests: { a: FORM, roots: { method: 'roots/list' } } };
    for (const policy of [{}, { elicitation: { mode: 'defaults' }, retryInput: false }] satisfies Partial<Policy>[]) {
      const script = modern(policy);
      script.session.send(callText(2));
      const before = script.transport.sent.length;
      script.receive(inputRequired(2, asks));
      expect(script.transport.sent).toHaveLength(before);
      expect([...script.session.log.state.awaited.keys()]).toEqual([1]);
    }
  });

  test('for ever ends after a number of rounds', () => {
    const script = modern();
    script.session.send(callText(2));
    for (let id = 2; id < 2 + 3 * MAX_ROUND_COUNT; id++) script.receive(inputRequired(id, { requestState: 's' }));
    expect(script.transport.sent).toHaveLength(2 + MAX_ROUND_COUNT);
  });

  test('is an ordinary result in the handshake era', () => {
    const script = legacy();
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't' })));
    script.receive(inputRequired(2, { requestState: 's' }));
    expect(script.session.log.operations.at(-1)?.outcome).toBe('result');
  });
});

describe('timeouts', () => {
  const quick = { idleMs: 15, totalMs: 0, progressExtends: true };

  test('handshake era: the request is over, and the cancellation is sent', async () => {
    const script = legacy({ timeouts: quick });
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't' })));
    await eventually(() => expect(script.session.log.operations.at(-1)?.outcome).toBe('timeout'));
    expect(
      [...script.session.log.events].some(
        (event) => event.k === 'timeout' && event.limit === 'idle' && event.ms === 15,
      ),
    ).toBe(true);
    expect(script.transport.sent.at(-1)).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: 2, reason: 'Timed out after 0.015 s' },
    });
    // An answer that crosses the cancellation is no fault.
    script.receive(result(2));
    expect(script.session.log.faulty).toEqual([]);
  });

  test('per-request era over HTTP: the stream is closed', async () => {
    const script = modern({ timeouts: quick }, true);
    script.session.send(callText(2));
    await eventually(() => expect(script.transport.aborted).toEqual(['x2']));
    expect(script.session.log.operations.at(-1)?.outcome).toBe('timeout');
    expect(script.transport.texts.some((text) => text.includes('cancelled'))).toBe(false);
  });

  test('progress extends the time without an answer, never the time in all', async () => {
    const script = legacy({ timeouts: { idleMs: 200, totalMs: 400, progressExtends: true } });
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't', _meta: { progressToken: 'p' } })));
    const tick = setInterval(
      () => script.receive(notification('notifications/progress', { progressToken: 'p', progress: 1 })),
      10,
    );
    await eventually(() => expect(script.session.log.operations.at(-1)?.outcome).toBe('timeout'));
    clearInterval(tick);
    expect([...script.session.log.events].find((event) => event.k === 'timeout')).toMatchObject({
      limit: 'total',
      ms: 400,
    });
  });

  test('of one request go before the policy, and a subscription has none', async () => {
    const script = modern({ timeouts: quick });
    script.session.send(callText(2), 'user', { limits: { idleMs: 0 } });
    script.session.send(
      `{"jsonrpc":"2.0","id":3,"method":"subscriptions/listen","params":{"notifications":{},${META_TEXT}}}`,
    );
    script.session.send(callText(4));
    await eventually(() => expect(script.session.log.operations.get(3)?.outcome).toBe('timeout'));
    expect(script.session.log.operations.map(({ outcome }) => outcome)).toEqual([
      'result',
      undefined,
      undefined,
      'timeout',
    ]);
  });

  test('initialize is never cancelled', async () => {
    const script = host({ timeouts: quick });
    await eventually(() => expect(script.session.log.state.connection).toBe('closed'));
    expect(script.transport.texts).toHaveLength(1);
    expect(script.session.log.state.problem?.reason).toBe('initialize-unanswered');
  });
});

describe('the end of a session', () => {
  test('takes back what is outstanding, and says goodbye only when told to', async () => {
    const script = legacy({ goodbye: true });
    script.session.send(JSON.stringify(request('a', 'ping')));
    await script.session.close('user');
    expect(script.transport.sent.slice(-2)).toEqual([
      notification('notifications/cancelled', { requestId: 'a', reason: 'The session ends' }),
      notification('notifications/closed'),
    ]);
    const quiet = legacy({ cancelOnClose: false });
    quiet.session.send(JSON.stringify(request('a', 'ping')));
    const before = quiet.transport.sent.length;
    await quiet.session.close('user');
    expect(quiet.transport.sent).toHaveLength(before);
  });
});

describe('a stream that ends before its time', () => {
  const open = (x: string, more: readonly EventBody[] = []): EventBody[] => [
    { k: 'http', x, phase: 'response', status: 200, headers: [['Content-Type', 'text/event-stream']] },
    ...more,
  ];
  const end = (x: string): EventBody => ({ k: 'http', x, phase: 'end', by: 'server' });
  const lastHeaders = ({ session }: Script) => {
    const event = [...session.log.events].findLast((each) => each.k === 'http' && each.phase === 'request');
    return event?.k === 'http' ? event : undefined;
  };

  test('is gone on with from its last event, and the answer there ends the request', async () => {
    const script = legacy({}, true);
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't' })));
    for (const body of open('x3', [{ k: 'sse', x: 'x3', text: 'id: e1\nretry: 5\n', id: 'e1', retry: 5 }]))
      script.transport.emit([body]);
    script.transport.emit([end('x3')]);
    expect(script.session.log.operations.at(-1)?.outcome).toBeUndefined();
    await eventually(() => expect(lastHeaders(script)).toMatchObject({ method: 'GET', x: 'x4' }));
    expect(lastHeaders(script)?.headers).toContainEqual(['Last-Event-ID', 'e1']);
    expect(lastHeaders(script)?.headers).toContainEqual(['Mcp-Session-Id', 'one']);
    for (const body of open('x4')) script.transport.emit([body]);
    script.transport.emit([s2c(result(2), { x: 'x4', sse: { id: 'e2' } })]);
    script.transport.emit([end('x4')]);
    expect(script.session.log.operations.at(-1)?.outcome).toBe('result');
  });

  test('is not asked for without end', async () => {
    const script = legacy({}, true);
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't' })));
    script.transport.emit(open('x3', [{ k: 'sse', x: 'x3', text: 'id: e1\nretry: 1\n', id: 'e1', retry: 1 }]));
    script.transport.emit([end('x3')]);
    for (let attempt = 0; attempt < MAX_RESUME_COUNT; attempt++) {
      const x = `x${4 + attempt}`;
      await eventually(() => expect(lastHeaders(script)?.x).toBe(x));
      script.transport.emit([{ k: 'http', x, phase: 'end', by: 'network', error: 'ECONNREFUSED' }]);
    }
    expect(script.session.log.operations.at(-1)?.outcome).toBe('no-answer');
  });

  test('without an event id is lost, and so is one that the person does not want resumed', () => {
    const script = legacy({}, true);
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't' })));
    script.transport.emit(open('x3'));
    script.transport.emit([end('x3')]);
    expect(script.session.log.operations.at(-1)?.outcome).toBe('no-answer');
  });

  test('in the per-request era is over', () => {
    const script = modern({}, true);
    script.session.send(callText(2));
    script.transport.emit(open('x2', [{ k: 'sse', x: 'x2', text: 'id: e1\nretry: 1\n', id: 'e1', retry: 1 }]));
    script.transport.emit([end('x2')]);
    expect(script.session.log.operations.at(-1)?.outcome).toBe('no-answer');
    expect(script.session.log.state.dropped.size).toBe(0);
  });
});

describe('a session that the server has forgotten', () => {
  const lose = (script: Script, x: string): void => {
    script.transport.emit([{ k: 'http', x, phase: 'response', status: 404 }]);
    script.transport.emit([{ k: 'http', x, phase: 'end', by: 'server' }]);
  };

  test('is begun again, without its id', () => {
    const script = legacy({}, true);
    script.session.send(JSON.stringify(request(2, 'ping')));
    lose(script, 'x3');
    expect(script.transport.sent.at(-1)).toMatchObject({
      method: 'initialize',
      params: { protocolVersion: '2025-11-25' },
    });
    expect(script.transport.headers.at(-1)).toEqual([]);
    expect(script.session.log.state).toMatchObject({ initialized: false });
    expect(script.session.log.state.httpSession).toBeUndefined();
    // The request was not carried out, which can be said once the new session began.
    const { log } = script.session;
    const met = log.operations.find(({ method }) => method === 'ping');
    expect(met).toMatchObject({ outcome: 'no-answer' });
    expect(metLostSession(met, log)).toBe(true);
    expect(metLostSession(met, log, met?.closed)).toBe(false);
    expect(log.operations.filter((each) => metLostSession(each, log))).toEqual([met]);
  });

  test('is not begun again when the person wants to see it', () => {
    const script = legacy({ restart: false }, true);
    script.session.send(JSON.stringify(request(2, 'ping')));
    const before = script.transport.sent.length;
    lose(script, 'x3');
    expect(script.transport.sent).toHaveLength(before);
    expect(script.session.log.state.httpSessionLost).toBe(true);
  });

  test('again and again is left', () => {
    const script = legacy({}, true);
    let exchange = 2;
    script.session.send(JSON.stringify(request(2, 'ping')));
    for (let times = 0; times < 10 && script.session.log.state.connection === 'open'; times++) {
      lose(script, `x${++exchange}`);
      if (script.session.log.state.connection !== 'open') break;
      const welcome = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} };
      answer(script, `x${++exchange}`, result(script.session.log.state.nextId - 1, welcome), [
        ['Mcp-Session-Id', `s${times}`],
      ]);
    }
    expect(script.session.log.state).toMatchObject({ connection: 'closed', problem: { reason: 'session-lost' } });
  });
});

describe('tasks', () => {
  const task = (status: string, more: object = {}): object => ({
    taskId: 't1',
    status,
    createdAt: 'c',
    lastUpdatedAt: 'l',
    ttl: null,
    pollInterval: 1,
    ...more,
  });

  test('of 2025-11-25 are looked at until they end, and their result is fetched', async () => {
    const script = legacy();
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't', task: {} })));
    script.receive(result(2, { task: task('working') }));
    await eventually(() =>
      expect(script.transport.sent.at(-1)).toMatchObject({ id: 3, method: 'tasks/get', params: { taskId: 't1' } }),
    );
    script.receive(result(3, task('completed')));
    expect(script.transport.sent.at(-1)).toMatchObject({ id: 4, method: 'tasks/result', params: { taskId: 't1' } });
    script.receive(result(4, { content: [] }));
    expect(script.session.log.state.tasks.get('t1')).toMatchObject({
      status: 'completed',
      resultS: expect.any(Number),
    });
    expect(script.session.log.state.pending.size).toBe(0);
  });

  test('that need input send it beside the answer to tasks/result', () => {
    const script = legacy();
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't', task: {} })));
    script.receive(result(2, { task: task('input_required') }));
    expect(script.transport.sent.at(-1)).toMatchObject({ method: 'tasks/result' });
  });

  test('of the extension are looked at, and given the input they ask for', async () => {
    const script = modern({ elicitation: { mode: 'defaults' } });
    script.session.send(callText(2));
    const flat = {
      resultType: 'task',
      taskId: 't1',
      status: 'working',
      createdAt: 'c',
      lastUpdatedAt: 'l',
      ttlMs: null,
      pollIntervalMs: 1,
    };
    script.receive(result(2, flat));
    await eventually(() => expect(script.transport.sent.at(-1)).toMatchObject({ id: 3, method: 'tasks/get' }));
    script.receive(
      result(3, { ...flat, resultType: 'complete', status: 'input_required', inputRequests: { k: FORM } }),
    );
    expect(script.transport.sent.at(-1)).toMatchObject({
      method: 'tasks/update',
      params: { taskId: 't1', inputResponses: { k: { action: 'accept' } } },
    });
    script.receive(result(4, { resultType: 'complete' }));
    await eventually(() => expect(script.transport.sent.at(-1)).toMatchObject({ id: 5, method: 'tasks/get' }));
    script.receive(result(5, { ...flat, resultType: 'complete', status: 'completed', result: { content: [] } }));
    expect(script.session.log.state.tasks.get('t1')).toMatchObject({
      status: 'completed',
      resultS: expect.any(Number),
    });
    expect(script.session.log.state.awaited.size).toBe(0);
  });

  test('that wait for a person are looked at less often, and at their own pace once they have the answer', () => {
    vi.useFakeTimers();
    try {
      const script = modern();
      const polls = (): number => script.transport.texts.filter((text) => text.includes('"tasks/get"')).length;
      script.session.send(callText(2));
      const flat = { taskId: 't1', createdAt: 'c', lastUpdatedAt: 'l', ttlMs: null, pollIntervalMs: 10 };
      script.receive(result(2, { ...flat, resultType: 'task', status: 'working' }));
      vi.advanceTimersByTime(10);
      expect(polls()).toBe(1);
      const asking = { ...flat, resultType: 'complete', status: 'input_required', inputRequests: { k: FORM } };
      script.receive(result(3, asking));
      vi.advanceTimersByTime(4900);
      expect(polls()).toBe(1);
      const update = { taskId: 't1', inputResponses: { k: { action: 'accept' } } };
      const text = JSON.stringify(request(4, 'tasks/update', update)).replace('{"taskId"', `{${META_TEXT},"taskId"`);
      script.session.send(text);
      script.receive(result(4, { resultType: 'complete' }));
      vi.advanceTimersByTime(10);
      expect(polls()).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('are not asked for where they are none, and not again once that is refused', () => {
    vi.useFakeTimers();
    try {
      const asked = (tasks: boolean, given: object): number => {
        const script = host({ revision: '2026-07-28', timeouts: NEVER });
        const capabilities = tasks ? { extensions: { 'io.modelcontextprotocol/tasks': {} } } : {};
        script.receive(result(1, { supportedVersions: ['2026-07-28'], capabilities, resultType: 'complete' }));
        script.session.send(callText(2));
        script.receive(result(2, given));
        for (const id of [3, 4, 5]) {
          vi.advanceTimersByTime(60_000);
          script.receive(failure(id, -32601));
        }
        return script.transport.texts.filter((text) => text.includes('"tasks/get"')).length;
      };
      const flat = { resultType: 'task', taskId: 't1', status: 'working', pollIntervalMs: 10 };
      // The server has not declared the extension; a plain result has a member of this name; a task within another.
      expect(asked(false, flat)).toBe(0);
      expect(asked(true, { resultType: 'complete', content: [], task: task('working') })).toBe(0);
      expect(asked(true, { resultType: 'task', task: task('working') })).toBe(0);
      // Asked once: the server does not know the method.
      expect(asked(true, flat)).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('are left alone when the person follows them', () => {
    const script = legacy({ followTasks: false });
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't', task: {} })));
    const before = script.transport.sent.length;
    script.receive(result(2, { task: task('completed') }));
    expect(script.transport.sent).toHaveLength(before);
  });
});

describe('requests', () => {
  test("carry the person's own _meta in both eras", () => {
    const script = host({ meta: { traceparent: '00-1' }, discover: true });
    script.receive(result(1, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: {} }));
    expect(script.transport.sent.at(-1)).toMatchObject({
      method: 'tools/list',
      params: { _meta: { traceparent: '00-1' } },
    });
    const other = modern({ meta: { traceparent: '00-1' }, logLevel: 'debug' });
    expect(other.transport.sent[0]).toMatchObject({
      params: { _meta: { traceparent: '00-1', [META.logLevel]: 'debug' } },
    });
  });

  test('that the server refuses are no reason to stop', () => {
    const script = legacy();
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't' })));
    script.receive(failure(2, -32602));
    expect(script.session.log.state.connection).toBe('open');
  });
});

test('a form that comes without an object of parameters is refused for these, and no other method is', () => {
  const { receive } = legacy({ refuseAllBut: [], elicitation: { mode: 'defaults' } });
  const code = (message: object): unknown =>
    receive(message).map((each) => (each as { error: { code: number } }).error.code);
  expect(code({ jsonrpc: '2.0', id: 'a', method: 'elicitation/create', params: ['Please'] })).toEqual([-32602]);
  expect(code({ jsonrpc: '2.0', id: 'b', method: 'x/y', params: ['Please'] })).toEqual([-32601]);
});

test('in the per-request era requests of the server are not answered: a client sends no responses there', () => {
  const policy = { ping: true, answerRoots: true, refuseAllBut: [] };
  const asks = (script: Script): unknown =>
    script.receive(request('a', 'ping'), request('b', 'roots/list'), request('c', 'x/y'));
  expect(asks(modern(policy))).toEqual([]);
  expect(asks(legacy(policy))).toHaveLength(3);
});
