/** Comparison to the digit: what counts although it looks equal, and what is masked because it says nothing. */
import { describe, expect, test } from 'vitest';
import { compareRecordings, NO_MASKS, type Comparison, type Masks } from '#shared/compare';
import { textReport } from '../../../../relay/report/index.ts';
import { asked, called, recordedTexts } from '../../recorded-of.ts';

const compare = (before: readonly string[], after: readonly string[], masks?: Masks): Comparison =>
  compareRecordings(recordedTexts(...before), recordedTexts(...after), masks ? { masks } : {});
const answered = (json: string): string[] => [
  '{"jsonrpc":"2.0","id":1,"method":"x"}',
  `<{"jsonrpc":"2.0","id":1,"result":${json}}`,
];
/** `time /result/n` for each masked value, then the paths that differ. */
const told = ({ pairs }: Comparison): string[] =>
  pairs.flatMap(({ maskedValues, differences }) => [
    ...maskedValues.map(({ mask, path }) => `${mask} ${path}`),
    ...differences.map(({ path, inconsistent }) => `${path}${inconsistent ? ' inconsistent' : ''}`),
  ]);

describe('one number in two forms', () => {
  test.each([
    ['1', '1.0'],
    ['100', '1e2'],
    ['0', '-0'],
  ])('%s and %s: masked, and a difference without that mask', (before, after) => {
    const [one, other] = [answered(`{"n":${before}}`), answered(`{"n":${after}}`)];
    expect(compare(one, other)).toMatchObject({ same: true, counts: { masked: 1 } });
    expect(told(compare(one, other))).toEqual(['number-form /result/n']);
    expect(told(compare(one, other, NO_MASKS))).toEqual(['/result/n']);
  });
});

describe('a token that asks for progress', () => {
  const call = (id: number, n: number, meta?: object): [string, string] =>
    asked(id, 'tools/call', { name: 'a', arguments: { n }, ...(meta ? { _meta: meta } : {}) }, { content: [] });
  test('on one side is no difference, and calls are matched by what they ask all the same', () => {
    const before = [1, 2, 3].flatMap((n) => call(n, n, { progressToken: n }));
    const after = [2, 3].flatMap((n) => call(n, n));
    expect(compare(before, after)).toMatchObject({ counts: { missing: 1, masked: 2, changed: 0 } });
    expect(told(compare(call(1, 1, { progressToken: 1 }), call(1, 1)))).toEqual(['progress-token /params/_meta']);
    expect(told(compare(call(1, 1, { progressToken: 1, own: 1 }), call(1, 1, { own: 1 })))).toEqual([
      'progress-token /params/_meta/progressToken',
    ]);
    expect(compare(call(1, 1, { progressToken: 1 }), call(1, 1), NO_MASKS).same).toBe(false);
  });

  test('on both sides is as the id of its request: equal, and no masked value', () => {
    const [one, other] = [call(5, 1, { progressToken: 5 }), call(4, 1, { progressToken: 4 })];
    expect(compare(one, other)).toMatchObject({ same: true, counts: { equal: 1, masked: 0 } });
    expect(told(compare(one, other, NO_MASKS))).toEqual(['/params/_meta/progressToken']);
  });

  test('progress that was told otherwise is masked, and not in silence', () => {
    const [request, answer] = call(1, 1, { progressToken: 7 });
    const progress = (at: number): string =>
      `<{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":${at}}}`;
    const once = [request, progress(1), answer];
    expect(told(compare(once, [request, progress(1), progress(2), answer]))).toEqual(['progress /progress']);
    expect(told(compare(once, once))).toEqual([]);
    expect(told(compare(once, [request, answer]))).toEqual(['/progress']);
    const [plain, result] = call(1, 1);
    expect(compare(once, [plain, result]).same).toBe(true);
  });
});

