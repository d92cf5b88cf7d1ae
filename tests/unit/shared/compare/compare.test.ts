/** Two recordings, operation by operation. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareRecordings,
  NO_MASKS,
  suggestMasks,
  type Comparison,
  type CompareOptions,
  type Masks,
} from '#shared/compare';
import type { EventBody, HeldRecording as Recorded } from '#shared/recording';
import { conversation, eventBody } from '../../arbitraries.ts';
import { c2s, s2c } from '../../script.ts';
import { asked, called, recordedOf, recordedTexts } from '../../recorded-of.ts';
import { runs } from '../../seed.ts';

/** `changed tools/call echo`, for what is not simply equal. */
function unlike({ pairs }: Comparison): string[] {
  return pairs.flatMap(({ verdict, method = '(text)', about }) =>
    verdict === 'equal' ? [] : [[verdict, method, about].filter((each) => each !== undefined).join(' ')],
  );
}
function differences(before: readonly string[], after: readonly string[], options?: CompareOptions): string[] {
  return compareRecordings(recordedTexts(...before), recordedTexts(...after), options).pairs.flatMap((pair) =>
    pair.differences.map(
      ({ path, before: was = '?', after: is = '?', inconsistent }) =>
        `${path}: ${was} to ${is}${inconsistent ? ' inconsistent' : ''}`,
    ),
  );
}
function masked(before: readonly string[], after: readonly string[], options?: CompareOptions): string[] {
  return compareRecordings(recordedTexts(...before), recordedTexts(...after), options).pairs.flatMap((pair) =>
    pair.maskedValues.map(({ path, mask }) => `${mask} ${path}`),
  );
}
const compare = (before: readonly string[], after: readonly string[], options?: CompareOptions): Comparison =>
  compareRecordings(recordedTexts(...before), recordedTexts(...after), options);

