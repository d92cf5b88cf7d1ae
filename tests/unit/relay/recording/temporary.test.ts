/** Copies that can't be removed when the program ends. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

test('do not make it fail', async () => {
  const place = mkdtempSync(join(tmpdir(), 'lifeline-test-'));
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, place);
  onTestFinished(() => void vi.unstubAllEnvs());
  onTestFinished(() => rmSync(place, { force: true }));
  // Other tests of this process may have copies.
  vi.resetModules();
  const { temporaryFolder } = await import('../../../../relay/recording/temporary.ts');
  const before = new Set(process.listeners('exit'));
  const copy = temporaryFolder();
  const [end] = process.listeners('exit').filter((each) => !before.has(each));
  rmSync(place, { recursive: true });
  writeFileSync(place, 'no folder any more');
  expect(end).toBeDefined();
  expect(() => end?.(0)).not.toThrow();
  expect(() => copy.remove()).toThrow();
  expect(process.listeners('exit')).toHaveLength(before.size);
});
