/** The classes of the page: each one in the markup has a style, and each word of the shared styles is used. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'sass';
import { expect, test } from 'vitest';

const web = fileURLToPath(new URL('../../web', import.meta.url));

const read = (path: string): string => readFileSync(join(web, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
const paths = readdirSync(web, { recursive: true, encoding: 'utf8' });
/** What a style sheet comes to; Sass makes it from its source. */
const sheet = (path: string): string => (path.endsWith('.scss') ? compile(join(web, path)).css : read(path));
const shared = paths.filter((path) => /\.s?css$/.test(path)).map(sheet);
const components = paths
  .filter((path) => path.endsWith('.svelte'))
  .map((path) => {
    const [markup = '', style = ''] = read(path)
      .replace(/<script[\s\S]*?<\/script>/g, '')
      .split('<style');
    return { path, markup, style };
  });

/** Classes that a style sheet has rules for. */
const styled = (css: string): string[] => [...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map((match) => match[1] ?? '');
/** Classes that the markup gives by name. */
function named(markup: string): string[] {
  const plain = [...markup.matchAll(/\sclass="([^"]*)"/g)].flatMap((match) =>
    (match[1] ?? '').replace(/\{[^}]*\}/g, ' ').split(/\s+/),
  );
  return [...plain, ...[...markup.matchAll(/\sclass:([\w-]+)/g)].map((match) => match[1] ?? '')].filter((name) => name);
}

test('every class in the markup has a style: its component’s, or a shared one', () => {
  const global = [...shared, ...components.map(({ style }) => [...style.matchAll(/:global\([^)]*\)?/g)].join(' '))];
  const known = new Set(global.flatMap(styled));
  const unknown = components.flatMap(({ path, markup, style }) => {
    const own = new Set(styled(style));
    return named(markup)
      .filter((name) => !own.has(name) && !known.has(name))
      .map((name) => `${path}: ${name}`);
  });
  expect(unknown).toEqual([]);
});

test('every class of the shared styles is used', () => {
  const texts = components.map(({ markup }) => markup).join('\n');
  const scripts = paths
    .filter((path) => /\.(svelte|ts|html)$/.test(path))
    .map(read)
    .join('\n');
  const unused = [...new Set(shared.flatMap(styled))].filter(
    (name) => !named(texts).includes(name) && !new RegExp(`['"\` ]${name}['"\` ]`).test(scripts),
  );
  expect(unused).toEqual([]);
});

test('no two words of the layout give an element the same property', () => {
  const words = paths
    .filter((path) => /(?:layout|space)\.s?css$/.test(path))
    .flatMap((path) => [...sheet(path).matchAll(/\.([\w-]+) \{([^}]*)\}/g)])
    .map(([, word = '', rule = '']) => ({
      word,
      properties: [...rule.matchAll(/([\w-]+):/g)].map((match) => match[1] ?? ''),
    }));
  const twice = components.flatMap(({ path, markup }) =>
    [...markup.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => {
      const given = names.split(/\s+/);
      const properties = words.filter(({ word }) => given.includes(word)).flatMap((each) => each.properties);
      return properties.length === new Set(properties).size ? [] : [`${path}: ${names}`];
    }),
  );
  expect(twice).toEqual([]);
});
