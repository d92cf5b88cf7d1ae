/** Every dictionary of the page: what each feature uses, and each feature's own, by their folders. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Language } from '#shared/words';
import { Texts } from '../../../../web/base/i18n/index.svelte.ts';
import * as en from '../../../../web/base/i18n/en/all.ts';
import * as zh from '../../../../web/base/i18n/zh-CN/all.ts';
import { ROOT } from '../../../relay/support/bundle.mjs';

/** Files with words of features, below web/: one for each language, and those with what leads to the feature in both. */
export const wordFiles = readdirSync(join(ROOT, 'web'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\/words\/(?:entry|en|zh-CN)\.ts$/.test(path))
  .map((path) => join('web', path));

async function entries(language: Language): Promise<[path: string, texts: unknown][]> {
  const files = wordFiles.filter((path) => path.endsWith('/entry.ts'));
  const modules = await Promise.all(files.map((path): Promise<object> => import(join(ROOT, path))));
  return files.flatMap((path, at) =>
    Object.entries(modules[at] ?? {}).map(([name, texts]): [string, unknown] => [
      `${path} ${name}`,
      texts instanceof Texts ? texts.in(language) : undefined,
    ]),
  );
}

/** All texts of one language; the names of members are the same in each. */
export async function textsIn(language: Language): Promise<{ readonly [name: string]: unknown }> {
  const own = wordFiles.filter((path) => path.endsWith(`words/${language}.ts`));
  const modules = await Promise.all(own.map((path): Promise<unknown> => import(join(ROOT, path))));
  return {
    ...(language === 'en' ? en : zh),
    ...Object.fromEntries([...own.map((path, at) => [dirname(path), modules[at]]), ...(await entries(language))]),
  };
}
