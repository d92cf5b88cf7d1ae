/** What the sources export is used by the product, not by tests alone. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { unusedExports, usesItself, type Export } from './exports.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));

/** Texts of the files below these folders, by path from the top. */
function textsBelow(...folders: readonly string[]): Map<string, string> {
  const paths = folders.flatMap((folder) =>
    readdirSync(`${top}/${folder}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:ts|svelte|mjs)$/.test(entry.name))
      .map((entry) => `${entry.parentPath.slice(top.length + 1)}/${entry.name}`),
  );
  const own = paths.filter((path) => !/\/node_modules\/|\.d\.ts$/.test(path));
  return new Map(own.map((path) => [path, readFileSync(`${top}/${path}`, 'utf8')]));
}

const product = textsBelow('shared', 'relay', 'web');
const all = new Map([...product, ...textsBelow('tests')]);
/** What programs outside use, scripts of the build, and what stands in for modules of the page. */
const ENTRIES = /^(?:relay\/(?:api|boot)|web\/viewer|tests)\//;
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
