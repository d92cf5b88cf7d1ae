/** When a page has all of its files: from then on it can do without its relay. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Lifeline } from './lifeline.ts';

const ASSETS = new URL('../../dist/web/assets.json', import.meta.url);

/** Ends when the page has fetched the last of its files. What it has not by then it can't have from a dead relay. */
export async function fetchedWhole({ page }: Lifeline): Promise<void> {
  const last = (JSON.parse(readFileSync(ASSETS, 'utf8')) as readonly string[]).at(-1);
  if (last === undefined) throw new Error('the build lists no files');
  // Asked of the page, which keeps what it fetched: on a busy machine that was before anyone listened.
  const fetched = (): Promise<readonly string[]> =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  for (const end of [`/assets/${last}`, '/viewer.html'])
    await expect.poll(async () => (await fetched()).some((name) => name.endsWith(end)), { message: end }).toBe(true);
}
