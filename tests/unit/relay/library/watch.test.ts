/** What other programs do in the folder is noticed, also while a recording there grows, which is no news. */
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { encodeEnd } from '#shared/recording';
import { Library, type LibraryChange } from '../../../../relay/library/index.ts';
import { FolderWatch } from '../../../../relay/library/folder-watch.ts';
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

test('a folder that is away while it is not watched is watched again when it is back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let noticed = 0;
  const watch = new FolderWatch(folder, () => void noticed++);
  onTestFinished(() => watch.close());
  const more = async (than: number): Promise<void> =>
    vi.waitFor(() => expect(noticed).toBeGreaterThan(than), { timeout: 20_000, interval: 5 });
  writeFileSync(join(folder, 'a.mcprec'), 'growing');
  await more(0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  renameSync(folder, `${folder}-away`);
  await more(noticed);
  renameSync(`${folder}-away`, folder);
  await more(noticed);
  writeFileSync(join(folder, 'b.mcprec'), '');
  await more(noticed);
}, 60_000);
