/** Texts that nothing asks for are not in the dictionaries: each one's name stands somewhere in the code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as shared from '../../../../shared/words/en/index.ts';
import { ROOT } from '../../../relay/support/bundle.mjs';
import { textsIn } from './dictionaries.ts';

const code = ['web', 'shared'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /\.(?:svelte|ts)$/.test(path) && !/i18n\/(?:en|zh-CN)\/|\/words\/(?:en|zh-CN|entry)\.ts$/.test(path),
    )
    .map((path) => readFileSync(join(ROOT, folder, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, '')),
);
const words = new Set(code.flatMap((text) => text.match(/[\w$-]+/g) ?? []));

/** The paths of the members that are named by a word which the code does not have. */
const unused = (value: unknown, path: string): string[] =>
  typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Map
    ? []
    : Object.entries(value).flatMap(([name, member]) => [
        ...(/^[\w-]+$/.test(name) && !words.has(name) ? [`${path}.${name}`] : []),
        ...unused(member, `${path}.${name}`),
      ]);

test('each text of the page is asked for by its name', async () => {
  const own = Object.entries(await textsIn('en')).filter(([name]) => !Object.hasOwn(shared, name));
  expect(own.length).toBeGreaterThan(20);
  expect(own.flatMap(([name, dictionary]) => unused(dictionary, name))).toEqual([]);
  expect(unused({ library: { [['no', 'such', 'text'].join('')]: '' } }, 'made up')).toHaveLength(1);
});