describe('what belongs together', () => {
  test('is found by what was asked, whatever the ids and the place', () => {
    const before = [...called(1, 'a', {}, 'A'), ...called(2, 'b', { n: 1 }, 'B'), ...called(3, 'b', { n: 2 }, 'C')];
    const after = [...called(9, 'a', {}, 'A'), ...called(10, 'new', {}, 'N'), ...called(11, 'b', { n: 2 }, 'C')];
    const comparison = compare(before, after);
    expect(unlike(comparison)).toEqual(['extra tools/call new', 'missing tools/call b']);
    expect(comparison).toMatchObject({ same: false, counts: { equal: 2, extra: 1, missing: 1 } });
    expect(comparison.worstFirst.map((index) => comparison.pairs[index]?.verdict)).toEqual([
      'missing',
      'extra',
      'equal',
      'equal',
    ]);
  });

  test('equals are paired in their order', () => {
    const before = [
      ...called(1, 'next', {}, 'one'),
      ...called(2, 'next', {}, 'two'),
      ...called(3, 'next', {}, 'three'),
    ];
    const after = [...called(1, 'next', {}, 'one'), ...called(2, 'next', {}, 'two')];
    expect(unlike(compare(before, after))).toEqual(['missing tools/call next']);
    expect(differences(before, [...called(1, 'next', {}, 'one'), ...called(2, 'next', {}, 'other')])).toEqual([
      '/result/content/0/text: "two" to "other"',
    ]);
  });

  test('a request that changed is compared with the one about the same thing', () => {
    expect(differences(called(1, 'a', { n: 1 }, 'A'), called(1, 'a', { n: 2, m: 3 }, 'A'))).toEqual([
      '/params/arguments/n: 1 to 2',
      '/params/arguments/m: ? to 3',
    ]);
  });

  test('an operation that was not run again is told of, and does not count', () => {
    const before = [...called(1, 'a', {}, 'A'), ...called(2, 'drop', {}, 'B')];
    const leaveOut = new Map([[2, 'not consented to']]);
    expect(compare(before, called(1, 'a', {}, 'A'), { leaveOut })).toMatchObject({
      same: true,
      leftOut: [{ method: 'tools/call', about: 'drop', reason: 'not consented to', side: { op: 1 } }],
    });
  });

  test('what followed from a message that was not run again is no difference: an exit, and what the server said meanwhile', () => {
    const call = (id: number, name: string): EventBody =>
      c2s({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } }, { by: 'user' });
    const said = s2c({ jsonrpc: '2.0', method: 'notifications/odd' });
    const spawn: EventBody = { k: 'process', event: 'spawn', pid: 1 };
    const exit = (code: number): EventBody => ({ k: 'process', event: 'exit', code, signal: null });
    const first = [spawn, call(1, 'a'), s2c({ jsonrpc: '2.0', id: 1, result: {} })];
    const ofSession = (...leaveOut: readonly number[]): unknown => {
      const before = recordedOf([...first, call(2, 'stop'), said, exit(3)]);
      const left = new Map(leaveOut.map((s) => [s, 'not consented to']));
      const { same, facts, pairs } = compareRecordings(before, recordedOf([...first, exit(0)]), { leaveOut: left });
      return { same, facts: facts.map(({ fact }) => fact), pairs: pairs.map(({ verdict }) => verdict) };
    };
    expect(ofSession(3)).toEqual({ same: true, facts: [], pairs: ['equal'] });
    expect(ofSession(1)).toMatchObject({ same: false, facts: ['exit'] });
    // An end of its own is none of what was left out.
    const died = compareRecordings(recordedOf([...first, call(2, 'stop'), exit(3)]), recordedOf([...first, exit(4)]), {
      leaveOut: new Map([[3, 'not consented to']]),
    });
    expect(died).toMatchObject({ same: false, facts: [{ fact: 'exit', before: '3', after: '4' }] });
  });

  test('a notification that was not run again is told of, and does not count', () => {
    const before = [...called(1, 'a', {}, 'A'), '{"jsonrpc":"2.0","method":"notifications/of-its-own"}'];
    const leaveOut = new Map([[2, 'not consented to']]);
    expect(compare(before, called(1, 'a', {}, 'A'), { leaveOut })).toMatchObject({
      same: true,
      leftOut: [{ method: 'notifications/of-its-own', reason: 'not consented to', side: { s: 2 } }],
    });
    expect(compare(before, called(1, 'a', {}, 'A')).same).toBe(false);
  });

  test('malformed text is matched by its bytes, and its silence is compared', () => {
    const closed: EventBody = { k: 'connection', event: 'closed', reason: 'finished' };
    const bad: EventBody = { k: 'message', dir: 'c2s', raw: '{"id":1,}' };
    const answer: EventBody = {
      k: 'message',
      dir: 's2c',
      raw: '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
    };
    const silent = recordedOf([bad, closed]);
    expect(compareRecordings(silent, recordedOf([bad, closed]))).toMatchObject({ same: true, counts: { equal: 1 } });
    const { pairs } = compareRecordings(silent, recordedOf([bad, answer, closed]));
    expect(pairs[0]).toMatchObject({ verdict: 'changed', kind: 'malformed', before: { outcome: 'silence' } });
    expect(pairs[0]?.differences.map(({ path }) => path)).toEqual(['/outcome', '/error']);
  });
});

describe('order', () => {
  const three = ['a', 'b', 'c'].flatMap((name, index) => called(index + 1, name, {}, name));

  test('what went to another place is moved, and only that', () => {
    const after = ['c', 'a', 'b'].flatMap((name, index) => called(index + 1, name, {}, name));
    expect(unlike(compare(three, after))).toEqual(['moved tools/call c']);
    expect(compare(three, after).same).toBe(false);
  });

  test('what was under way at the same time has no order', () => {
    const request = three.filter((_, index) => index % 2 === 0);
    const answers = three.filter((_, index) => index % 2 === 1);
    const [a = '', b = '', c = ''] = request;
    expect(compare([a, b, c, ...answers], [c, b, a, ...answers]).same).toBe(true);
  });
});

