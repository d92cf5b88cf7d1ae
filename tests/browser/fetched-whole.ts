/** When a page has all of its files: from then on it can do without its relay. */
import { readFileSync } from 'node:fs';
import type { Lifeline } from './lifeline.ts';

const ASSETS = new URL('../../dist/web/assets.json', import.meta.url);

/** Ends when the page, just opened, has fetched the last of its files. What it has not by then it can't have from a dead relay. */
export async function fetchedWhole({ page }: Lifeline): Promise<unknown> {
  const last = (JSON.parse(readFileSync(ASSETS, 'utf8')) as readonly string[]).at(-1);
  if (last === undefined) throw new Error('the build lists no files');
  const fetched = (end: string): Promise<unknown> =>
    page.waitForEvent('requestfinished', (request) => request.url().endsWith(end));
  return Promise.all([fetched(`/assets/${last}`), fetched('/viewer.html')]);
}
