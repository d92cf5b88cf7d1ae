import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { META } from '#shared/mcp';
import { SESSION } from '#shared/session';
import { answerOf } from '../../../../web/explore/answer.ts';
import { cacheHint } from '../../../../web/explore/caching.ts';
import {
  milliseconds,
  NO_OPTIONS,
  sendDetails,
  taskMember,
  taskSupport,
} from '../../../../web/explore/call-options.ts';
import { completes, completionParams } from '../../../../web/explore/completion-params.ts';
import { capabilityPaths, errorData } from '../../../../web/explore/error-data.ts';
import { headerMarks } from '../../../../web/explore/tools/header-marks.ts';
import { isSame, listDiff } from '../../../../web/explore/list-diff.ts';
import { capabilityLines, notDeclared } from '../../../../web/explore/server/server-facts.ts';
import { serverHasTasks, taskOf, taskOutcome } from '../../../../web/session/task-of.ts';
import { c2s, handshake, logOf, notification, request, result, s2c } from '../../script.ts';

describe('the difference between two readings of a list', () => {
  const tool = (name: string, more: object = {}): object => ({ name, ...more });

  it('names what came, went and changed, down to the value', () => {
    const before = [tool('a', { inputSchema: { properties: { x: { type: 'string' } } } }), tool('b'), tool('c')];
    const after = [
      tool('c'),
      tool('a', { inputSchema: { properties: { x: { type: 'number' } } }, title: 'A' }),
      tool('d'),
    ];
    expect(listDiff(before, after, 'name')).toEqual({
      added: ['d'],
      removed: ['b'],
      changed: [
        {
          name: 'a',
          changes: [
            { path: 'inputSchema.properties.x.type', before: '"string"', after: '"number"' },
            { path: 'title', after: '"A"' },
          ],
        },
      ],
      reordered: true,
    });
  });

  it('is none between equal lists, also of items without names or with the same', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (items) => {
        expect(isSame(listDiff(items, structuredClone(items), 'name'))).toBe(true);
      }),
    );
    expect(listDiff([tool('a'), tool('a')], [tool('a')], 'name').removed).toEqual(['a #2']);
  });
});

describe('completion', () => {
  it('gives the other arguments as context from 2025-06-18 on', () => {
    const ref = { type: 'ref/resource', uri: 'w://{country}/{city}' } as const;
    const others = new Map([
      ['country', 'norway'],
      ['city', 'B'],
    ]);
    const argument = { name: 'city', value: 'B' };
    expect(JSON.parse(completionParams(ref, argument, others, '2025-11-25'))).toEqual({
      ref,
      argument,
      context: { arguments: { country: 'norway' } },
    });
    expect(JSON.parse(completionParams(ref, argument, others, '2025-03-26'))).toEqual({ ref, argument });
    expect(JSON.parse(completionParams(ref, argument, new Map(), '2025-11-25'))).toEqual({ ref, argument });
  });

  it('is offered where the capability is, or where there was none yet', () => {
    expect(completes(logOf(...handshake('2025-11-25', { completions: {} })).state)).toBe(true);
    expect(completes(logOf(...handshake('2025-11-25', {})).state)).toBe(false);
    expect(completes(logOf(...handshake('2024-11-05', {})).state)).toBe(true);
  });
});

