/** A relay in this process with its own data folder, ended after the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { startRelay, type Relay, type RelayOptions } from '../../../relay/index.ts';

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

/** Start a relay on any free port, with short waits. */
export async function testRelay(options: Partial<RelayOptions> = {}): Promise<Relay & { readonly folder: string }> {
  const folder = options.folder ?? temporaryFolder();
  const relay = await startRelay({
    port: 0,
    webFolder: join(folder, 'no-page'),
    stdioTimes: { stdin: 1000, term: 1000, quiet: 100 },
    ...options,
    folder,
  });
  onTestFinished(() => relay.close());
  return { ...relay, folder };
}
