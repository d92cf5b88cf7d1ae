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

describe('an item that came or went changes none of those behind it', () => {
  const at = '/result/structuredContent/';
  const named = (member: string, ...names: readonly string[]): unknown[] =>
    names.map((name) => ({ [member]: name, size: name.length }));

  test.each(['name', 'uri', 'id'])('where each has a %s, also when others changed', (member) => {
    const before = named(member, 'a', 'bb', 'ccc', 'dddd');
    const after = [{ [member]: 'new', size: 1 }, ...named(member, 'a', 'bb', 'ccc'), { [member]: 'dddd', size: 9 }];
    expect(differ(before, after)).toEqual([`${at}0`, `${at}3/size`]);
    expect(differ(after, before)).toEqual([`${at}0`, `${at}4/size`]);
  });

  test('by their values, in lists of one length too, and where others changed', () => {
    expect(differ(['a', 'b', 'c', 'd'], ['e', 'a', 'b', 'c'])).toEqual([`${at}0`, `${at}3`]);
    expect(differ([1, 2, 3, 4], [9, 1, 2, 3, 5])).toEqual([`${at}0`, `${at}3`]);
    expect(differ(['a', 'b', 'c', 'd'], ['new', 'a', 'b', 'c', 'e'])).toEqual([`${at}0`, `${at}3`]);
    expect(differ([['a'], ['b'], ['c'], ['d']], [['n'], ['a'], ['b'], ['d'], ['c']]).length).toBe(3);
    const text = (...items: readonly string[]): unknown => JSON.stringify({ items });
    expect(differ(text('a', 'b', 'c'), text('new', 'a', 'b', 'd'))).toHaveLength(2);
  });

  test('what has no equal goes by its place, as numbers do in lists of one length, and names that are not of one item each say nothing', () => {
    expect(differ([1, 2, 3], [2, 3, 4])).toEqual([`${at}0`, `${at}1`, `${at}2`]);
    expect(differ(['a', 'b'], ['b', 'c'])).toEqual([`${at}0`, `${at}1`]);
    expect(differ(named('name', 'a', 'a', 'bb'), named('name', 'a', 'ccc', 'a', 'bb'))).toEqual([`${at}1`]);
    expect(differ([{ id: 1, v: 1 }], [{ id: 2, v: 1 }])).toEqual([`${at}0/id`]);
  });

  test('at any size and depth in a moment', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `item ${n}`);
    expect(differ(many, ['new', ...many.slice(0, -1), 'last'])).toHaveLength(2);
    const deep = (last: number): unknown => {
      let list: unknown = [last];
      for (let depth = 0; depth < 400; depth++) list = [depth, list];
      return list;
    };
    expect(differ(deep(1), deep(2))).toHaveLength(1);
  });
});

test('a list with equal items: one more or less is told once', () => {
  expect(differ([1, 1, 1], [1, 1])).toHaveLength(1);
  expect(differ([1, 2, 1], [1, 2, 2, 1])).toHaveLength(1);
  expect(differ([{ a: 1 }, { a: 1 }], [{ a: 1 }, { a: 2 }])).toEqual(['/result/structuredContent/1/a']);
});
