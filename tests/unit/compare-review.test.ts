/** Comparison where it is easy to go wrong: places with odd names, JSON within JSON, exact numbers, equals, batches. */
import { describe, expect, test } from 'vitest';
import { compareRecordings, readMasks, writeMasks, type Masks } from '#shared/compare';
import { htmlReport, junitReport } from '../../relay/report/index.ts';
import { asked, called, recordedTexts } from './recorded-of.ts';

const result = (value: unknown): ReturnType<typeof recordedTexts> =>
  recordedTexts(...asked(1, 'tools/call', { name: 't', arguments: {} }, { structuredContent: value }));
const differ = (before: unknown, after: unknown, masks?: Masks): string[] =>
  compareRecordings(result(before), result(after), masks ? { masks } : {}).pairs.flatMap(({ differences }) =>
    differences.map(({ path }) => path),
  );

describe('places', () => {
  test.each([
    ['a/b~c#d*', '/result/structuredContent/a~1b~0c~2d*'],
    ['~1', '/result/structuredContent/~01'],
    ['', '/result/structuredContent/'],
    ['__proto__', '/result/structuredContent/__proto__'],
  ])('named %j are told, and masked by what was told', (name, path) => {
    const value = (to: number): unknown => JSON.parse(`{${JSON.stringify(name)}:${to}}`);
    expect(differ(value(1), value(2))).toEqual([path]);
    expect(differ(value(1), value(2), { off: [], pointers: [{ pointer: path }] })).toEqual([]);
    expect(differ(value(1), value(2), { off: [], pointers: [{ pointer: `${path}x` }] })).toEqual([path]);
  });

  test('in JSON in texts in texts in texts', () => {
    const text = (n: number): string => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify([{ c: n }]) }) });
    const path = '/result/structuredContent/x#/a#/b#/0/c';
    expect(differ({ x: text(1) }, { x: text(2) })).toEqual([path]);
    expect(differ({ x: text(1) }, { x: text(2) }, { off: [], pointers: [{ pointer: path }] })).toEqual([]);
  });
});

