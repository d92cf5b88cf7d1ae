/** A direct session whose server sends without end: the page answers, and what is stored accounts for all that was shown. */
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecorded, type WireEvent } from '#shared/recording';
import { startHttpSse, type RunningServer } from '../fixtures/start.ts';
import { Lifeline, openLifeline, useBrowser } from './lifeline.ts';
import { startStaticSite } from './static-site.ts';

useBrowser();

let server: RunningServer;
let site: { readonly url: string; close(): Promise<void> };
beforeAll(async () => {
  [server, site] = await Promise.all([startHttpSse(), startStaticSite()]);
});
afterAll(async () => {
  await Promise.all([server.close(), site.close()]);
});

/** What the browser reports of the first server/discover and of the stream that a reload breaks off. */
const EXPECTED = /CORS policy|ERR_FAILED|status of 40[05]/;

/** A session in which `count` notifications are on their way; without it they have no end. */
async function flooded(count?: number): Promise<Lifeline> {
  const page = await openLifeline(site.url);
  await page.connectHttp(server.url, 'direct');
  await page.operating();
  const args = count === undefined ? {} : { count };
  const params = { name: 'flood', arguments: args };
  await page.compose(JSON.stringify({ jsonrpc: '2.0', id: 900, method: 'tools/call', params }));
  await page.send();
  return page;
}

/** The page's process dies. Gives another page of the same browser, which has what that one stored. */
async function crashed({ page, context }: Lifeline): Promise<Lifeline> {
  const client = await context.newCDPSession(page);
  const gone = new Promise((resolve) => page.once('crash', resolve));
  void client.send('Page.crash').catch(() => undefined);
  await gone;
  const next = new Lifeline(context, await context.newPage());
  await next.page.goto(site.url);
  return next;
}

async function openFromLibrary(page: Lifeline): Promise<void> {
  await page.page.getByRole('button', { name: 'Library', exact: true }).click();
  const rows = page.page.getByRole('region', { name: 'Library' }).getByRole('rowgroup').getByRole('row');
  await rows.first().dblclick();
  await page
    .row(/initialize/)
    .first()
    .waitFor();
}

async function saved(page: Lifeline): Promise<readonly WireEvent[]> {
  const file = await page.save('with secrets');
  const { recorded, summary } = readRecorded(await text(await file.createReadStream()));
  expect(summary.problems).toEqual([]);
  return recorded?.events ?? [];
}

/** How many events a recording accounts for: those before its gap, and those that the gap counts. */
function accounted(events: readonly WireEvent[]): number {
  const gap = events.find(({ k }) => k === 'gap');
  if (gap?.k !== 'gap') return events.length;
  expect(gap.why).toBe('not stored when the page ended');
  return gap.s + (gap.events ?? -Infinity);
}

/** Hold the browser's storage up, until `release` is called: what is written to it waits. */
async function holdStorage(page: Page): Promise<{ release(): Promise<void> }> {
  await page.evaluate(
    () =>
      new Promise<void>((held) => {
        const open = indexedDB.open('lifeline');
        open.onsuccess = () => {
          const store = open.result.transaction('lines', 'readwrite').objectStore('lines');
          const spin = (): void => {
            held();
            if (document.documentElement.dataset['released']) open.result.close();
            else store.count().onsuccess = spin;
          };
          store.count().onsuccess = spin;
        };
      }),
  );
  return { release: () => page.evaluate(() => void (document.documentElement.dataset['released'] = 'yes')) };
}

test('a stream without end leaves the page usable, and a reload loses nothing without a word', async () => {
  const page = await flooded();
  await expect.poll(() => page.events()).toBeGreaterThan(2_000);
  // Frames are drawn, and what is clicked answers, while events keep coming.
  await page.page.waitForFunction(() => true, undefined, { polling: 'raf' });
  const before = await page.events();
  await page.tab(/^Tools/);
  await page.dock.getByRole('button', { name: /^echo/i }).first().click();
  await page.dock.getByRole('button', { name: 'Call tool' }).waitFor();
  await expect.poll(() => page.events()).toBeGreaterThan(before);
  const shown = await page.events();
  await page.page.reload();
  await page.menu('Disconnect');
  await page.status.getByText('closed').waitFor();
  expect(accounted(await saved(page))).toBeGreaterThanOrEqual(shown);
  await page.close(EXPECTED);
});

test('after a crash of the page its session says how much is missing, and says it once', async () => {
  const page = await flooded();
  await expect.poll(() => page.events()).toBeGreaterThan(2_000);
  const shown = await page.events();
  let next = await crashed(page);
  await openFromLibrary(next);
  const events = await saved(next);
  expect(accounted(events)).toBeGreaterThanOrEqual(shown);
  next = await crashed(next);
  await openFromLibrary(next);
  expect(await saved(next)).toEqual(events);
  await next.close(EXPECTED);
});

