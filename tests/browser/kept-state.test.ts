/** What a person chose and saved: it outlives the launch of a relay, also at another address, and is not in the browser's storage. */
import { readFileSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { startByteLog, STDIO_MISBEHAVE } from '../fixtures/start.ts';
import { openLifeline, theBrowser, useBrowser } from './lifeline.ts';
import { newHome, startRelayProcess } from './relay-process.ts';
import { startStaticSite } from './static-site.ts';

useBrowser();

const SERVER = `"${process.execPath}" "${STDIO_MISBEHAVE}"`;

test('settings, servers and messages are there again in the next launch, for a browser that keeps nothing', async () => {
  const home = newHome();
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const first = await startRelayProcess([], { home, port: 0 });
  onTestFinished(() => first.kill());
  const page = await openLifeline(first.url);
  await page.page.getByRole('textbox', { name: 'Name', exact: true }).fill('kept server');
  await page.connectStdio(SERVER);
  await page.operating();
  await page.compose('{"jsonrpc":"2.0","id":900,"method":"ping"}');
  await page.send();
  await page.row(/result of ping #900/).waitFor();
  await page.openMenu();
  await page.page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await expect.poll(() => page.page.locator('html').getAttribute('data-theme')).toBe('dark');
  // A second tab changes something else meanwhile, and takes nothing back.
  const other = await page.context.newPage();
  await other.goto(`${first.origin}/`);
  await other.getByText('relay connected').waitFor();
  await other.getByRole('button', { name: 'More', exact: true }).click();
  await other.getByRole('combobox', { name: 'Language' }).selectOption('zh-CN');
  await expect.poll(() => other.locator('html').getAttribute('lang')).toBe('zh-CN');
  expect(await page.page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('kept server');
  await page.close();
  await first.kill();

  const second = await startRelayProcess([], { home, port: 0 });
  onTestFinished(() => second.kill());
  expect(second.origin).not.toBe(first.origin);
  const later = await openLifeline(second.url);
  // The first thing to be seen is as it was chosen, also where nothing more comes from the relay.
  const stranger = await theBrowser().newContext();
  const cut = await stranger.newPage();
  await cut.route('**/api/**', (route) => route.abort());
  await cut.goto(second.origin);
  await cut.getByRole('button', { name: '更多' }).waitFor();
  expect(await cut.locator('html').getAttribute('data-theme')).toBe('dark');
  await stranger.close();
  await later.page.getByRole('complementary').getByText('kept server').first().waitFor();
  await expect.poll(() => later.page.locator('html').getAttribute('data-theme')).toBe('dark');
  expect(await later.page.locator('html').getAttribute('lang')).toBe('zh-CN');
  await later.close();
});

test('direct sessions and kept files are in the library of the next launch', async () => {
  const home = newHome();
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const server = await startByteLog();
  onTestFinished(() => server.close());
  const first = await startRelayProcess([], { home, port: 0 });
  onTestFinished(() => first.kill());
  const page = await openLifeline(first.url);
  await page.page.getByRole('textbox', { name: 'Name', exact: true }).fill('direct one');
  await page.connectHttp(server.url, 'direct');
  await page.operating();
  const ping = async (id: number): Promise<void> => {
    await page.compose(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
    await page.send();
    await page.row(new RegExp(`result of ping #${id}`)).waitFor();
  };
  await ping(700);
  // A reload goes on, and so does what the relay has.
  await page.page.reload();
  await page.status.getByText('connected', { exact: false }).first().waitFor();
  await ping(701);
  await expect.poll(() => first.recordings().length).toBe(1);
  await expect.poll(() => readFileSync(first.recordings()[0] ?? '', 'utf8')).toMatch(/"id\\":701[^]*"id\\":701/);
  await page.page.getByRole('button', { name: 'Library', exact: true }).click();
  await page.page.getByRole('row', { name: /direct one/ }).waitFor();
  expect(await page.page.getByRole('row', { name: /direct one/ }).count()).toBe(1);
  // The page goes without a word, as a browser that is closed.
  await page.close(/status of 40/);
  await first.kill();

  const second = await startRelayProcess([], { home, port: 0 });
  onTestFinished(() => second.kill());
  const later = await openLifeline(second.url);
  await later.page.getByRole('button', { name: 'Library', exact: true }).click();
  const row = later.page.getByRole('row', { name: /direct one/ });
  await row.dblclick();
  await later.row(/result of ping #701/).waitFor();
  await later.row(/result of ping #700/).waitFor();
  await later.close();
});

test('without a relay the browser keeps them', async () => {
  const site = await startStaticSite();
  onTestFinished(() => site.close());
  const page = await openLifeline(site.url);
  await page.openMenu();
  await page.page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await expect.poll(() => page.page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.page.evaluate(() =>
    localStorage.setItem('lifeline-messages', JSON.stringify([{ name: 'from before', text: '{}' }])),
  );
  await page.page.reload();
  await expect.poll(() => page.page.locator('html').getAttribute('data-theme')).toBe('dark');
  await expect
    .poll(() => page.page.evaluate(() => JSON.stringify({ ...localStorage })))
    .toContain('lifeline page message from before');
  expect(await page.page.evaluate(() => localStorage.getItem('lifeline-messages'))).toBeNull();
  await page.close();
});

test('a part of the page that can’t be fetched at a reload is told once, and the tabs are there after the next', async () => {
  const site = await startStaticSite();
  const server = await startByteLog();
  onTestFinished(() => Promise.all([site.close(), server.close()]).then(() => undefined));
  const page = await openLifeline(site.url);
  await page.page.getByRole('button', { name: 'Open the example' }).click();
  await page
    .row(/list_plants/)
    .first()
    .waitFor();
  await page.connectHttp(server.url, 'direct');
  await page.operating();
  const sessions = page.page.getByRole('navigation', { name: 'Sessions' });
  const tabs = (): Promise<string[]> => sessions.getByRole('listitem').allTextContents();
  const before = await tabs();
  expect(before).toHaveLength(2);

  const views = /\/assets\/views-[^/]*\.js$/;
  await page.page.route(views, (route) => route.abort());
  await page.page.reload();
  const told = page.page.getByText('This part of the page could not be loaded.');
  await told.first().waitFor();
  await page.page.getByRole('heading', { name: 'Connect to a server' }).waitFor();
  expect(await told.count()).toBe(1);
  expect(await tabs()).toEqual([]);

  await page.page.unroute(views);
  await page.page.reload();
  await expect.poll(async () => (await tabs()).length).toBe(2);
  await page.operating();
  await page.close(/ERR_FAILED|dynamically imported module|status of 405/);
});

test('after a reload nothing is shown but what was looked at, however late it comes, and what a person opened meanwhile stays', async () => {
  const relay = await startRelayProcess();
  const server = await startByteLog();
  onTestFinished(() => Promise.all([relay.remove(), server.close()]).then(() => undefined));
  const page = await openLifeline(relay.url);
  await page.connectStdio(SERVER);
  await page.operating();

  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const views = /\/assets\/views-[^/]*\.js$/;
  await page.page.route(views, (route) => held.then(() => route.continue()));
  await page.page.reload();
  await page.page.getByRole('button', { name: 'Library', exact: true }).click();
  release();
  const tabs = page.page.getByRole('navigation', { name: 'Sessions' }).getByRole('listitem');
  await tabs.getByText('stdio-misbehave').first().waitFor();
  await page.page.getByRole('grid', { name: 'Recordings' }).waitFor();
  expect(await tabs.locator('[aria-current]').count()).toBe(0);

  await page.connectHttp(server.url, 'direct');
  await page.operating();
  // What the page hosts comes back only once its lock is given.
  await page.page.addInitScript(() => {
    const { request } = LockManager.prototype;
    const go = new Promise((resolve) => addEventListener('go', resolve));
    LockManager.prototype.request = async function (this: LockManager, ...given: Parameters<typeof request>) {
      await go;
      return request.apply(this, given);
    } as typeof request;
  });
  await page.page.reload();
  await tabs.getByText('stdio-misbehave').first().waitFor();
  expect(await tabs.locator('[aria-current]').count()).toBe(0);
  await page.page.evaluate(() => dispatchEvent(new Event('go')));
  await expect
    .poll(() => tabs.locator('[aria-current]').allTextContents())
    .toEqual([expect.stringContaining('127.0.0.1')]);
  await page.operating();

  // Opened from the library while it is on its way back: it is there once.
  await page.page.reload();
  await tabs.getByText('stdio-misbehave').first().waitFor();
  await page.page.getByRole('button', { name: 'Library', exact: true }).click();
  const row = page.page.getByRole('grid', { name: 'Recordings' }).getByRole('row', { name: /127\.0\.0\.1/ });
  await row.first().dblclick();
  await page.page.evaluate(() => dispatchEvent(new Event('go')));
  await page.operating();
  expect(await tabs.count()).toBe(2);

  // What stands behind it does not wait for it.
  await page.page
    .getByRole('navigation', { name: 'Sessions' })
    .getByRole('button', { name: /^S?\s*stdio-misbehave/ })
    .first()
    .press('Delete');
  await page.connectStdio(SERVER);
  await page.operating();
  // The one that was closed runs on.
  const open = tabs.filter({ hasNotText: '(running)' });
  expect(await open.allTextContents()).toEqual([
    expect.stringContaining('127.0.0.1'),
    expect.stringContaining('stdio-misbehave'),
  ]);
  await page.page.reload();
  await tabs.getByText('stdio-misbehave').first().waitFor();
  await page.operating();
  await page.page.evaluate(() => dispatchEvent(new Event('go')));
  await expect.poll(() => tabs.count()).toBe(2);
  await page.close(/status of 405/);
});

test('tabs keep their order over reloads, whatever comes back first', async () => {
  const relay = await startRelayProcess();
  onTestFinished(() => relay.remove());
  const page = await openLifeline(relay.url);
  await page.connectStdio(SERVER);
  await page.operating();
  await page.newConnection();
  await page.page.getByRole('button', { name: 'Open the example' }).click();
  await page
    .row(/list_plants/)
    .first()
    .waitFor();
  const tabs = page.page.getByRole('navigation', { name: 'Sessions' }).getByRole('listitem');
  const order = [expect.stringContaining('stdio-misbehave'), expect.stringContaining('Garden')];
  expect(await tabs.allTextContents()).toEqual(order);
  await page.page.reload();
  await expect.poll(() => tabs.allTextContents()).toEqual(order);

  // The relay does not answer before the next reload: its session is not there, and keeps its place.
  let silent = true;
  await page.page.routeWebSocket(/./, (socket) => void (silent || socket.connectToServer()));
  await page.page.reload();
  await expect.poll(() => tabs.allTextContents()).toEqual(order.slice(1));
  await tabs.getByRole('button').first().click();
  silent = false;
  await page.page.reload();
  await expect.poll(() => tabs.allTextContents()).toEqual(order);
  await page.close();
});