describe('a mask covers', () => {
  const texts = (before: string, after: string): string[] =>
    told(compare(called(1, 'a', {}, before), called(1, 'a', {}, after)));
  test.each([
    ['page-2026-11-20T10-00-00-123Z.png', 'page-2026-11-21T11-01-02-003Z.png'],
    ['20261120T100000Z', '20261120T110000Z'],
    ['2026-11-20 10:00:00.5 +0000 UTC m=+0.01', '2026-11-20 10:00:01.5 +0000 UTC m=+0.02'],
    ['Fri Nov 20 10:00:00 UTC 2026', 'Sat Nov 21 10:00:01 UTC 2026'],
    ['[20/Nov/2026:10:00:00 +0000]', '[21/Nov/2026:10:00:01 +0000]'],
    ['Nov 20 10:00:00 host', 'Nov 21 10:00:00 host'],
    ['20.11.2026, 10:00:00', '21.11.2026, 10:00:00'],
    ['3 seconds ago', 'a minute ago'],
  ])('the time in “%s” and “%s”', (before, after) => {
    expect(texts(before, after)).toEqual(['time /result/content/0/text']);
  });
  test.each([
    ['born 1969-07-20T20:17:40Z', 'born 1970-07-20T20:17:40Z'],
    ['at 00:11:22:33:44:55', 'at 00:11:22:33:44:66'],
    ['order id 1795168800', 'order id 1795168801'],
    ['/items/1795168800', '/items/1795168801'],
    ['retry in 5 seconds', 'retry in 6 seconds'],
    ['e\u0301', '\u00e9'],
  ])('not what differs in “%s” and “%s”', (before, after) => {
    expect(texts(before, after)).toEqual(['/result/content/0/text']);
  });

  test.each([
    ['{"orderId":1795168800}', '{"orderId":1795168801}'],
    ['{"ids":[1795168800]}', '{"ids":[1795168801]}'],
    ['{"duration":300}', '{"duration":600}'],
  ])('no number of the data: %s and %s', (before, after) => {
    expect(compare(answered(before), answered(after)).same).toBe(false);
  });
  test.each([
    ['{"createdAt":1795168800}', '{"createdAt":1795168801}'],
    ['{"elapsed":300,"durationMs":3}', '{"elapsed":600,"durationMs":4}'],
  ])('numbers of the run: %s and %s', (before, after) => {
    expect(compare(answered(before), answered(after))).toMatchObject({ same: true, counts: { masked: 1 } });
  });

  test.each([
    ['{"nextCursor":"a"}', '{"nextCursor":null}'],
    ['{"taskId":"a"}', '{"taskId":7}'],
    ['{"requestState":"a"}', '{"requestState":false}'],
  ])('an opaque value, and nothing else in its place: %s and %s', (before, after) => {
    expect(compare(answered(before), answered(after)).same).toBe(false);
  });
  test.each([
    ['10:00:00 \u0001time\u0001', '10:00:00 11:00:00'],
    ['10:00:00', '\u0001time\u0001'],
  ])('no text that reads like what is left of another: %j and %j', (before, after) => {
    expect(texts(before, after)).toEqual(['/result/content/0/text']);
  });

  test('no duration that a client asks for', () => {
    const wait = (ms: number): string[] => called(1, 'wait', { durationMs: ms, text: `${ms} ms` }, 'done');
    expect(told(compare(wait(1), wait(2)))).toEqual(['/params/arguments/durationMs', '/params/arguments/text']);
  });

  test('a UUID that became another only where it stays that', () => {
    const [x, y] = ['a8fc88d4-0c61-45a9-b3a0-a7150a5babef', '9e8c1d0c-6a35-4c4b-9a81-15d596bfea4b'];
    const two = (one: string, other: string): string[] => [
      ...called(1, 'a', {}, one),
      ...called(2, 'b', {}, `p-${other}`),
    ];
    expect(told(compare(two(x, x), two(y, y)))).toEqual(['uuid /result/content/0/text', 'uuid /result/content/0/text']);
    expect(told(compare(two(x, x), two(x, y)))).toEqual(['/result/content/0/text inconsistent']);
    expect(told(compare(two(x, x), two(y, x)))).toEqual([
      'uuid /result/content/0/text',
      '/result/content/0/text inconsistent',
    ]);
  });
});