test('numbers are equal when they are the same number, digit by digit', () => {
  const raw = (n: string) =>
    recordedTexts('{"jsonrpc":"2.0","id":1,"method":"m","params":{}}', `<{"jsonrpc":"2.0","id":1,"result":{"n":${n}}}`);
  const same = (one: string, other: string): boolean => compareRecordings(raw(one), raw(other)).same;
  expect([same('1', '1.0'), same('100', '1e2'), same('-0', '0'), same('0.10', '1E-1')]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([same('9007199254740993', '9007199254740992'), same('1e400', '1e401'), same('1', '"1"')]).toEqual([
    false,
    false,
    false,
  ]);
});

test('a list with equal items: one more or less is told once', () => {
  expect(differ([1, 1, 1], [1, 1])).toHaveLength(1);
  expect(differ([1, 2, 1], [1, 2, 2, 1])).toHaveLength(1);
  expect(differ([{ a: 1 }, { a: 1 }], [{ a: 1 }, { a: 2 }])).toEqual(['/result/structuredContent/1/a']);
});

describe('operations', () => {
  const verdicts = (one: readonly string[], other: readonly string[]): string[] =>
    compareRecordings(recordedTexts(...one), recordedTexts(...other)).pairs.map(({ verdict }) => verdict);
  const [a, b] = [called(1, 'a', {}, 'x'), called(2, 'b', {}, 'y')];

  test('equals do not move among each other', () => {
    const again = called(3, 'a', {}, 'x');
    expect(verdicts([...a, ...again, ...b], [...again, ...a, ...b])).toEqual(['equal', 'equal', 'equal']);
    expect(verdicts([...a, ...again, ...b], [...b, ...a, ...again]).filter((each) => each === 'moved')).toHaveLength(1);
  });

  test('without an answer differ from those with one, and not from each other', () => {
    const [request] = a;
    expect(verdicts([request], a)).toEqual(['changed']);
    expect(verdicts([request], [request])).toEqual(['equal']);
    expect(verdicts(a, [])).toEqual(['missing']);
    expect(verdicts([], a)).toEqual(['extra']);
  });

  test('in a batch are compared one by one', () => {
    const batch = (answer: string): string[] => [
      '[{"jsonrpc":"2.0","id":1,"method":"m","params":{}},{"jsonrpc":"2.0","id":2,"method":"n","params":{}}]',
      `<[{"jsonrpc":"2.0","id":1,"result":{"v":"${answer}"}},{"jsonrpc":"2.0","id":2,"result":{}}]`,
    ];
    expect(verdicts(batch('x'), batch('x'))).toEqual(['equal', 'equal']);
    expect(verdicts(batch('x'), batch('y'))).toEqual(['changed', 'equal']);
  });

  test('of the server are compared by what they ask, and by what was answered', () => {
    const roots = (id: number, uri: string): string[] => [
      `<{"jsonrpc":"2.0","id":${id},"method":"roots/list"}`,
      `{"jsonrpc":"2.0","id":${id},"result":{"roots":[{"uri":"${uri}"}]}}`,
    ];
    expect(verdicts(roots(1, 'file:///a'), roots(7, 'file:///a'))).toEqual(['equal']);
    expect(verdicts(roots(1, 'file:///a'), roots(7, 'file:///b'))).toEqual(['changed']);
  });
});

test('a JUnit file fails where the comparison does: slower answers and notifications, when they count', () => {
  const context = { before: 'a', after: 'b', strict: true };
  const [request = '', answer = ''] = called(1, 't', {}, 'x');
  const at = (ms: number, ...texts: readonly string[]) => {
    const { header, events } = recordedTexts(...texts);
    return { header, events: events.map((event, index) => ({ ...event, t: index * ms * 1000 })) };
  };
  const slower = compareRecordings(at(1, request, answer), at(1000, request, answer), {
    latency: { ratio: 2, ms: 50, counts: true },
  });
  expect(slower.same).toBe(false);
  expect(junitReport({ comparison: slower }, context)).toMatch(/failures="1"/);
  const told = '<{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}';
  const noisy = compareRecordings(recordedTexts(request, answer), recordedTexts(request, answer, told), {
    strict: true,
  });
  expect(noisy.same).toBe(false);
  expect(junitReport({ comparison: noisy }, context)).toMatch(/failures="1"/);
});

test('reports hold what is hostile: control characters, ends of sections and of styles', () => {
  const hostile = 'x]]></failure></style></title><script>alert(1)</script>\0\u0008\ud800\ufffe"\'&';
  const comparison = compareRecordings(result({ [hostile]: hostile }), result({ [hostile]: `${hostile}2` }));
  const context = { before: hostile, after: hostile, strict: false };
  const xml = junitReport({ comparison }, context);
  expect(xml).not.toMatch(/[\0\u0008\ufffe]|\p{Surrogate}|<script|<\/style/u);
  expect(xml.match(/<\/failure>/g)).toHaveLength(1);
  expect(xml.replaceAll(/<\?xml[^>]*\?>|<\/?[a-z]+(?: [a-z]+="[^"<]*")*\/?>/g, '')).not.toMatch(/[<>]/);
  const html = htmlReport(comparison, context);
  expect(html).not.toMatch(/<script/i);
  expect(html.match(/<\/style>/g)).toHaveLength(1);
});

test('what this version can not use of a masks file is written again as it was', () => {
  const text = JSON.stringify({
    mcprecMasks: 1,
    off: ['uuid', 'of-a-later-version'],
    pointers: [{ pointer: '/result/x', more: 1 }, { selector: 'of a later version' }],
    later: true,
  });
  const read = readMasks(text);
  expect(read.ok && read.problems).toHaveLength(2);
  expect(JSON.parse(writeMasks((read as { readonly masks: Masks }).masks))).toEqual(JSON.parse(text));
});
