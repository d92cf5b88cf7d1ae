/** Where values differ: places with odd names, JSON within JSON, exact numbers, lists with equal items. */
import { describe, expect, test } from 'vitest';
import { compareRecordings, type Masks } from '#shared/compare';
import { asked, recordedTexts } from '../../recorded-of.ts';

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