describe('values', () => {
  const answered = (json: string): string[] => [
    '{"jsonrpc":"2.0","id":1,"method":"x"}',
    `<{"jsonrpc":"2.0","id":1,"result":${json}}`,
  ];
  test.each([
    ['{"n":9007199254740993}', '{"n":9007199254740992}', ['/result/n: 9007199254740993 to 9007199254740992']],
    ['{"n":1,"m":0.10,"o":1e2,"p":-0}', '{"p":0,"n":1.0,"m":1e-1,"o":100}', []],
    ['{"n":1e400}', '{"n":1e401}', ['/result/n: 1e400 to 1e401']],
    ['{"n":1}', '{"n":"1"}', ['/result/n: 1 to "1"']],
    ['{"a":1,"a":2}', '{"a":2}', ['/result/a: given 2 times to given 1 times']],
    ['[1,2,3]', '[1,3]', ['/result/1: 2 to ?']],
    ['[1,3]', '[0,1,3]', ['/result/0: ? to 0']],
    ['{"a/b":{"~":null}}', '{"a/b":{"~":false}}', ['/result/a~1b/~0: null to false']],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}', ['/result/__proto__/a: 1 to 2']],
    ['{"t":"{\\"a\\":[1,2]}"}', '{"t":"{\\"a\\":[1,5]}"}', ['/result/t#/a/1: 2 to 5']],
  ])('%s and %s', (before, after, expected) => {
    expect(differences(answered(before), answered(after), { masks: { ...NO_MASKS, off: [] } })).toEqual(expected);
  });

  test('JSON in a text that is only written otherwise is masked, and changed without that mask', () => {
    const [one, other] = [called(1, 'a', {}, '{"x":1,"y":2}'), called(1, 'a', {}, '{ "y": 2, "x": 1 }')];
    expect(masked(one, other)).toEqual(['json-text /result/content/0/text']);
    expect(unlike(compare(one, other, { masks: NO_MASKS }))).toEqual(['changed tools/call a']);
  });

  test('outcomes are compared: an answer, an error, a tool’s error', () => {
    const fail = asked(1, 'tools/call', { name: 'a', arguments: {} }, { content: [], isError: true });
    const error = asked(1, 'tools/call', { name: 'a', arguments: {} }, { error: { code: 1, message: 'no' } });
    const good = asked(1, 'tools/call', { name: 'a', arguments: {} }, { content: [] });
    expect(differences(good, fail)).toEqual(['/outcome: "result" to "tool-error"', '/result/isError: ? to true']);
    expect(differences(good, error)[0]).toBe('/outcome: "result" to "error"');
  });
});