describe('options of a request', () => {
  it('are whole milliseconds or nothing', () => {
    expect(['', ' 5 ', '0', '1.5', '-1', 'x', '9999999999'].map(milliseconds)).toEqual([
      undefined,
      5,
      0,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(sendDetails(NO_OPTIONS)).toBeUndefined();
    expect(sendDetails({ ...NO_OPTIONS, idle: '0.1', total: 'x' })).toEqual({ limits: { idleMs: 100 } });
  });

  it('let a tool be a task only where both the server and the tool say so', () => {
    const able = logOf(...handshake('2025-11-25', { tasks: { requests: { tools: { call: {} } } } })).state;
    const unable = logOf(...handshake('2025-11-25', { tasks: {} })).state;
    const tool = (support: string): object => ({ execution: { taskSupport: support } });
    expect(taskSupport(able, { ...tool('optional') })).toBe('optional');
    expect(taskSupport(able, { ...tool('required') })).toBe('required');
    expect(taskSupport(able, {})).toBe('forbidden');
    expect(taskSupport(unable, { ...tool('required') })).toBe('forbidden');
    expect(taskMember(NO_OPTIONS, 'optional')).toBeUndefined();
    expect(taskMember(NO_OPTIONS, 'required')).toBe('{}');
    expect(taskMember({ ...NO_OPTIONS, asTask: true, ttl: '60000' }, 'optional')).toBe('{"ttl":60000}');
  });
});

describe('data of errors', () => {
  it('is taken apart where its shape is known', () => {
    expect(errorData(-32022, { supported: ['2026-07-28', 7], requested: 'x' })).toEqual({
      supported: ['2026-07-28'],
      requested: 'x',
    });
    expect(errorData(-32021, { requiredCapabilities: { elicitation: { url: {} }, sampling: {} } })).toEqual({
      requiredCapabilities: ['elicitation.url', 'sampling'],
    });
    expect(
      errorData(-32042, { elicitations: [{ url: 'https://a', elicitationId: 'e' }, { message: 'no url' }] }),
    ).toEqual({
      elicitations: [{ url: 'https://a', elicitationId: 'e' }],
    });
    expect(errorData(-32002, { uri: 'a:b' })).toEqual({ uri: 'a:b' });
    expect(errorData(-32603, 'text')).toEqual({});
  });

  it('never makes anything throw', () => {
    fc.assert(fc.property(fc.integer(), fc.anything(), (code, data) => void errorData(code, data)));
  });
});

describe('what a server declares', () => {
  it('is a line a capability with the paths in it', () => {
    const declared = {
      tools: { listChanged: true },
      tasks: { requests: { tools: { call: {} } }, list: {} },
      logging: {},
      extensions: { 'io.example/x': { deep: {} } },
    };
    expect(capabilityLines(declared)).toEqual([
      { name: 'tools', parts: ['listChanged'] },
      { name: 'tasks', parts: ['requests.tools.call', 'list'] },
      { name: 'logging', parts: [] },
      { name: 'extensions', parts: ['io.example/x'] },
    ]);
    expect(notDeclared(declared, 'handshake')).toEqual(['resources', 'prompts', 'completions']);
    expect(capabilityPaths({ a: false, b: true })).toEqual(['b']);
  });

  it('may be caching hints', () => {
    expect(cacheHint({ ttlMs: 0, cacheScope: 'private' })).toEqual({ ttlMs: 0, scope: 'private' });
    expect(cacheHint({ tools: [] })).toBeUndefined();
  });
});

describe('x-mcp-header', () => {
  const schema = {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      owner: { type: 'object', properties: { 'a/b': { type: 'string', 'x-mcp-header': 'Owner' } } },
    },
  };

  it('marks arguments in the per-request era over HTTP', () => {
    expect([...headerMarks('per-request', 'streamable-http', schema).headers]).toEqual([
      ['/region', 'Mcp-Param-Region'],
      ['/owner/a~1b', 'Mcp-Param-Owner'],
    ]);
    const broken = { properties: { x: { type: 'number', 'x-mcp-header': 'X' } } };
    expect(headerMarks('per-request', 'streamable-http', broken).faults).toMatchObject([{ code: 'not-primitive' }]);
  });

  it('means nothing over stdio or after a handshake', () => {
    expect(headerMarks('per-request', 'stdio', schema).headers.size).toBe(0);
    expect(headerMarks('handshake', 'streamable-http', schema).headers.size).toBe(0);
  });
});

describe('tasks', () => {
  const task = { taskId: 't', status: 'working', createdAt: 'now', lastUpdatedAt: 'now', ttl: null };
  const CAPABILITIES = { tools: {}, tasks: { requests: { tools: { call: {} } } } };

  it('are found by what created them, and give what tasks/result gave', () => {
    const log = logOf(
      ...handshake('2025-11-25', CAPABILITIES),
      c2s(request(2, 'tools/call', { name: 'x', task: {} })),
      s2c(result(2, { task })),
      c2s(request(3, 'tasks/result', { taskId: 't' })),
      s2c(result(3, { content: [] })),
    );
    const found = taskOf(log.state, 1);
    expect(found).toMatchObject({ taskId: 't', status: 'working' });
    expect(found && taskOutcome(log, found)).toMatchObject({ kind: 'result', result: { content: [] } });
    expect(taskOf(log.state, 0)).toBeUndefined();
    // As of an event before the result there is none.
    const before = log.asOf(SESSION, log.length - 3).tasks.get('t');
    expect(before && taskOutcome(log, before)).toBeUndefined();
    expect(serverHasTasks(log.state)).toBe(true);
    expect(serverHasTasks(logOf(...handshake()).state)).toBe(false);
  });

  it('of the extension carry their result or error in themselves', () => {
    const log = logOf(
      ...handshake('2025-11-25', CAPABILITIES),
      s2c(notification('notifications/tasks', { ...task, status: 'failed', error: { code: 1, message: 'no' } })),
      c2s(request(2, 'tasks/get', { taskId: 'u' })),
      s2c(result(2, { ...task, taskId: 'u', status: 'completed', result: { content: [] } })),
    );
    const outcome = (taskId: string): unknown => {
      const found = log.state.tasks.get(taskId);
      return found && taskOutcome(log, found);
    };
    expect(outcome('t')).toEqual({ kind: 'error', error: { code: 1, message: 'no' } });
    expect(outcome('u')).toEqual({ kind: 'result', result: { content: [] } });
  });
});

describe('the end of a request', () => {
  it('is the result of the request that was sent again with input', () => {
    const asks = { resultType: 'input_required', inputRequests: { q: { method: 'roots/list' } }, requestState: 'S' };
    const asked = { name: 'x', _meta: { [META.protocolVersion]: '2026-07-28' } };
    const given = { ...asked, inputResponses: { q: { roots: [] } }, requestState: 'S' };
    const log = logOf(
      c2s(request(1, 'tools/call', asked)),
      s2c(result(1, asks)),
      c2s(request(2, 'tools/call', given)),
      s2c(result(2, { resultType: 'complete', content: [] })),
    );
    const [operation] = log.operations;
    expect(operation && answerOf(log, operation)).toMatchObject({
      outcome: 'result',
      response: { result: { content: [] } },
    });
  });

  it('says which limit passed, or who took it back', () => {
    const log = logOf(
      ...handshake(),
      c2s(request(2, 'tools/call', { name: 'x' })),
      { k: 'timeout', at: 5, limit: 'idle', ms: 300 },
      c2s(request(3, 'tools/call', { name: 'x', _meta: { progressToken: 't' } })),
      s2c(notification('notifications/progress', { progressToken: 't', progress: 1, total: 2, message: 'half' })),
      c2s(notification('notifications/cancelled', { requestId: 3, reason: 'enough' })),
    );
    const answer = (op: number, asOf = log.length): unknown => {
      const operation = log.operationsAsOf(asOf).at(op);
      return operation && answerOf(log, operation);
    };
    expect(answer(1)).toMatchObject({ outcome: 'timeout', ending: { how: 'timeout', limit: 'idle', ms: 300 } });
    expect(answer(2)).toMatchObject({
      outcome: 'cancelled',
      ending: { how: 'cancelled', by: 'client', reason: 'enough' },
      progress: { token: 't', progress: 1, total: 2, message: 'half' },
    });
    expect(answer(2, 7)).toEqual({});
    expect(answer(2, 8)).toEqual({ progress: { token: 't', progress: 1, total: 2, message: 'half' } });
  });
});
