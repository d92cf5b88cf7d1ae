/** What a build takes for a change of its sources. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fingerprint } from '../../../../relay/boot/stamp.mjs';

test('a file that is new or changed, and not what a check of the types leaves beside them for a while', () => {
  const root = mkdtempSync(join(tmpdir(), 'lifeline-stamp-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'web/.svelte-check'), { recursive: true });
  writeFileSync(join(root, 'web/a.ts'), 'one');
  const print = (): string => fingerprint(root, ['web', 'absent']);
  const before = print();
  writeFileSync(join(root, 'web/.svelte-check/a.svelte.ts'), 'written');
  expect(print()).toBe(before);
  writeFileSync(join(root, 'web/b.ts'), 'two');
  expect(print()).not.toBe(before);
});