describe('masks', () => {
  test.each([
    ['time', 'at 2026-11-20T10:00:00Z', 'at 2026-11-21T11:12:13.5+01:00'],
    ['time', 'Fri, 20 Nov 2026 10:00:00 GMT', 'Sat, 21 Nov 2026 10:00:01 GMT'],
    ['time', 'made at 1:04:34 AM', 'made at 11:05:59 PM'],
    ['time', 'on 2026-11-20', 'on 2026-11-21'],
    ['time', 'stamp 1795168800', 'stamp 1795168900'],
    ['uuid', '(a8fc88d4-0c61-45a9-b3a0-a7150a5babef)', '(9e8c1d0c-6a35-4c4b-9a81-15d596bfea4b)'],
    ['duration', 'took 12.5 ms', 'took 9 ms'],
  ])('%s: “%s” and “%s” count as equal', (mask, before, after) => {
    expect(masked(called(1, 'a', {}, before), called(1, 'a', {}, after))).toEqual([`${mask} /result/content/0/text`]);
    expect(unlike(compare(called(1, 'a', {}, before), called(1, 'a', {}, after), { masks: NO_MASKS }))).toEqual([
      'changed tools/call a',
    ]);
  });

  test.each([
    ['revision 2025-06-18', 'revision 2025-11-25'],
    ['12 apples', '13 apples'],
    ['number 1234567890', 'number 1234567891'],
    ['sha aaaaaaaaaaaaaaaaaaaaaaaa', 'sha bbbbbbbbbbbbbbbbbbbbbbbb'],
    ['v1.2.3', 'v1.2.4'],
  ])('“%s” and “%s” are no noise', (before, after) => {
    expect(unlike(compare(called(1, 'a', {}, before), called(1, 'a', {}, after)))).toEqual(['changed tools/call a']);
  });

  const taskCall = (id: number, task: string): string[] =>
    asked(
      id,
      'tools/call',
      { name: 'slow', arguments: {}, task: {} },
      { task: { taskId: task, status: 'working', createdAt: '2026-11-20T10:00:00Z' } },
    );
  const cancelTask = (id: number, taskId: string): string[] =>
    asked(id, 'tasks/cancel', { taskId }, { taskId, status: 'cancelled' });

  test('an opaque value stands for the same thing wherever it comes back', () => {
    const [a, b, c, d] = ['aaaaaaaaaaaaaaaa1', 'aaaaaaaaaaaaaaaa2', 'cccccccccccccccc1', 'cccccccccccccccc2'];
    const before = [
      ...taskCall(1, a),
      ...taskCall(2, b),
      ...cancelTask(3, a),
      ...called(4, 'see', { of: a }, `for ${a}`),
    ];
    const right = [
      ...taskCall(1, c),
      ...taskCall(2, d),
      ...cancelTask(3, c),
      ...called(4, 'see', { of: c }, `for ${c}`),
    ];
    const wrong = [
      ...taskCall(1, c),
      ...taskCall(2, d),
      ...cancelTask(3, d),
      ...called(4, 'see', { of: d }, `for ${d}`),
    ];
    expect(compare(before, right)).toMatchObject({ same: true, counts: { masked: 4 } });
    expect(differences(before, wrong)).toEqual([
      '/task/status: "cancelled" to "working"',
      '/task/status: "working" to "cancelled"',
      `/params/taskId: "${a}" to "${d}" inconsistent`,
      `/result/taskId: "${a}" to "${d}" inconsistent`,
      `/params/arguments/of: "${a}" to "${d}"`,
      `/result/content/0/text: "for ${a}" to "for ${d}"`,
    ]);
  });

  test('the session id of the transport is followed into texts', () => {
    const session = (id: string): Recorded =>
      recordedOf([
        { k: 'http', x: 'h1', phase: 'request', method: 'POST', url: 'http://127.0.0.1/mcp' },
        { k: 'http', x: 'h1', phase: 'response', status: 200, headers: [['mcp-session-id', id]] },
        ...recordedTexts(...called(1, 'a', {}, `in session ${id}`)).events,
      ]);
    const [one, other] = [session('0123456789abcdef0123'), session('fedcba98765432100123')];
    expect(compareRecordings(one, other)).toMatchObject({ same: true, counts: { masked: 1 } });
    expect(compareRecordings(one, other, { masks: NO_MASKS }).same).toBe(false);
  });

  test('a person’s pointers cover what is below, limited to a method and a tool', () => {
    const before = [...called(1, 'a', {}, 'one'), ...called(2, 'b', {}, 'one')];
    const after = [...called(1, 'a', {}, 'two'), ...called(2, 'b', {}, 'two')];
    const pointers = [{ pointer: '/result/*/0', method: 'tools/call', about: 'a' }];
    const comparison = compare(before, after, { masks: { off: [], pointers } });
    expect(unlike(comparison)).toEqual(['masked tools/call a', 'changed tools/call b']);
    expect(comparison.pairs[0]?.maskedValues).toEqual([
      {
        path: '/result/content/0',
        mask: 'pointer',
        before: '{"type":"text","text":"one"}',
        after: '{"type":"text","text":"two"}',
      },
    ]);
  });

  test('calibration offers what two runs differ in, with the evidence, and nothing more', () => {
    const run = (n: number): Recorded =>
      recordedTexts(
        ...asked(
          1,
          'tools/call',
          { name: 'dice', arguments: {} },
          { structuredContent: { rolls: [n, n + 1], sides: 6 } },
        ),
        ...called(2, 'steady', {}, `at 2026-11-20T10:00:0${n}Z`),
        ...(n === 2 ? called(3, 'now-and-then', {}, '') : []),
      );
    const { suggested, unsteady } = suggestMasks(run(1), run(2));
    expect(suggested).toEqual([
      {
        mask: {
          pointer: '/result/structuredContent/rolls/*',
          pattern: '{number}',
          method: 'tools/call',
          about: 'dice',
        },
        covers: 2,
        evidence: [
          { path: '/result/structuredContent/rolls/0', before: '1', after: '2' },
          { path: '/result/structuredContent/rolls/1', before: '2', after: '3' },
        ],
      },
    ]);
    expect(unsteady).toEqual([{ verdict: 'extra', method: 'tools/call', about: 'now-and-then' }]);
    const masks = { off: [], pointers: suggested.map(({ mask }) => mask) };
    expect(suggestMasks(run(1), run(2), masks).suggested).toEqual([]);
  });
});

