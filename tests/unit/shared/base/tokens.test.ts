/** Patterns of the filter language. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { glob } from '#shared/base';

test.each([
  ['tools/*', 'tools/call', true],
  ['tools/*', 'tool', false],
  ['*_file', 'delete_FILE', true],
  ['a*a', 'a', false],
  ['a*b*c', 'a.b.c', true],
  ['', '', true],
  ['.', 'x', false],
])('%s fits %s: %s', (pattern, text, fits) => {
  expect(glob(pattern).test(text)).toBe(fits);
});

test('it finds what a regular expression finds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '\n'), maxLength: 12 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '/', '.'), maxLength: 6 });
  fc.assert(
    fc.property(pattern, text, (of, whole) => {
      const source = of.replaceAll('.', '\\.').replaceAll('*', '.*');
      expect(glob(of).test(whole)).toBe(new RegExp(`^${source}$`, 's').test(whole));
    }),
  );
});
