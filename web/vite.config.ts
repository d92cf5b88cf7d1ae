import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const shared = fileURLToPath(new URL('../shared/', import.meta.url));

/** Names the files of the build in `assets.json`, so that the page can fetch them before it needs them. */
const listAssets = (): Plugin => ({
  name: 'list-assets',
  apply: 'build',
  writeBundle({ dir }) {
    if (dir !== undefined)
      writeFileSync(join(dir, 'assets.json'), JSON.stringify(readdirSync(join(dir, 'assets')).sort()));
  },
});

/**
 * Names one chunk for all that the page needs at once (`first`), so that it comes in one request, and one for what the other page
 * needs of it (`common`), which must not start this one; what is loaded later stays as it would be. Which modules these are is
 * known when the first of them is placed: all were read by then.
 */
function chunkNamed(name: 'first' | 'common'): (id: string, context: ModuleContext) => string | null {
  let own: Set<string> | undefined;
  return (id, context) => {
    if (!own) {
      const other = neededBy(`${root}authorize/authorized.ts`, context);
      const here = [...neededBy(`${root}main.ts`, context)];
      own = new Set(here.filter((each) => other.has(each) === (name === 'common')));
    }
    return own.has(id) ? name : null;
  };
}

function neededBy(entry: string, context: ModuleContext): Set<string> {
  const needed = new Set([entry]);
  // A set that grows while it is walked is walked to its end.
  for (const each of needed) {
    const info = context.getModuleInfo(each);
    for (const imported of info?.importedIds ?? []) if (!isIndex(imported)) needed.add(imported);
    for (const { from, names } of passedOn(each, info))
      if (isIndex(from)) for (const { name } of names) needed.add(definitionOf(name, from, context));
  }
  return needed;
}

/** Of the index of a folder in shared/ only the modules are needed whose exports are imported. */
const isIndex = (id: string): boolean => id.startsWith(shared) && id.endsWith('/index.ts');

/** The module that exports `name` by way of an index; the index itself, with everything, for `*`. */
function definitionOf(name: string, index: string, context: ModuleContext): string {
  for (const { from, names } of passedOn(index, context.getModuleInfo(index)))
    for (const passed of names) {
      const isIt = passed.name === '*' ? context.getModuleInfo(from)?.exports.includes(name) : passed.as === name;
      if (isIt) return isIndex(from) ? definitionOf(passed.name === '*' ? name : passed.name, from, context) : from;
    }
  return index;
}

/** What a module imports, or exports, from others by name; `*` stands for all. */
function passedOn(id: string, info: ModuleInfo | null): { from: string; names: { name: string; as: string }[] }[] {
  const clauses = (info?.code ?? '').matchAll(
    /^\s*(?:import|export)\s*(?:(\*)[^'"]*?|\{([^}]*)\})\s*from\s*['"]([^'"]+)['"]/gm,
  );
  return [...clauses].map(([, all, list = '', to = '']) => ({
    from: to.startsWith('#shared/') ? join(shared, to.slice(8), 'index.ts') : join(dirname(id), to),
    names: (all ?? list)
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '' && !each.startsWith('type '))
      .map((each) => ({ name: each.replace(/ as .*/s, ''), as: each.replace(/.* as /s, '') })),
  }));
}
interface ModuleInfo {
  readonly code: string | null;
  readonly exports: readonly string[];
  readonly importedIds: readonly string[];
}
interface ModuleContext {
  getModuleInfo(id: string): ModuleInfo | null;
}

/** What nothing is taken from does nothing: one use of a folder does not bring the rest of it to the first screen, or to a task. */
const treeshake = { moduleSideEffects: (id: string) => (id.startsWith(shared) ? false : undefined) };

export default defineConfig({
  root,
  // Relative addresses, so that the same build also works as a static site in any folder.
  base: './',
  plugins: [svelte({ configFile: `${root}svelte.config.js` }), listAssets()],
  worker: {
    format: 'es',
    // Written as the page is: what both have as a chunk of its own, such as the words of rules, is one file.
    rolldownOptions: { checks: { pluginTimings: false }, treeshake, output: { topLevelVar: true } },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Monaco is one large chunk by nature; it is loaded only when an editor is first shown.
    chunkSizeWarningLimit: 5000,
    // Inlined assets would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Where a build spends its time is of interest to nobody who only wants to start the program.
    rolldownOptions: {
      checks: { pluginTimings: false },
      treeshake,
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: chunkNamed('common'), tags: ['$initial'], priority: 2 },
            { name: chunkNamed('first'), tags: ['$initial'], priority: 1 },
          ],
        },
      },
      // The page itself, and the one to which authorization servers send the browser back.
      input: { index: `${root}index.html`, authorized: `${root}authorized.html` },
    },
  },
});
