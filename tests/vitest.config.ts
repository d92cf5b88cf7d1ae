import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const top = fileURLToPath(new URL('..', import.meta.url));

/** Files of plain code that take seconds. */
const LONG =
  /\/(?:recording\/hostile|oracle\/oracle|import\/import|redact\/planted|session\/large-messages|form\/bounds|recording\/bounds|rerun\/answer-values)\.test\.ts$/;

/**
 * Tests with a browser keep every processor busy, and those with servers wait a good deal: side by side they take less time
 * than one after the other. Plain code is quick, and comes last, its long files first, so that no processor is left alone with one.
 */
class SideBySide extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placed = [...new Set(sorted.map(({ project }) => project.name))].flatMap((name) => {
      const all = sorted.filter(({ project }) => project.name === name);
      const own = [true, false].flatMap((long) => all.filter(({ moduleId }) => LONG.test(moduleId) === long));
      return own.map((file, index) => ({ file, place: (name === 'unit' ? 1 : 0) + index / own.length }));
    });
    return placed.sort((one, other) => one.place - other.place).map(({ file }) => file);
  }
}

/** Three projects, in the order in which they are cheap: plain code, real servers, the page in a real browser. */
export default defineConfig({
  root: top,
  plugins: [svelte({ configFile: `${top}web/svelte.config.js` })],
  test: {
    // One more than the processors of a small machine: most tests wait for a server or the browser now and then.
    maxWorkers: 3,
    sequence: { sequencer: SideBySide },
    // Ending the browser takes its time on a busy machine.
    teardownTimeout: 60_000,
    // A poll waits for a condition; only a test that would fail anyway waits as long as this.
    expect: { poll: { timeout: 45_000, interval: 200 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Plain code leaves nothing behind for the next file; loading it anew for each took as long as the tests.
          isolate: false,
          setupFiles: ['tests/unit/seed.ts'],
          include: ['tests/unit/**/*.test.ts', 'tests/architecture/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          // A relay, a page and a browser are loaded once by each worker; what a test starts it ends itself.
          isolate: false,
          unstubEnvs: true,
          restoreMocks: true,
          include: ['relay', 'system', 'browser'].map((folder) => `tests/${folder}/**/*.test.ts`),
          testTimeout: 240_000,
          hookTimeout: 120_000,
          globalSetup: ['tests/relay/support/setup.ts'],
        },
      },
    ],
  },
});
