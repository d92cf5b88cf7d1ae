/**
 * Builds the page of an exported recording: one HTML file without any reference to another, in which the recording's data is
 * still missing (`toHtml` of shared/export puts it in). What cannot work there (Monaco, the composer, worker files) is
 * replaced module by module; everything else is the page's own.
 */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Modules of the page, by their path in web/, and what stands in for them. */
const STAND_INS: ReadonlyMap<string, string> = new Map([
  ['ui/editor/Editor.svelte', 'viewer/TextView.svelte'],
  ['base/abilities.ts', 'viewer/abilities.ts'],
  ['base/engine.worker.ts', 'viewer/judge.worker.ts'],
  ['explore/Arguments.svelte', 'viewer/Nothing.svelte'],
  ['explore/CallOptions.svelte', 'viewer/Nothing.svelte'],
  ['details/SchemaAdvice.svelte', 'viewer/Nothing.svelte'],
]);

/** What must not get in, not even unused: it would reach for the relay or the network, or outweigh all the rest. */
const KEPT_OUT = /^(?:session\/(?:relay|direct)\/|workspace\/(?!open\/ImportedLine)|ui\/editor\/monaco|compose\/)/;

/** Resolve imports of the modules above to their stand-ins, and put workers into the script that starts them. */
function standIns(): Plugin {
  return {
    name: 'lifeline-stand-ins',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.startsWith('.')) return null;
      const [file = '', as] = source.split('?');
      const resolved = await this.resolve(file, importer, { skipSelf: true });
      const path = resolved?.id.startsWith(root) ? resolved.id.slice(root.length) : undefined;
      if (path === undefined) return null;
      const other = STAND_INS.get(path);
      if (as === 'worker') return `${root}${other ?? path}?worker&inline`;
      if (other !== undefined) return root + other;
      if (KEPT_OUT.test(path)) this.error(`${path} is not for the viewer, but ${importer ?? 'something'} imports it`);
      return null;
    },
  };
}

/** Nothing may be loaded from anywhere, and no script may run but the one whose hash is named. */
function policy(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return [
    `default-src 'none'`,
    `script-src 'sha256-${hash}'`,
    // Made by that script from its own text.
    'worker-src blob:',
    `style-src 'unsafe-inline'`,
    'img-src data: blob:',
    'media-src data: blob:',
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
}

/** Put the script and the styles into viewer/viewer.html, in place of the files they would be. */
function oneFile(): Plugin {
  return {
    name: 'lifeline-one-file',
    enforce: 'post',
    generateBundle: {
      // After the styles have become a file, and the script has its last form.
      order: 'post',
      handler(_options, bundle) {
        let script = '';
        let style = '';
        for (const [name, file] of Object.entries(bundle)) {
          if (file.type === 'chunk' && file.isEntry && script === '') script = file.code;
          else if (file.type === 'asset' && name.endsWith('.css')) style += String(file.source);
          else this.error(`${name} has no place in a single file`);
          Reflect.deleteProperty(bundle, name);
        }
        // An HTML parser takes these for its own, wherever they stand; in JavaScript they occur in texts only.
        script = script.replace(/<(?=\/script|!--)/gi, '\\x3C');
        const html = readFileSync(`${root}viewer/viewer.html`, 'utf8')
          .replace('content=""', () => `content="${policy(script)}"`)
          .replace('<style></style>', () => `<style>${style.replaceAll('</', '<\\/')}</style>`)
          .replace('<script type="module"></script>', () => `<script type="module">${script}</script>`);
        this.emitFile({ type: 'asset', fileName: 'viewer.html', source: html });
      },
    },
  };
}

const shared = fileURLToPath(new URL('../shared/', import.meta.url));
/** As in the page: what nothing is taken from does nothing. */
const treeshake = { moduleSideEffects: (id: string) => (id.startsWith(shared) ? false : undefined) };

export default defineConfig({
  root,
  plugins: [standIns(), svelte({ configFile: `${root}svelte.config.js` }), oneFile()],
  // A page from disk has no origin, without which browsers load no worker that is a module.
  worker: { format: 'iife', rolldownOptions: { checks: { pluginTimings: false }, treeshake } },
  publicDir: false,
  build: {
    outDir: '../dist/viewer',
    emptyOutDir: true,
    target: 'es2023',
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      checks: { pluginTimings: false },
      treeshake,
      input: `${root}viewer/main.ts`,
      output: { codeSplitting: false },
    },
  },
});
