/** A relay in this process with its own data folder, ended after the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { startRelay, type Relay, type RelayOptions } from '../../../relay/server/index.ts';

// Real processes on a busy machine: the bound is for what hangs, not for what is slow.
vi.setConfig({ testTimeout: 120_000 });

/** Path of a server script of these tests. */
export const server = (name: string): string => fileURLToPath(new URL(`../servers/${name}.mjs`, import.meta.url));

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Long enough that a busy machine never makes a server that ends look like one that does not. */
const PATIENT = { stdin: 10_000, term: 10_000, quiet: 1000 };

/** Start a relay on any free port. */
export async function testRelay(options: Partial<RelayOptions> = {}): Promise<Relay & { readonly folder: string }> {
  const folder = options.folder ?? temporaryFolder();
  const relay = await startRelay({
    port: 0,
    webFolder: join(folder, 'no-page'),
    stdioTimes: PATIENT,
    ...options,
    folder,
  });
  onTestFinished(() => relay.close());
  return { ...relay, folder };
}
