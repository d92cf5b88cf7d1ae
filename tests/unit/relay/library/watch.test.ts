/** What other programs do in the folder is noticed, also while a recording there grows, which is no news. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { encodeEnd } from '#shared/recording';
import { Library, type LibraryChange } from '../../../../relay/library/index.ts';
import { HEADER } from '../../arbitraries.ts';

test('a recording that another program begins is listed while another one grows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const growing = join(folder, 'growing.mcprec');
  writeFileSync(growing, `${encodeEnd({ ...HEADER, id: 'growing' })}\n`);
  const library = new Library({ folder, hosted: () => undefined, letGo: () => undefined });
  onTestFinished(() => library.close());
  await library.list();
  const changes: LibraryChange[] = [];
  library.onChange((change) => changes.push(change));
  const timer = setInterval(() => appendFileSync(growing, '{"s":0}\n'), 5);
  onTestFinished(() => clearInterval(timer));
  const listed = (id: string): boolean => changes.some(({ recordings }) => recordings.some((each) => each.id === id));
  for (const id of ['1', '2', '3'].map((n) => n.repeat(20))) {
    // Wherever it falls between two looks at the folder.
    await new Promise((resolve) => setTimeout(resolve, 170));
    writeFileSync(join(folder, `x-${id}.mcprec`), `${encodeEnd({ ...HEADER, id })}\n`);
    await vi.waitFor(() => expect(listed(id)).toBe(true), { timeout: 20_000, interval: 5 });
  }
  // What the library itself writes there is no news: it comes to rest.
  const rest = async (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  await rest(2500);
  const before = changes.length;
  await rest(4000);
  expect(changes.length - before).toBeLessThan(2);
}, 60_000);
