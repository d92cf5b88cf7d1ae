/** Values of variables and headers: kept by the relay, or for the life of a tab, and never in the page's storage. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startByteLog, STDIO_MISBEHAVE, type RunningServer } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';
import { startStaticSite } from './static-site.ts';

useBrowser();

let relay: RelayProcess;
let server: RunningServer;
let site: Awaited<ReturnType<typeof startStaticSite>>;
beforeAll(async () => {
  [relay, server, site] = await Promise.all([startRelayProcess(), startByteLog(), startStaticSite()]);
});
afterAll(() => Promise.all([relay.remove(), server.close(), site.close()]));

const VALUE = 'planted-7f3a9c';
/** The fixture speaks no GET. */
const REFUSED = /status of 40[015]/;

/** Everything that the browser keeps for the page beyond its life: all of localStorage and of every database. */
const stored = ({ page }: Lifeline): Promise<string> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('not read'));
      });
    const all: unknown[] = [{ ...localStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const opened = await done(indexedDB.open(name));
      for (const store of opened.objectStoreNames)
        all.push(await done(opened.transaction(store).objectStore(store).getAll()));
      opened.close();
    }
    return JSON.stringify(all);
  });
const inTab = ({ page }: Lifeline): Promise<string> => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

/** How often the server has got the header with the value. */
async function arrivals(): Promise<number> {
  const log = (await (await fetch(new URL('/log', server.url))).json()) as readonly {
    readonly headers: readonly string[];
  }[];
  return log.filter(({ headers }) => headers[headers.findIndex((each) => /^x-api-key$/i.test(each)) + 1] === VALUE)
    .length;
}

/** Connect directly with a header that has the value. */
async function connectDirect(page: Lifeline): Promise<void> {
  await page.page.getByRole('button', { name: 'New connection' }).first().click();
  await page.page.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
  await page.page.getByRole('textbox', { name: 'Headers' }).fill(`X-Api-Key: ${VALUE}`);
  await page.page.getByRole('textbox', { name: 'Name', exact: true }).fill('by header');
  await page.connectHttp(server.url, 'direct');
  await page.operating();
}

/** Send a ping with this id and wait for what came of it. */
async function ping(page: Lifeline, id: number): Promise<void> {
  await page.compose(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
  await page.send();
  await page.row(new RegExp(`result of ping #${id}`)).waitFor();
}

test('the relay keeps them for its pages; a direct session goes on after a reload', async () => {
  const page = await openLifeline(relay.url);
  await page.page.getByRole('textbox', { name: 'Environment' }).fill(`API_KEY=${VALUE}`);
  await page.page.getByRole('textbox', { name: 'Name', exact: true }).fill('by variable');
  await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}"`);
  await page.operating();
  await connectDirect(page);
  const first = await arrivals();
  expect(first).toBeGreaterThan(0);
  const file = join(relay.home, 'recordings', '.relay', 'values.json');
  await expect.poll(() => readFileSync(file, 'utf8').split(VALUE).length - 1).toBe(3);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  // The names are there, and so is the recording of the direct session.
  expect(await stored(page)).toContain('‹X-Api-Key:1›');
  expect((await stored(page)) + (await inTab(page))).not.toContain(VALUE);

  await page.page.reload();
  await page.status.getByText('connected', { exact: false }).first().waitFor();
  await ping(page, 700);
  expect(await arrivals()).toBeGreaterThan(first);
  // What was read back is exact again.
  const saved = await page.save('with secrets');
  let text = '';
  for await (const piece of await saved.createReadStream()) text += String(piece);
  expect(text).toContain(VALUE);
  expect(text).not.toContain('‹X-Api-Key:1›');
  expect((await stored(page)) + (await inTab(page))).not.toContain(VALUE);

  // The lists of servers show names and values again.
  const servers = await page.lists();
  await servers.getByRole('button', { name: /^by variable stdio \// }).click();
  expect(await page.page.getByRole('textbox', { name: 'Environment' }).inputValue()).toBe(`API_KEY=${VALUE}`);
  await page.close(REFUSED);
});

test('without a relay they live as long as the tab; another tab asks for them', async () => {
  const page = await openLifeline(site.url);
  await connectDirect(page);
  const first = await arrivals();
  await page.page.reload();
  await ping(page, 701);
  expect(await arrivals()).toBeGreaterThan(first);
  expect(await stored(page)).not.toContain(VALUE);
  expect(await inTab(page)).toContain(VALUE);

  const other = await page.context.newPage();
  await other.goto(site.url);
  await other.getByRole('complementary').getByRole('button', { name: 'Connect by header' }).click();
  await other.getByText('Enter them again.').waitFor();
  expect(await other.getByRole('textbox', { name: 'Headers' }).inputValue()).toBe('X-Api-Key: ');
  await page.close(REFUSED);
});

test('what an earlier version stored is moved to the relay', async () => {
  const page = await openLifeline(relay.url);
  await connectDirect(page);
  await page.menu('Disconnect');
  await page.status.getByText('closed').waitFor();
  // As it was written before.
  await page.page.evaluate(
    async ([value, url]) => {
      const servers = [
        {
          name: 'from before',
          spec: { transport: 'streamable-http', url, headers: [['X-Api-Key', value]] },
          route: 'direct',
          policy: {},
        },
      ];
      localStorage.setItem('lifeline-settings', JSON.stringify({ theme: 'dark', servers }));
      localStorage.setItem('lifeline-sent', JSON.stringify(['{"sent":2}', { text: '{"sent":1}' }]));
      localStorage.setItem('lifeline-messages', JSON.stringify([{ name: 'my message', text: '{"kept":1}' }]));
      const done = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error ?? new Error('not read'));
        });
      const db = await done(indexedDB.open('lifeline'));
      const transaction = db.transaction(['sessions', 'lines'], 'readwrite');
      for (const name of ['sessions', 'lines']) {
        const store = transaction.objectStore(name);
        for (const row of (await done(store.getAll())) as object[]) {
          const before = JSON.stringify(row)
            .replaceAll('‹X-Api-Key:1›', value)
            .replace('["X-Api-Key",""]', JSON.stringify(['X-Api-Key', value]))
            .replace('"withheld":true,', '');
          await done(store.put(JSON.parse(before)));
        }
      }
      db.close();
    },
    [VALUE, server.url] as const,
  );
  expect(await stored(page)).toContain(VALUE);
  await page.page.reload();
  await expect.poll(() => stored(page)).not.toContain(VALUE);
  const file = readFileSync(join(relay.home, 'recordings', '.relay', 'values.json'), 'utf8');
  expect(JSON.parse(file)).toHaveProperty(['server from before']);
  expect(await stored(page)).not.toContain('my message');
  await expect.poll(() => page.page.locator('html').getAttribute('data-theme')).toBe('dark');
  await (await page.lists()).getByRole('button', { name: /^from before/ }).click();
  expect(await page.page.getByRole('textbox', { name: 'Headers' }).inputValue()).toBe(`X-Api-Key: ${VALUE}`);
  const list = JSON.parse(file) as Record<string, string>;
  expect(Object.keys(list).filter((name) => name.startsWith('page sent 000000'))).toHaveLength(2);
  expect(JSON.parse(list['page message my message'] ?? '')).toEqual({ text: '{"kept":1}' });
  await page.close(REFUSED);
});
