import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const top = fileURLToPath(new URL('..', import.meta.url));

/** Three projects, in the order in which they are cheap: plain code, real servers, the page in a real browser. */
export default defineConfig({
  root: top,
  plugins: [svelte({ configFile: `${top}web/svelte.config.js` })],
  test: {
    // Two cores: more workers than that only make the browser slow.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/architecture/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'relay',
          include: ['tests/relay/**/*.test.ts', 'tests/system/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          globalSetup: ['tests/browser/setup.ts'],
        },
      },
    ],
  },
});
