/** A direct session of the page with a server that sends as fast as it is read: until it is shown, and what a kill of the tab leaves. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { gotoSignedIn } from '../browser/signed-in.mjs';
import { owned, ownedChild } from './owned.mjs';
import { compose, eventCount, FLAGS, heap, sendAndSee } from './page.mjs';

const SERVER = fileURLToPath(new URL('../fixtures/http-sse.mjs', import.meta.url));
/** Events that come beside the notifications: the call, its answer, three steps of the exchange, two blocks without a message. */
const BESIDE = 7;
/** Milliseconds that a million events may take on a slow machine. */
const PATIENCE = 600_000;

/** The server with SSE answers. */
async function startServer() {
  const child = ownedChild(spawn(process.execPath, [SERVER], { stdio: ['ignore', 'pipe', 'inherit'] }));
  const port = await new Promise((resolve) =>
    child.stdout.once('data', (data) => resolve(/\d+/.exec(String(data))?.[0])),
  );
  const close = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  };
  return { url: `http://127.0.0.1:${port}/mcp?api_key=secret`, close };
}

/** A browser with a profile on the disk, as people have one. */
async function openBrowser(executablePath) {
  const profile = mkdtempSync(join(tmpdir(), 'lifeline-profile-'));
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: FLAGS });
  const close = owned(async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  return { context, close };
}

/** A page connected to the server directly, with a call in its editor that lets it send `count` events, or events without end. */
async function connected(context, url, server, count) {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await gotoSignedIn(page, url);
  await page.getByRole('button', { name: 'New connection' }).first().click();
  await page.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
  await page.getByRole('textbox', { name: /^URL/ }).fill(server.url);
  await page.getByRole('radio', { name: 'Directly from the browser' }).check();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.waitForFunction(() =>
    /\bconnected/.test(document.querySelector('section[aria-label=Status]')?.textContent ?? ''),
  );
  const params = { name: 'flood', arguments: count === undefined ? {} : { count } };
  await compose(page, JSON.stringify({ jsonrpc: '2.0', id: 777, method: 'tools/call', params }));
  return page;
}

/** `count` events: time until all are shown and a click is answered, longest task, events shown, megabytes of heap. */
export async function directFlood(executablePath, url, count) {
  const server = await startServer();
  const { context, close } = await openBrowser(executablePath);
  const page = await connected(context, url, server, count);
  const before = await eventCount(page);
  const { took, longest } = await sendAndSee(page, 'request tools/call .*, result,', PATIENCE);
  const events = (await eventCount(page)) - before;
  const seen = { took, longest, lost: count + BESIDE - events, megabytes: await heap(page) };
  await close();
  await server.close();
  return seen;
}

/** Kill the page's process once it shows `count` events of a stream without end. Gives what was shown, and what is read back. */
export async function directKill(executablePath, url, count) {
  const server = await startServer();
  const { context, close } = await openBrowser(executablePath);
  const page = await connected(context, url, server);
  await page.getByRole('button', { name: /^Send as typed/ }).click();
  while ((await eventCount(page)) < count) await page.evaluate(() => new Promise(requestAnimationFrame));
  const shown = await eventCount(page);
  await killRenderers(page);
  const next = await context.newPage();
  next.setDefaultTimeout(PATIENCE);
  // The context is signed in: its pages begin with the key.
  await next.goto(new URL(url).origin);
  await next.getByRole('button', { name: 'Library', exact: true }).click();
  const rows = next.getByRole('region', { name: 'Library' }).getByRole('rowgroup').getByRole('row');
  const began = performance.now();
  await rows.first().dblclick();
  const diagram = next.getByRole('listbox', { name: 'Sequence diagram' });
  const gap = diagram.getByRole('option', { name: /omitted/ });
  await diagram.getByRole('option').first().waitFor();
  const reopened = performance.now() - began;
  const stored = await eventCount(next);
  await diagram.focus();
  await next.keyboard.press('End');
  const said =
    (await gap
      .last()
      .textContent({ timeout: 5000 })
      .catch(() => '')) ?? '';
  const missing = Number(/([\d,]+) events?/.exec(said)?.[1]?.replaceAll(',', '') ?? 0);
  await close();
  await server.close();
  return { shown, stored, missing, bound: said.includes('at most'), reopened };
}

/** End the processes of all pages of this browser, as the system does when memory is short. */
async function killRenderers(page) {
  const browser = page.context().browser();
  const client = await (browser ? browser.newBrowserCDPSession() : page.context().newCDPSession(page));
  const gone = new Promise((resolve) => page.once('crash', resolve));
  const processes = await client
    .send('SystemInfo.getProcessInfo')
    .then(({ processInfo }) => processInfo.filter(({ type }) => type === 'renderer'))
    .catch(() => []);
  for (const { id } of processes) process.kill(id, 'SIGKILL');
  if (processes.length === 0) void client.send('Page.crash').catch(() => {});
  await gone;
}