describe('what only timing decides', () => {
  const notify = (method: string, params?: unknown): string => `<${JSON.stringify({ jsonrpc: '2.0', method, params })}`;

  test('notifications out of nowhere are counted, told and do not count', () => {
    const call = called(1, 'a', {}, 'A');
    const log = notify('notifications/message', { level: 'info', data: 'x' });
    const comparison = compare([...call, log, log], [...call, log]);
    expect(comparison).toMatchObject({
      same: true,
      ambient: [{ method: 'notifications/message', before: 2, after: 1 }],
    });
    // How often is a matter of the clock, in a strict comparison too; that there are any is not.
    expect(compare([...call, log, log], [...call, log], { strict: true }).same).toBe(true);
    expect(compare([...call, log], [...call], { strict: true }).same).toBe(false);
    const counted: Masks = { off: ['ambient'], pointers: [] };
    expect(compare([...call, log, log], [...call, log], { masks: counted }).same).toBe(false);
  });

  test('polls of a task belong to what created it; its end counts', () => {
    const task = (status: string): unknown => ({ taskId: 'aaaaaaaaaaaaaaaaaa', status });
    const id = { taskId: 'aaaaaaaaaaaaaaaaaa' };
    const create = asked(1, 'tools/call', { name: 'slow', arguments: {} }, { task: task('working') });
    const result = asked(9, 'tasks/result', id, { content: [{ type: 'text', text: 'done' }] });
    const once = [...create, ...asked(2, 'tasks/get', id, task('completed')), ...result];
    const often = [
      ...create,
      ...asked(2, 'tasks/get', id, task('working')),
      ...asked(3, 'tasks/get', id, task('working')),
      notify('notifications/tasks/status', task('completed')),
      ...result,
    ];
    const comparison = compare(once, often);
    expect(comparison).toMatchObject({ same: true, counts: { equal: 1 }, ambient: [] });
    expect(comparison.pairs[0]).toMatchObject({ before: { times: 2 }, after: { times: 3 } });
    expect(differences(once, [...create, ...asked(2, 'tasks/get', id, task('failed'))])).toEqual([
      '/task/status: "completed" to "failed"',
      '/task/result: {"content":[{"type":"text","text":"done"}]} to ?',
    ]);
  });

  test('pages of a list are one listing, whose items are compared as definitions', () => {
    const tool = (name: string): unknown => ({ name, inputSchema: { type: 'object' } });
    const whole = asked(1, 'tools/list', undefined, { tools: [tool('a'), tool('b')] });
    const pages = [
      ...asked(1, 'tools/list', {}, { tools: [tool('b')], nextCursor: 'x' }),
      ...asked(2, 'tools/list', { cursor: 'x' }, { tools: [tool('c')] }),
    ];
    const comparison = compare(whole, pages);
    expect(unlike(comparison)).toEqual([]);
    expect(comparison.definitions.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
      'a tool-removed',
      'c tool-added',
    ]);
    const guessed = asked(3, 'tools/list', { cursor: 'guess' }, { error: { code: -32602, message: 'no' } });
    expect(unlike(compare(whole, [...whole, ...guessed]))).toEqual(['extra tools/list']);
  });

  test('what the server asks meanwhile belongs to the call', () => {
    const [request, answer] = called(1, 'ask', {}, 'thanks');
    const elicit = (message: string): string[] => [
      `<${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'elicitation/create', params: { message } })}`,
      '{"jsonrpc":"2.0","id":0,"result":{"action":"accept"}}',
    ];
    const one = [request, ...elicit('name?'), answer];
    expect(compare(one, one).counts.equal).toBe(1);
    expect(differences(one, [request, ...elicit('age?'), answer])).toEqual([
      '/requests/0/params/message: "name?" to "age?"',
    ]);
    expect(differences(one, [request, answer])).toEqual([
      '/requests: [{"method":"elicitation/create","outcome":"result","params":{"message":"name?"},"result":{"action":"accept"}}] to ?',
    ]);
  });

  test('latency is compared when that is asked for, and counts when that is', () => {
    const events = (ms: number): Recorded => {
      const { header, events: all } = recordedTexts(...called(1, 'a', {}, 'A'));
      return { header, events: all.map((event) => ({ ...event, t: event.s * ms * 1000 })) };
    };
    const threshold = { ratio: 2, ms: 10 };
    expect(compareRecordings(events(20), events(60)).latency).toEqual([]);
    expect(compareRecordings(events(20), events(60), { latency: threshold })).toMatchObject({
      same: true,
      latency: [{ pair: 0, before: 20, after: 60 }],
    });
    expect(compareRecordings(events(1), events(5), { latency: threshold }).latency).toEqual([]);
    expect(compareRecordings(events(20), events(60), { latency: { ...threshold, counts: true } }).same).toBe(false);
  });
});

