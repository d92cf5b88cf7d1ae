/** Which recorded call a mock answers with, what it says of calls that don't fit, and what stands in place of an answer. */
import { describe, expect, test } from 'vitest';
import {
  EXACT_MATCH,
  faultProblem,
  Mock,
  planMock,
  readFault,
  serve,
  Usage,
  type MockAction,
  type MockMatch,
} from '#shared/mock';
import type { HeldRecording as Recorded } from '#shared/recording';
import { asked, called, recordedTexts } from '../../recorded-of.ts';

const request = (id: unknown, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const call = (id: unknown, name: string, args: object = {}): string =>
  request(id, 'tools/call', { name, arguments: args });

/** A started mock: what it answers, in texts or `end 503`, and what was used. */
function mockOf(recorded: Recorded, match: MockMatch = EXACT_MATCH, ...faults: readonly string[]) {
  const plan = planMock(recorded);
  const usage = new Usage();
  const done: MockAction[] = [];
  const statuses: (number | undefined)[] = [];
  const rules = faults.flatMap((text) => readFault(text) ?? []);
  const mock = new Mock(serve(plan, { speed: 0, faults: rules, match }, usage), {
    begin: ({ recorded: { http } }) => void statuses.push(http?.status),
    perform: (action) => void done.push(action),
    now: () => 0,
    later: () => undefined,
    say: () => undefined,
  });
  mock.start();
  const live = (text: string): string[] => {
    const from = done.length;
    mock.receive(text);
    return done.slice(from).map((action) => (action.do === 'message' ? (action.payload.raw ?? '') : action.do));
  };
  return { live, statuses, lines: () => usage.lines(plan) };
}
const textIn = (texts: readonly string[]): string =>
  /"text":"([^"]*)"|"message":"([^"]*)"/.exec(texts[0] ?? '')?.[1] ?? texts.join();

const BY_NAME: MockMatch = { by: 'name', sequence: false };
const IN_SEQUENCE: MockMatch = { by: 'params', sequence: true };

describe('by name', () => {
  test('arguments do not matter, names, pages, tasks and completed arguments do', () => {
    const complete = (id: number, name: string, value: string): string =>
      request(id, 'completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument: { name, value } });
    const recorded = recordedTexts(
      ...called(1, 'a', { x: 1 }, 'a1'),
      ...called(2, 'b', { x: 1 }, 'b'),
      ...called(3, 'a', { x: 2 }, 'a2'),
      ...asked(4, 'tools/list', {}, 'first page'),
      ...asked(5, 'tools/list', { cursor: 'c' }, 'second page'),
      ...asked(6, 'logging/setLevel', { level: 'info' }, 'set'),
      complete(7, 'city', 'L'),
      '<{"jsonrpc":"2.0","id":7,"result":"cities"}',
    );
    const { live } = mockOf(recorded, BY_NAME);
    const answers = [call(1, 'b', { y: 9 }), call(2, 'a', { x: 2 }), call(3, 'a'), call(4, 'a', { z: 1 })];
    expect(answers.map((text) => textIn(live(text)))).toEqual(['b', 'a1', 'a2', 'a2']);
    expect(live(request(5, 'tools/list', { cursor: 'c' }))[0]).toContain('second page');
    expect(live(request(6, 'tools/list'))[0]).toContain('first page');
    expect(live(request(7, 'logging/setLevel', { level: 'debug' }))[0]).toContain('"set"');
    expect(live(complete(8, 'city', 'Lon'))[0]).toContain('cities');
    expect(live(complete(9, 'country', 'L'))[0]).toContain('-32602');
    expect(live(call(10, 'c'))[0]).toContain('the nearest is');
    expect(mockOf(recorded).live(call(1, 'b', { y: 9 }))[0]).toContain('-32602');
  });
});

describe('in sequence', () => {
  const init = asked(0, 'initialize', {}, { serverInfo: { name: 's' } });
  const recorded = recordedTexts(
    ...init,
    ...called(1, 'a', {}, 'a'),
    ...called(2, 'b', { n: 1 }, 'b'),
    ...called(3, 'a', {}, 'again'),
  );

  test('only what comes next is answered; pings and notifications come at any time, and a new client begins anew', () => {
    const { live } = mockOf(recorded, IN_SEQUENCE);
    expect(live(request(1, 'initialize', { v: 2 }))[0]).toContain('serverInfo');
    expect(live(call(2, 'b', { n: 1 }))[0]).toContain(
      'Out of sequence: the recording continues with event 2, tools/call a',
    );
    expect(textIn(live(call(3, 'a')))).toBe('a');
    expect(live(request(4, 'ping'))[0]).toContain('"result":{}');
    expect(live('{"jsonrpc":"2.0","method":"notifications/x"}')).toEqual([]);
    expect(live(call(5, 'b', { n: 2 }))[0]).toContain('-32602');
    expect(live(request(6, 'prompts/list'))[0]).toContain('-32601');
    expect(textIn(live(call(7, 'b', { n: 1 })))).toBe('b');
    expect(textIn(live(call(8, 'a')))).toBe('again');
    expect(live(call(9, 'a'))[0]).toContain('Out of sequence: the recording has no more calls');
    live(request(10, 'initialize'));
    expect(textIn(live(call(11, 'a')))).toBe('a');
  });

  test('by name as well', () => {
    const { live } = mockOf(recorded, { by: 'name', sequence: true });
    expect([call(1, 'a', { x: 1 }), call(2, 'b'), call(3, 'a')].map((text) => textIn(live(text)))).toEqual([
      'a',
      'b',
      'again',
    ]);
  });
});

test('usage: what was called and not recorded, and the other way round, but for handshakes, pings and notifications', () => {
  const recorded = recordedTexts(
    ...asked(0, 'server/discover', {}, {}),
    ...asked(1, 'initialize', {}, {}),
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    ...asked(2, 'ping', undefined, {}),
    ...called(3, 'a', {}, 'a'),
    ...called(4, 'a', {}, 'a'),
    ...called(5, 'b\u001b[2J', {}, 'b'),
  );
  const { live, lines } = mockOf(recorded);
  expect(lines()).toEqual([
    '3 in the recording and not called:',
    '  event 7, tools/call a',
    '  event 9, tools/call a',
    '  event 11, tools/call b␛[2J',
  ]);
  for (const text of [call(1, 'a'), call(2, 'a'), call(3, 'a'), call(4, 'b\u001b[2J')]) live(text);
  expect(lines()).toEqual([]);
  for (const text of [call(5, 'c'), 'no message', request(6, 'ping'), '{"jsonrpc":"2.0","method":"n"}']) live(text);
  expect(lines()).toEqual([
    '2 called and not in the recording:',
    '  Nothing recorded fits tools/call c. The nearest is event 7: name is "c" and was "a".',
    '  Nothing recorded fits a text that is no message.',
  ]);
});

describe('faults in place of an answer', () => {
  const recorded = recordedTexts(
    ...called(1, 'a', {}, 'a'),
    ...called(2, 'b', {}, 'b'),
    ...asked(3, 'tools/list', {}, []),
  );

  test('an error, of one tool, the nth time; notifications before it still come', () => {
    const { live } = mockOf(recorded, EXACT_MATCH, 'error:-32000:Busy: wait@tool=a#2', 'error@tools/list');
    expect(textIn(live(call(1, 'a')))).toBe('a');
    expect(textIn(live(call(2, 'b')))).toBe('b');
    expect(live(call('x', 'a'))).toEqual(['{"jsonrpc":"2.0","id":"x","error":{"code":-32000,"message":"Busy: wait"}}']);
    expect(textIn(live(call(4, 'a')))).toBe('a');
    expect(JSON.parse(live(request(5, 'tools/list'))[0] ?? '')).toMatchObject({ id: 5, error: { code: -32603 } });
    const told = recordedTexts(call(1, 'a'), '<{"method":"note"}', '<{"id":1,"result":{}}');
    expect(mockOf(told, EXACT_MATCH, 'error').live(call(9, 'a'))).toEqual([
      '{"method":"note"}',
      '{"jsonrpc":"2.0","id":9,"error":{"code":-32603,"message":"Internal error: the mock was told to answer so"}}',
    ]);
  });

  test('an error for a batch answers all of it at once', () => {
    const ping = (id: number): string => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
    const batch = recordedTexts(`[${ping(1)},${ping(2)}]`, '<{"id":1,"result":{}}', '<{"id":2,"result":{}}');
    const { live } = mockOf(batch, EXACT_MATCH, 'error:1:no');
    const error = { code: 1, message: 'no' };
    expect(live(`[${ping(7)},${ping(8)}]`).map((text) => JSON.parse(text) as unknown)).toEqual([
      [
        { jsonrpc: '2.0', id: 7, error },
        { jsonrpc: '2.0', id: 8, error },
      ],
    ]);
  });

  test('an HTTP status, of notifications too, with an error as its body, together with drop and disconnect', () => {
    const notes = recordedTexts(...called(1, 'a', {}, 'a'), '{"jsonrpc":"2.0","method":"n"}');
    const { live, statuses } = mockOf(
      notes,
      EXACT_MATCH,
      'status:503@tool=a#1',
      'status:500@n',
      'status:400@tool=a#2',
      'error:-1:no@tool=a#2',
    );
    // The rules for the second call count the calls that they apply to, each by itself.
    expect(live(call(1, 'a'))).toEqual(['end']);
    expect(live('{"jsonrpc":"2.0","method":"n"}')).toEqual(['end']);
    expect(live(call(2, 'a'))).toEqual(['{"jsonrpc":"2.0","id":2,"error":{"code":-1,"message":"no"}}']);
    expect(textIn(live(call(3, 'a')))).toBe('a');
    expect(statuses).toEqual([503, 500, 400, undefined]);
    expect(mockOf(notes, EXACT_MATCH, 'status:503', 'drop').live(call(1, 'a'))).toEqual([]);
    expect(mockOf(notes, EXACT_MATCH, 'status:503', 'disconnect').live(call(1, 'a'))).toEqual(['disconnect']);
  });

  test('are read: values, names with any sign in them, and what is none', () => {
    expect(readFault('drop@resource=file:///a?x=1&y=2#top')).toEqual({
      fault: 'drop',
      ms: 1000,
      method: 'resources/read',
      about: 'file:///a?x=1&y=2#top',
    });
    expect(readFault('error:-32000:a: b, “c” #d@prompts/get=x=y#3')).toEqual({
      fault: 'error',
      ms: 1000,
      error: { code: -32000, message: 'a: b, “c” #d' },
      method: 'prompts/get',
      about: 'x=y',
      nth: 3,
    });
    expect(readFault('drop@tool')).toMatchObject({ method: 'tool' });
    for (const text of [
      'status',
      'status:100',
      'status:600',
      'status:5xx',
      'error:x',
      'error:',
      'error:1:',
      'noise:1',
      'drop@tool=',
      'drop@=a',
    ])
      expect(readFault(text), text).toBeUndefined();
  });

  test('that name nothing are told what there is', () => {
    const problem = (text: string): string | undefined => {
      const rule = readFault(text);
      return rule && faultProblem(rule, planMock(recorded));
    };
    expect(problem('drop@tool=c')).toBe('the recording has no tools/call of c; it has a, b');
    expect(problem('drop@prompt=c')).toBe('the recording has no prompts/get; it has tools/call, tools/list');
    expect(problem('drop@tools/list=x')).toBe('the recording has no tools/list of x');
    for (const text of ['drop', 'drop@ping', 'drop@tool=b#9', 'drop@tools/call']) expect(problem(text)).toBeUndefined();
  });
});
