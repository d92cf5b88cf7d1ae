/** A feature's words come with it: neither before, with the first screen, nor after it, when it is shown already. */
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, textOf } from './files.ts';

const pages = filesBelow('web');
const code = new Map(pages.map((path) => [path, textOf(path).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')]));

/** Files that are evaluated with `entry`, itself included. */
function evaluatedWith(entry: string): Set<string> {
  const files = new Set([entry]);
  for (const each of files)
    for (const [, to = ''] of (code.get(each) ?? '').matchAll(
      /^\s*(?:import|export) (?!type )(?:[^';]* from )?'(\.[^']*)'/gm,
    )) {
      const file = join(dirname(each), to);
      if (code.has(file)) files.add(file);
    }
  return files;
}
const declares = (files: Set<string>): string[] =>
  [...files].filter((path) => path.endsWith('/words/index.ts') || path === 'web/base/i18n/all.ts');

test.each(['web/main.ts', 'web/authorize/authorized.ts'])('%s has no words that are fetched later', (entry) => {
  const files = evaluatedWith(entry);
  expect(files.size).toBeGreaterThan(10);
  expect(declares(files)).toEqual([]);
});

test('what is imported when it is wanted is waited for with its words', () => {
  let seen = 0;
  const bare = pages.flatMap((path) =>
    [...(code.get(path) ?? '').matchAll(/(\w+\(|new Later\(\(\) => )?import\('(\.[^']*)'\)/g)].flatMap(
      ([whole, before = '', to = '']) => {
        if (declares(evaluatedWith(join(dirname(path), to))).length === 0) return [];
        seen++;
        return ['withWords(', 'new Later(() => '].includes(before) ? [] : [`${path}: ${whole}`];
      },
    ),
  );
  expect(bare).toEqual([]);
  expect(seen).toBeGreaterThan(5);
});
