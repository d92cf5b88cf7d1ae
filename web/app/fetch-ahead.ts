/** The page outlives its relay: what it would fetch later is gone then, or has another name after a newer build. */
import { whenIdle } from '../base/when-idle.ts';
import { viewerPage } from '../share/viewer-page.ts';

const HEAD_START_MS = 3000;

/**
 * Have the browser fetch every file of the page that it does not have yet, one after the other, once the page has nothing better
 * to do. The names of these files hold a hash of their content, so the browser's cache gives them from then on; the page of
 * exported recordings, whose name does not, is kept in memory. Never rejects: what could not be fetched is fetched when it is
 * needed.
 */
export function fetchAhead(): void {
  setTimeout(() => whenIdle(() => void fetchAll().catch(() => undefined)), HEAD_START_MS);
}

async function fetchAll(): Promise<void> {
  const names = (await (await fetch('assets.json', { cache: 'reload' })).json()) as readonly string[];
  // They are beside this script, wherever the relay has put it.
  const here: string = import.meta.url;
  for (const name of names) {
    const response = await fetch(new URL(name, here), { priority: 'low' });
    await response.body?.pipeTo(new WritableStream());
  }
  await viewerPage();
}
