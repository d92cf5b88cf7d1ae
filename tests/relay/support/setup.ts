/** The relay as the program people run, bundled once for all tests of a run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleRelay, ROOT } from './bundle.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    programFile: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  // Inside the repository, so that the program finds its dependencies as it does when installed.
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.lifeline-test-'));
  const file = join(folder, 'relay', 'cli.js');
  await bundleRelay(file);
  project.provide('programFile', file);
  return () => rmSync(folder, { recursive: true, force: true });
}
