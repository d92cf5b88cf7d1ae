/**
 * `mcp-lifeline/vitest`: `expect(recording).toMatchRecording('calls.mcprec')`, and a `test` whose fixture `lifeline` records a
 * server, runs a recording again, and serves one. Importing it registers the matcher.
 */
import { expect, test as base, type TestAPI } from 'vitest';
import { LifelineFixture, type Lifeline } from './fixture.ts';
import { toMatchRecording, type MatchOptions } from './matcher.ts';
import type { HeldRecording as Recorded } from '#shared/recording';

export type { Lifeline } from './fixture.ts';
export type { RecordOptions, RerunAgainOptions, ServerTarget } from './server-words.ts';
export type { MatchOptions } from './matcher.ts';

// The interface that every version of Vitest has with the same type parameters: those of its own `Matchers` changed with 5.0.
declare global {
  // oxlint-disable-next-line typescript/no-namespace -- it is that of the assertions, and has no module.
  namespace Chai {
    interface Assertion {
      /**
       * The recording (or the path of one) is like the one in `file`, but for what masks cover: the built-in ones, and those of
       * `FILE.masks.json`. The path is relative to the test's file. As with snapshots, a file that is not there is written
       * (in CI the assertion fails), and `vitest --update` replaces one that differs.
       */
      toMatchRecording(file: string, options?: MatchOptions): Promise<void>;
    }
  }
}

expect.extend({ toMatchRecording });

/** Vitest's `test` with the fixture `lifeline`; what it opened is closed after each test. */
export const test: TestAPI<{ lifeline: Lifeline }> = base.extend<{ lifeline: Lifeline }>({
  lifeline: async ({ task }, use) => {
    const fixture = new LifelineFixture(task.name, task.file.filepath);
    await use(fixture);
    await fixture.close();
  },
});
export type { Recorded };