describe('the session', () => {
  const session = (revision: string, version: string, capabilities: unknown): string[] => [
    ...asked(
      0,
      'initialize',
      { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'c', version } },
      {
        protocolVersion: revision,
        capabilities,
        serverInfo: { name: 's', version },
      },
    ),
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  ];
  test('its facts are compared, and a version number alone does not count', () => {
    const one = session('2025-11-25', '1', { tools: {}, logging: {} });
    expect(compare(one, session('2025-11-25', '2', { tools: {}, logging: {} }))).toMatchObject({
      same: true,
      pairs: [],
      facts: [{ fact: 'server-info', path: '/version', before: '"1"', after: '"2"', counts: false }],
    });
    expect(compare(one, session('2025-06-18', '1', { tools: {}, logging: {} }))).toMatchObject({ same: false });
    expect(compare(one, session('2025-11-25', '1', { tools: {} })).facts).toEqual([
      { fact: 'capability', path: '/logging', before: '{}', counts: true },
    ]);
  });

  test('a process that crashed counts, one that had to be told to end does not', () => {
    const ended = (code: number | null, signal: string | null): Recorded =>
      recordedOf([{ k: 'process', event: 'exit', code, signal }]);
    expect(compareRecordings(ended(0, null), ended(1, null)).same).toBe(false);
    expect(compareRecordings(ended(0, null), ended(null, 'SIGTERM')).same).toBe(true);
  });
});

describe('any recording', () => {
  const recording = fc.oneof(fc.array(eventBody, { maxLength: 30 }), conversation).map(recordedOf);
  test('is the same as itself, and compared with another without throwing', () => {
    fc.assert(
      fc.property(recording, recording, (one, other) => {
        const itself = compareRecordings(one, one, { masks: NO_MASKS });
        expect(itself.pairs.filter(({ verdict }) => verdict !== 'equal')).toEqual([]);
        expect(itself.same).toBe(true);
        const { pairs, counts } = compareRecordings(one, other);
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(pairs.length);
      }),
      { numRuns: runs(200) },
    );
  });

  test('deep, long and many values stay within bounds', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const answer = (json: string): string[] => [
      '{"jsonrpc":"2.0","id":1,"method":"x"}',
      `<{"jsonrpc":"2.0","id":1,"result":${json}}`,
    ];
    expect(compare(answer(deep), answer(`[${deep}]`)).counts.changed).toBe(1);
    const many = (n: number): string => JSON.stringify(Array.from({ length: 5_000 }, (_, index) => index + n));
    const { pairs } = compare(answer(many(0)), answer(many(1)));
    expect(pairs[0]?.differing).toBe(5_000);
    expect(pairs[0]?.differences.length).toBe(100);
  });

  test('of many operations is compared in time that grows with their number', () => {
    const many = (reverse: boolean): Recorded =>
      recordedTexts(
        ...Array.from({ length: 10_000 }, (_, index) =>
          called(index + 1, 'a', { n: reverse ? 10_000 - index : index + 1 }, 'A'),
        ).flat(),
      );
    const began = process.cpuUsage();
    expect(compareRecordings(many(false), many(true)).counts).toMatchObject({ changed: 0, moved: 9_999 });
    // Of the processor, which other tests use too.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(10_000);
  });
});
