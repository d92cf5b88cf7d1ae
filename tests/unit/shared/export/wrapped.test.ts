/** Texts as lines of a terminal or a list. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { width, wrapped } from '#shared/export';

test.each([
  ['设置流的编码；PowerShell 默认可能输出。', 22, ['设置流的编码；', 'PowerShell 默认可能输', '出。']],
  ['名称，类型，值', 6, ['名称，', '类型，', '值']],
  ['set `new UTF8Encoding(false)` first', 28, ['set', '`new UTF8Encoding(false)`', 'first']],
  ['a b c', 3, ['a b', 'c']],
  ['abcdefgh', 3, ['abc', 'def', 'gh']],
] as const)('%s in %i columns', (text, most, lines) => {
  expect(wrapped(text, most)).toEqual(lines);
});

const textOf = (...parts: string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...parts)).map((each) => each.join(''));
const columns = fc.integer({ min: 8, max: 40 });

test('nothing is lost, and no line is too long', () => {
  const mixed = textOf('名', '类型', 'word', 'x', ' ', '，', '。', '（', '）', '`', '`a b`', '.', '😀');
  fc.assert(
    fc.property(mixed, columns, (text, most) => {
      const lines = wrapped(text, most);
      expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      for (const line of lines) expect(width(line)).toBeLessThanOrEqual(most);
    }),
  );
});

test('no line begins with what closes, and none ends with what opens', () => {
  const punctuated = textOf('名', '类型', '值，', '（值）', 'x，', '。', ' word').filter(
    (text) => !/(?:^|[，。）])。/.test(text),
  );
  fc.assert(
    fc.property(punctuated, columns, (text, most) => {
      for (const line of wrapped(text, most)) expect(line).toMatch(/^[^，。）].*[^（]$|^[^，。）]$/u);
    }),
  );
});
