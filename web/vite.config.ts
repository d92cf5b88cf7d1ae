import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

export default defineConfig({
  root,
  // Relative addresses, so that the same build also works as a static site in any folder.
  base: './',
  plugins: [svelte({ configFile: `${root}svelte.config.js` }), listAssets()],
  worker: { format: 'es' },
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
      // What nothing is taken from does nothing: one use of a folder does not bring the rest of it to the first screen.
      treeshake: { moduleSideEffects: (id) => (id.startsWith(shared) ? false : undefined) },
      // The page itself, and the one to which authorization servers send the browser back.
      input: { index: `${root}index.html`, authorized: `${root}authorized.html` },
    },
  },
});
