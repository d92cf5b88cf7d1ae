// node bundle-page.mjs CONFIG LIST: builds with this configuration of Vite, and writes the folders of the packages that are in
// the result to LIST, as JSON.
import { writeFileSync } from 'node:fs';
import { build } from 'vite';
import { collectPackages } from './notices.mjs';
import { ruleParts } from './rule-parts.mjs';

const [configFile, list] = process.argv.slice(2);
const found = new Set();
const parts = ruleParts();
await build({
  configFile,
  logLevel: 'warn',
  plugins: [collectPackages(found), parts],
  // Workers are builds of their own.
  worker: { plugins: () => [collectPackages(found), parts] },
});
writeFileSync(list, JSON.stringify([...found].sort()));
