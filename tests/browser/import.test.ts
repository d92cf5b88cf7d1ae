/** Files of other programs, pasted text, and addresses that name a recording or an event. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttpService, type RunningServer } from '../fixtures/start.ts';
import { openLifeline, theBrowser, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';
import { startStaticSite } from './static-site.ts';

useBrowser();

const sample = (name: string): string => new URL(`../fixtures/imports/${name}`, import.meta.url).pathname;
const EXAMPLE = new URL('../../web/public/example.mcprec', import.meta.url).pathname;

let folder: string;
let site: Awaited<ReturnType<typeof startStaticSite>>;
let service: RunningServer;
let elsewhere: Server;
let relay: RelayProcess | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lifeline-import-'));
  [site, service] = await Promise.all([startStaticSite(), startHttpService()]);
  // Another origin: one of its files may be read by other pages, the other not.
  elsewhere = createServer((request, response) => {
    if (request.url?.startsWith('/open/')) response.setHeader('access-control-allow-origin', '*');
    response.end(readFileSync(EXAMPLE));
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await Promise.all([site.close(), service.close(), relay?.remove()]);
  elsewhere.closeAllConnections();
  elsewhere.close();
  rmSync(folder, { recursive: true, force: true });
});

async function choose(page: Lifeline, files: string[]): Promise<void> {
  const chooser = page.page.waitForEvent('filechooser');
  await page.menu('Open…');
  await (await chooser).setFiles(files);
}

const notice = (page: Lifeline, text: string | RegExp) => page.page.getByText(text).first();

test('a HAR that Chromium wrote of a live session shows that session', async () => {
  const har = join(folder, 'live.har');
  const context = await theBrowser().newContext({ recordHar: { path: har, content: 'embed' } });
  context.setDefaultTimeout(45_000);
  const recorder = await context.newPage();
  await recorder.goto(site.url);
  // What a client does, from a page, so that the browser's own HTTP stack is what is recorded.
  await recorder.evaluate(async (url) => {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const post = async (message: object): Promise<void> => {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      });
      headers['mcp-session-id'] ??= response.headers.get('mcp-session-id') ?? '';
      await response.text();
    };
    const clientInfo = { name: 'page', version: '1' };
    await post({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    });
    await post({ method: 'notifications/initialized' });
    await post({ id: 2, method: 'tools/list' });
  }, service.url);
  await context.close();

  const page = await openLifeline(site.url);
  await choose(page, [har]);
  await notice(page, /live\.har: read as a HAR file\..* omitted/).waitFor();
  await page
    .row(/initialize/)
    .first()
    .waitFor();
  await page.select(page.row(/result of tools\/list/).first());
  await page.detailTab('HTTP');
  await page.details
    .getByText(/mcp-session-id/i)
    .first()
    .waitFor();
  await page.page.getByText(/^Imported from a HAR file\./).waitFor();
  await page.close();
});

test('several files dropped at once, and text pasted on the page', async () => {
  const page = await openLifeline(site.url);
  const files = ['vscode.log', 'claude.log'].map((name) => ({ name, text: readFileSync(sample(name), 'utf8') }));
  await page.page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of dropped) dataTransfer.items.add(new File([text], name));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true, bubbles: true }));
  }, files);
  await notice(
    page,
    'vscode.log: read as a VS Code output log. 1 part could not be parsed (line or entry 19)',
  ).waitFor();
  // The log has messages of two servers.
  const servers = page.page.getByRole('dialog', { name: 'Choose a server' });
  await servers.getByRole('button', { name: 'other 1 message' }).waitFor();
  await page.expectAccessible();
  const garden = servers.getByRole('button', { name: /^garden/ });
  await page.holdsKeyboard(garden);
  await garden.click();
  await notice(page, 'claude.log: read as a Claude Desktop server log.').waitFor();
  await page
    .row(/tools\/call/)
    .first()
    .waitFor();
  await page
    .row(/Server disconnected/)
    .first()
    .waitFor();
  await page.expectAccessible();

  const paste = (text: string, on: string): Promise<boolean> =>
    page.page.evaluate(
      ([pasted, selector]) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        const event = new ClipboardEvent('paste', { clipboardData, cancelable: true, bubbles: true });
        return !document.querySelector(selector)?.dispatchEvent(event);
      },
      [text, on] as const,
    );
  const messages = readFileSync(sample('bare.jsonl'), 'utf8');
  // Closed without a choice, nothing is opened.
  expect(await paste(readFileSync(sample('code-session.jsonl'), 'utf8'), 'body')).toBe(true);
  await servers.getByRole('button', { name: /^weather/ }).waitFor();
  await page.page.keyboard.press('Escape');
  await servers.waitFor({ state: 'detached' });
  expect(await page.page.getByText('read as a Claude Code session').count()).toBe(0);
  // What is edited keeps its paste, and prose is nobody's recording.
  expect(await paste(messages, 'input')).toBe(false);
  expect(await paste('Dear server,', 'body')).toBe(false);
  expect(await paste(messages, 'body')).toBe(true);
  await notice(page, 'Pasted text: read as JSON-RPC messages.').waitFor();
  await page
    .row(/sampling\/createMessage/)
    .first()
    .waitFor();
  const zip = join(folder, 'report.zip');
  writeFileSync(zip, zipSync({ 'report/devtools.har': new Uint8Array(readFileSync(sample('devtools.har'))) }));
  await choose(page, [zip]);
  await notice(page, 'report.zip: read as a HAR file.').waitFor();
  await choose(page, [sample('../start.ts')]);
  await notice(page, /start\.ts: unrecognized file, neither a recording/).waitFor();
  await page.close();
});

test('an address names a recording of its own origin and an event in it', async () => {
  const page = await openLifeline(`${site.url}?recording=example.mcprec#s=24`);
  await expect.poll(() => page.events()).toBe(42);
  await expect.poll(() => page.details.textContent()).toContain('event 24');
  await expect.poll(() => page.page.url()).toMatch(new RegExp(`^${site.url}#session=[^&]+&s=24$`));
  await page.page.evaluate(() => (location.hash = '#s=9'));
  await expect.poll(() => page.details.textContent()).toContain('event 9');
  await page.close();
});

test('another origin is asked for by name, and what the browser forbids is said', async () => {
  const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const page = await openLifeline(`${site.url}?recording=${encodeURIComponent(`${origin}/open/a.mcprec`)}#s=3`);
  const dialog = page.page.getByRole('dialog', { name: 'Open a recording from another site?' });
  await dialog.getByText(origin, { exact: true }).waitFor();
  // Nothing is fetched by a key that was meant for something else.
  await page.holdsKeyboard(dialog.getByRole('button', { name: 'Don’t open' }));
  await page.expectAccessible();
  expect(await page.events()).toBe(0);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => page.events()).toBe(42);
  await expect.poll(() => page.details.textContent()).toContain('event 3');
  await page.close();

  const refused = await openLifeline(`${site.url}?recording=${encodeURIComponent(`${origin}/closed/a.mcprec`)}`);
  await refused.page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await notice(refused, /Couldn’t fetch the recording: http:\/\/127/).waitFor();
  await refused.page.goto(`${site.url}?recording=javascript:alert(1)`);
  await notice(refused, /is not an http or https URL/).waitFor();
  await refused.close(/CORS policy|ERR_FAILED/);
});

test('a link to an event of the relay’s recording, made and followed', async () => {
  relay = await startRelayProcess([sample('devtools.har')]);
  const page = await openLifeline(relay.url);
  await page.select(page.row(/result of tools\/call/).first());
  await page.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  let link = '';
  // There is one clipboard, and other tests use it too.
  await expect
    .poll(async () => {
      await page.details.getByRole('button', { name: 'Copy link' }).click();
      return (link = await page.page.evaluate(() => navigator.clipboard.readText()));
    })
    .toMatch(new RegExp(`^http://localhost:${relay.port}/\\?open=imported-[0-9a-f]{16}#s=\\d+$`));
  const other = await page.context.newPage();
  await other.goto(link);
  const details = other.getByRole('region', { name: 'Details' });
  await expect.poll(() => details.textContent()).toContain(`event ${/\d+$/.exec(link)?.[0] ?? ''}`);
  await page.close();
});
