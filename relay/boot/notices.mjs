// The licences of what a build takes in: bundlers say which modules those are, and each module's package has a text.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Texts of packages that are published without theirs, as their repositories have them. */
const SUPPLIED = fileURLToPath(new URL('licences/', import.meta.url));
const LICENCE = /^(?:licen[cs]e|copying|notice|third.?party.?(?:notices?|licenses?))\b/i;
/** Some put the licences of their own build's parts behind theirs. Those parts are not in what they add to ours. */
const OF_A_BUNDLER = /^# Licenses of bundled dependencies/m;
/** Other packages whose code a package has in its own folders; they are installed beside it. */
const TAKEN_IN = [/\/monaco-editor\/.*\/(dompurify|marked)\//];
const LINE = '-'.repeat(100);

/** A plugin for rolldown and Vite that adds to `found` the folder of each package that has code or styles in the result. */
export function collectPackages(found) {
  return {
    name: 'lifeline-packages',
    generateBundle: {
      // Before what merges the files of the bundle into one.
      order: 'pre',
      handler(_options, bundle) {
        const add = (id) => {
          for (const folder of packagesOf(id)) found.add(folder);
        };
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          for (const [id, { renderedLength }] of Object.entries(file.modules)) if (renderedLength > 0) add(id);
        }
        // Styles and fonts have become files, of which no module is known any more.
        for (const id of this.getModuleIds()) if (/\.(?:css|ttf|woff2?|svg)(?:\?|$)/.test(id)) add(id);
      },
    },
  };
}

/** The folders of the packages that a module is of: none for a module of this program, two for one that another took in. */
function packagesOf(id) {
  // Code that the bundlers themselves add.
  const own = /^\0?(vite|rolldown)\//.exec(id)?.[1];
  if (own !== undefined) return [dirname(createRequire(import.meta.url).resolve(`${own}/package.json`))];
  const path = id.replaceAll('\\', '/');
  const [folder, modules] = /^(.*\/node_modules\/)(?:@[^/]+\/)?[^/?]+/.exec(path) ?? [];
  if (folder === undefined) return [];
  const others = TAKEN_IN.flatMap((taken) => taken.exec(path)?.[1] ?? []);
  return [folder, ...others.map((name) => modules + name)];
}

/** The name, version and licence texts of the packages in these folders, by name. Throws for one that has no licence text. */
export function readNotices(folders) {
  const all = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const supplied = join(SUPPLIED, `${name.replace('/', '+')}.txt`);
    const texts = readdirSync(folder)
      .filter((file) => LICENCE.test(file) && !/\.(?:m?[jt]s|json)$/.test(file))
      .sort()
      .map((file) => join(folder, file));
    if (existsSync(supplied)) texts.push(supplied);
    const text = texts.map((path) => readFileSync(path, 'utf8').split(OF_A_BUNDLER)[0].trim()).join('\n\n');
    if (text === '') throw new Error(`${name} is bundled and has no licence text: put it into relay/boot/licences/`);
    return { name: `${name} ${version}`, license: typeof license === 'string' ? license : '', text };
  });
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Notices as a text file: each licence text once, behind the names of the packages that it is of. */
export function noticesText(notices) {
  const byText = new Map();
  for (const notice of notices) {
    const key = notice.text.replace(/\r\n/g, '\n');
    byText.set(key, [...(byText.get(key) ?? []), notice]);
  }
  const parts = [...byText].map(([text, several]) => {
    const names = several.map(({ name, license }) => (license === '' ? name : `${name} (${license})`));
    return `${[...new Set(names)].join('\n')}\n\n${text}\n`;
  });
  return ['Lifeline contains code of other projects. Their names, copyright notices and licences:\n', ...parts].join(
    `\n${LINE}\n`,
  );
}

export function asComment(text) {
  // What would end the comment does not.
  return `<!--\n${text.replace(/--(!?)>/g, '--$1 >')}-->\n`;
}