test('a server that reads the roots once more by its own clock is the same, and other roots are not', () => {
  const roots = (id: number, uri: string): string[] => [
    `<{"jsonrpc":"2.0","id":${id},"method":"roots/list"}`,
    `{"jsonrpc":"2.0","id":${id},"result":{"roots":[{"uri":"${uri}"}]}}`,
  ];
  const call = called(1, 'a', {}, 'x');
  const once = [...roots(1, 'file:///a'), ...call];
  expect(compare(once, [...once, ...roots(2, 'file:///a')])).toMatchObject({ same: true, counts: { equal: 2 } });
  expect(compare(once, [...once, ...roots(2, 'file:///b')])).toMatchObject({ same: false, counts: { extra: 1 } });
  expect(compare(once, call)).toMatchObject({ same: false, counts: { missing: 1 } });
});

describe('what differs in long and in odd texts can be seen', () => {
  const [long, longer] = ['a', 'b'].map((end) => called(1, 'a', {}, `${'x'.repeat(10_000_000)}${end}`));
  test('of ten megabytes in one character', () => {
    const compared = compare(long ?? [], longer ?? []);
    const [difference] = compared.pairs[0]?.differences ?? [];
    expect(difference).toMatchObject({ path: '/result/content/0/text' });
    expect(difference?.before).toMatch(/^"…x+a"$/);
    expect(difference?.after).toMatch(/^"…x+b"$/);
    const text = textReport(compared, { before: 'a', after: 'b', strict: false }, { masked: false });
    expect(text).toMatch(/x+b" \(was: .*x+a"\)/);
  });

  test('in the report where two lines begin alike', () => {
    const line = (end: string): string[] => called(1, 'a', {}, `${'y'.repeat(500)}${end}`);
    const text = textReport(
      compare(line('1'), line('2')),
      { before: 'a', after: 'b', strict: false },
      { masked: false },
    );
    expect(text).toMatch(/…y+2" \(was: …y+1"\)/);
  });

  test('that only a normal form, or a space that is none, tells apart', () => {
    const [difference] =
      compare(called(1, 'a', {}, 'caf\u00e9 1'), called(1, 'a', {}, 'cafe\u0301\u00a01')).pairs[0]?.differences ?? [];
    expect(difference).toMatchObject({ before: '"caf\\u00e9 1"', after: '"cafe\\u0301\\u00a01"' });
  });

  test('in instructions beyond what is held of them', () => {
    const session = (end: string): string[] =>
      asked(
        1,
        'initialize',
        { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
        {
          protocolVersion: '2025-11-25',
          capabilities: {},
          serverInfo: { name: 's', version: '1' },
          instructions: `${'z'.repeat(70_000)}${end}`,
        },
      );
    expect(compare(session('1'), session('1')).same).toBe(true);
    const { same, facts } = compare(session('1'), session('2'));
    expect([same, facts[0]?.before?.at(-1), facts[0]?.after?.at(-1)]).toEqual([false, '1', '2']);
  });
});

test('ten thousand pointers with wildcards are looked up in bounded time', () => {
  const pointers = Array.from({ length: 10_000 }, (_, at) => ({ pointer: `/*/*/*/*/no-${at}` }));
  const many = (n: number): string[] =>
    answered(JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ a: { b: { c: at * 2 + n } } }))));
  const began = process.cpuUsage();
  const [one, other] = [many(0), many(1)];
  expect(compare(one, other, { off: [], pointers }).pairs[0]?.differing).toBe(20_000);
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(10_000);
});
