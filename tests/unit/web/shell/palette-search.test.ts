/** What the palette finds: the better fit first, then what is near, and nothing that does not fit. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fit, search } from '../../../../web/shell/palette-search.ts';

const named = (...names: readonly string[]): { name: string; near: boolean }[] =>
  names.map((name) => ({ name, near: false }));
const found = (names: readonly string[], text: string): string[] =>
  search(named(...names), text, 9).map(({ name }) => name);

test('equal, then the beginning, then beginnings of words, then a part, then letters in order', () => {
  const names = ['e-c-h-o', 'Say myecho', 'Call echo', 'echo again', 'Echo', 'other'];
  expect(found(names, 'echo')).toEqual(['Echo', 'echo again', 'Call echo', 'Say myecho', 'e-c-h-o']);
  expect(found(names, 'ca ec')).toEqual(['Call echo']);
  expect(found(['调用 echo', '主题：深色'], '深')).toEqual(['主题：深色']);
});

test('of those that fit alike, what is near comes first, and the list has an end', () => {
  const items = [
    { name: 'Tools of the library', near: false },
    { name: 'Tools of the session', near: true },
  ];
  expect(search(items, 'tools', 9).map(({ near }) => near)).toEqual([true, false]);
  expect(search(items, '', 1)).toEqual([items[1]]);
});

test('properties: a name is found by itself, by each beginning and by any of its letters in order', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 20 }), fc.array(fc.boolean()), (name, keep) => {
      fc.pre(name.trim() !== '' && name.toLowerCase() === name);
      expect(fit(name, name)).toBeGreaterThan(0);
      const some = [...name].filter((_, at) => keep[at]).join('');
      expect(fit(name, some)).toBeGreaterThan(0);
      const longer = `${name}x`;
      expect(fit(name, longer)).toBe(0);
    }),
  );
});
