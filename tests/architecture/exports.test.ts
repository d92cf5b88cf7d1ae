/** What the sources export is used by the product, not by tests alone. */
import { describe, expect, test } from 'vitest';
import { unusedExports, usesItself, type Export } from './exports.ts';
import { filesBelow, textOf } from './files.ts';

const textsBelow = (...folders: readonly string[]): (readonly [path: string, text: string])[] =>
  folders.flatMap(filesBelow).map((path) => [path, textOf(path)]);
const product = new Map(textsBelow('shared', 'relay', 'web'));
const all = new Map([...product, ...textsBelow('tests')]);
/** What programs outside use, scripts of the build, what stands in for modules of the page, and what is loaded when a tap is armed. */
const ENTRIES = /^(?:(?:relay\/(?:api|boot)|web\/viewer|tests)\/|relay\/tap\/stdio\/armed-tap\.ts$)/;
const listed = (found: readonly Export[]): string[] => found.map(({ file, name }) => `${name} of ${file}`);

describe('exports', () => {
  test('what only tests use, or nothing, is not in the product', () => {
    const unused = unusedExports(product, ENTRIES).filter(
      (each) => !each.passedOn && !usesItself(product.get(each.file) ?? '', each.name),
    );
    expect(listed(unused)).toEqual([]);
  });

  test('nothing is exported or passed on that no file takes, but types', () => {
    const idle = unusedExports(all, ENTRIES).filter(({ passedOn, type }) => passedOn || !type);
    expect(listed(idle)).toEqual([]);
  });

  test('an export is found through the files that pass it on', () => {
    const sources = new Map([
      [
        'a/one.ts',
        'export const kept = 1;\nexport function lost() {}\nexport class Odd {}\nconst inner = kept;\nexport { inner as out };',
      ],
      ['a/two.ts', "export * from './one.ts';"],
      ['a/index.ts', "export { kept, type Odd as Even, out } from './two.ts';"],
      [
        'b/use.svelte',
        "<script module>export const shown = 1;</script><script>import { kept } from '../a/index.ts'; export function go() {}</script>",
      ],
      ['b/all.ts', "const whole = import('./use.svelte');"],
    ]);
    expect(listed(unusedExports(sources, /^none/))).toEqual([
      'lost of a/one.ts',
      'Odd of a/one.ts',
      'out of a/one.ts',
      'Even of a/index.ts',
      'out of a/index.ts',
    ]);
  });
});