test('no more is read than a storage that is held up can take, and the page says how far it is behind', async () => {
  // More than the page keeps for its storage and reads ahead.
  const count = 40_000;
  const page = await flooded(count);
  const { release } = await holdStorage(page.page);
  await page.status.getByText(/^storing: [\d,]+ events behind$/).waitFor();
  const most = await page.events();
  await release();
  await page.row(/result of tools\/call #900/).waitFor();
  await page.status.getByText('recording to browser storage').waitFor();
  expect(most).toBeLessThan(count);
  expect(await page.events()).toBeGreaterThan(count);
  await page.close(EXPECTED);
});

test('a crash while the storage is held up leaves a gap in place of all that waited', async () => {
  const page = await openLifeline(site.url);
  await page.connectHttp(server.url, 'direct');
  await page.operating();
  await page.status.getByText('recording to browser storage').waitFor();
  await holdStorage(page.page);
  const before = await page.events();
  await page.compose('{"jsonrpc":"2.0","id":7,"method":"ping"}');
  await page.send();
  await page.row(/result of ping #7/).waitFor();
  const shown = await page.events();
  const next = await crashed(page);
  await openFromLibrary(next);
  await next.row(/events? omitted/).waitFor();
  const events = await saved(next);
  expect(events.length).toBeLessThanOrEqual(before + 1);
  expect(accounted(events)).toBeGreaterThanOrEqual(shown);
  await next.close(EXPECTED);
});

test('an event that is too long for the page is shown in parts, and the page goes on', async () => {
  const page = await openLifeline(site.url);
  await page.connectHttp(server.url, 'direct');
  await page.operating();
  const params = { name: 'result-size', arguments: { bytes: 70_000_000 } };
  await page.compose(JSON.stringify({ jsonrpc: '2.0', id: 900, method: 'tools/call', params }));
  await page.send();
  await page.row(/goes on in the next message/).waitFor();
  await page.compose('{"jsonrpc":"2.0","id":901,"method":"ping"}');
  await page.send();
  await page.row(/result of ping #901/).waitFor();
  await page.status.getByText('recording to browser storage').waitFor();
  await page.close(EXPECTED);
});

/** What the browser has stored of sessions, and how many pieces of their events. */
const stored = (page: Lifeline): Promise<{ sessions: { readonly id: string }[]; pieces: number }> =>
  page.page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const opened = await done(indexedDB.open('lifeline'));
    const sessions = done<{ readonly id: string }[]>(opened.transaction('sessions').objectStore('sessions').getAll());
    const pieces = done(opened.transaction('lines').objectStore('lines').count());
    opened.close();
    return { sessions: await sessions, pieces: await pieces };
  });

test('a file whose reading a reload broke off is whole; of what an earlier version stored of one the rest is missing', async () => {
  const page = await openLifeline('about:blank');
  // A browser that stores of a session only what is said of it at first, as when its page ends while the file is read.
  await page.page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    const kept = new Set<unknown>();
    IDBObjectStore.prototype.put = function (value: { readonly id: unknown }, ...rest) {
      const first = this.name !== 'sessions' || !kept.has(value.id);
      kept.add(value.id);
      return first ? put.call(this, value, ...rest) : put.call(this, { ...value, id: 'another' });
    };
  });
  await page.page.goto(site.url);
  await page.page.getByRole('button', { name: 'Open the example' }).click();
  await expect.poll(() => page.events()).toBe(42);
  await expect.poll(async () => (await stored(page)).sessions.map(({ id }) => id)).toContain('another');
  const { sessions } = await stored(page);
  expect(sessions.find(({ id }) => id !== 'another')).toMatchObject({ reading: true });
  const noEnd = page.page.getByText(/^This recording has no end/);
  await page.page.reload();
  await expect.poll(() => page.events()).toBe(42);
  expect(await noEnd.count()).toBe(0);

  await page.page.evaluate(
    async (id) => {
      const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
        new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
      const opened = await done(indexedDB.open('lifeline'));
      const at = (name: string): IDBObjectStore => opened.transaction(name, 'readwrite').objectStore(name);
      const { file } = await done<{ file: Blob }>(at('lines').get([id, -1]));
      const { ending: _, ...session } = await done<{ ending: unknown }>(at('sessions').get(id));
      const lines = (await file.text()).split('\n').slice(1, 21).join('\n');
      await done(at('lines').delete([id, -1]));
      await done(at('lines').add({ id, from: 0, lines }));
      await done(at('sessions').delete(id));
      await done(at('sessions').add({ ...session, reading: true }));
      opened.close();
    },
    sessions.find(({ id }) => id !== 'another')?.id ?? '',
  );
  await page.page.reload();
  await noEnd.waitFor();
  await expect.poll(() => page.events()).toBe(20);
  await page.close();
});

test('of a file that is closed while it is read nothing stays in the browser', async () => {
  const page = await openLifeline(site.url);
  const header = { mcprec: 1, id: 'closed', title: 'closed early', startedAt: '2026-11-29T06:00:00Z' };
  const rest = {
    by: { name: 'test', version: '1' },
    route: 'direct',
    connection: { transport: 'stdio', command: '', args: [] },
  };
  const lines = Array.from({ length: 60_000 }, (_, s) =>
    JSON.stringify({ s, t: s, k: 'stderr', text: 'x'.repeat(60) }),
  );
  const chooser = page.page.waitForEvent('filechooser');
  await page.menu('Open…');
  const buffer = Buffer.from(`${[JSON.stringify({ ...header, ...rest }), ...lines].join('\n')}\n`);
  await (await chooser).setFiles({ name: 'closed.mcprec', mimeType: 'application/octet-stream', buffer });
  await page.menu(/^Close closed early/);
  // What was on its way to the storage when it was closed has come by the time that the next file is there.
  await page.page.getByRole('button', { name: 'Open the example' }).click();
  await expect.poll(() => page.events()).toBe(42);
  await page.menu(/^Close /);
  await expect.poll(() => stored(page)).toEqual({ sessions: [], pieces: 0 });
  await page.close();
});
