/** Sharing a session from the page: what goes along, without which secrets, as what. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startStaticSite } from './static-site.ts';

useBrowser();

let site: { readonly url: string; close(): Promise<void> };
/** One page for all tests; each opens a recording of its own in it. */
let page: Lifeline;
beforeAll(async () => {
  site = await startStaticSite();
  page = await openLifeline(site.url);
});
afterAll(async () => {
  await page.close();
  await site.close();
});

const SAMPLE = new URL('../samples/v1/handshake-http.mcprec', import.meta.url).pathname;
const SESSION = /"mcp-session-id","([^"]+)"/i.exec(readFileSync(SAMPLE, 'utf8'))?.[1] ?? '';

async function opened(file = SAMPLE, events = 445): Promise<void> {
  const chooser = page.page.waitForEvent('filechooser');
  await page.menu('Open…');
  await (await chooser).setFiles(file);
  await expect.poll(() => page.events()).toBe(events);
}

const dialogOf = () => page.page.getByRole('dialog', { name: 'Share this session' });

/** The file that the dialog gives for a format, as text. */
async function saved(format: string): Promise<string> {
  const dialog = dialogOf();
  await dialog.getByRole('radio', { name: format }).check();
  const download = page.page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save file' }).click();
  const pieces: Buffer[] = [];
  for await (const piece of (await (await download).createReadStream()) as AsyncIterable<Buffer>) pieces.push(piece);
  const text = Buffer.concat(pieces).toString('latin1');
  await dialog.waitFor({ state: 'hidden' });
  return text;
}

/** The recording inside an exported page. */
function unpacked(page: string): string {
  const packed = /id="lifeline-recording">([\w+/=]+)</.exec(page)?.[1] ?? '';
  const text = gunzipSync(Buffer.from(packed, 'base64')).toString();
  expect(text).toContain('"mcprec":1');
  return text;
}

test('secrets are found, shown on demand, and replaced in every format', async () => {
  expect(SESSION.length).toBeGreaterThan(20);
  await opened();
  await page.page.keyboard.press('ControlOrMeta+s');
  const dialog = dialogOf();
  await dialog.getByText(/^1 secret in \d+ places$/).waitFor();
  expect(await dialog.textContent()).not.toContain(SESSION);
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => dialog.textContent()).toContain(SESSION);
  await dialog.getByRole('button', { name: /places of ‹session:1›/ }).click();
  await dialog
    .getByText(/mcp-session-id/i)
    .first()
    .waitFor();
  await page.expectAccessible();
  for (const format of ['Recording', 'Web page', 'Bug report', 'Mermaid', 'SVG', 'PNG', 'HAR 1.2', 'OpenTelemetry']) {
    if (await dialog.isHidden()) await page.page.keyboard.press('ControlOrMeta+s');
    const text = await saved(format);
    expect(text.length, format).toBeGreaterThan(1000);
    expect(format === 'Web page' ? unpacked(text) : text, format).not.toContain(SESSION);
  }
  await page.page.keyboard.press('ControlOrMeta+s');
  await dialog.getByRole('radio', { name: 'Mermaid' }).check();
  await dialog.getByRole('combobox', { name: 'Draw' }).selectOption('Operations over time');
  expect(await saved('Mermaid')).toMatch(/^gantt\n/);
});

test('what a person marks is replaced too, what they let stay is not, and a part goes alone', async () => {
  await opened();
  await page.select(page.row(/result of initialize/).first());
  await page.page.keyboard.press('ControlOrMeta+s');
  const dialog = dialogOf();
  // Where "Add" stands depends on what is found.
  await dialog.getByText(/^1 secret in/).waitFor();
  await dialog.getByRole('textbox', { name: 'Also redact' }).fill('tools/call');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByText('‹marked:1›').waitFor();
  await dialog.getByRole('checkbox', { name: 'Redact ‹session:1›' }).uncheck();
  const whole = await saved('Recording');
  expect(whole).toContain(SESSION);
  expect(whole).not.toContain('tools/call');

  await page.page.keyboard.press('ControlOrMeta+s');
  await dialog.getByRole('radio', { name: 'The selected operation' }).check();
  await dialog.getByText(/^1 secret in/).waitFor();
  const part = await saved('Recording');
  const lines = part.trimEnd().split('\n');
  expect(lines.length).toBeLessThan(20);
  expect(part).toContain('initialize');
  expect(part).not.toContain(SESSION);

  await page.page.keyboard.press('ControlOrMeta+s');
  await dialog.getByText(/^1 secret in/).waitFor();
  await dialog.getByRole('textbox', { name: 'Also redact' }).fill('/(a+)+b/');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByRole('alert').getByText('too slow').waitFor();
  await page.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

test('a part goes without the secrets that only the rest gives away, and so does the name of the file', async () => {
  const named = 'hunter2-98431';
  const sent = 's3cr3t-55120';
  const lines = [
    {
      mcprec: 1,
      id: 'r1',
      title: `srv --api-key ${named}`,
      startedAt: '2026-11-20T10:00:00.000Z',
      by: { name: 'x', version: '1' },
      route: 'relay',
      connection: { transport: 'stdio', command: 'srv', args: [] },
    },
    {
      s: 0,
      t: 0,
      k: 'message',
      dir: 'c2s',
      by: 'user',
      raw: `{"jsonrpc":"2.0","method":"x","params":{"token":"${sent}"}}`,
    },
    { s: 1, t: 1, k: 'stderr', text: `using ${sent}\n` },
  ];
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'x.mcprec');
  writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  await opened(file, 2);
  await page.page.keyboard.press('ControlOrMeta+s');
  const dialog = dialogOf();
  await dialog.getByRole('radio', { name: /^A range of events/ }).check();
  await dialog.getByRole('spinbutton', { name: 'First event' }).fill('1');
  await dialog.getByRole('spinbutton', { name: 'First event' }).blur();
  await dialog.getByText(/^2 secrets in 2 places$/).waitFor();
  expect(await dialog.textContent()).not.toContain(named);
  const part = await saved('Recording');
  expect(part).toContain('"text":"using ');
  expect(part).not.toContain(sent);
  expect(part).not.toContain(named);
});

test('what stays is a secret, not its number: marking something else moves no choice', async () => {
  const [first, demo, live] = ['first-key-55431', 'demo-key-00112', 'live-key-99887'];
  const [header = ''] = readFileSync(SAMPLE, 'utf8').split('\n', 1);
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'x.mcprec');
  const lines = [first, demo, live].map((key, s) =>
    JSON.stringify({ s, t: s, k: 'stderr', text: `password='${key}'\n` }),
  );
  writeFileSync(file, `${[header, ...lines].join('\n')}\n`);
  await opened(file, 3);
  await page.page.keyboard.press('ControlOrMeta+s');
  const dialog = dialogOf();
  await dialog.getByRole('checkbox', { name: 'Redact ‹secret:2›' }).uncheck();
  // Now the first secret is a marked one, and the last one is the second.
  await dialog.getByRole('textbox', { name: 'Also redact' }).fill(first);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByText('‹marked:1›').waitFor();
  await expect.poll(() => dialog.getByRole('checkbox', { name: 'Redact ‹secret:1›' }).isChecked()).toBe(false);
  expect(await dialog.getByRole('checkbox', { name: 'Redact ‹secret:2›' }).isChecked()).toBe(true);
  const whole = await saved('Recording');
  expect(whole).toContain(demo);
  expect(whole).not.toContain(first);
  expect(whole).not.toContain(live);
});

test('a message as curl and as programs, without its secrets unless asked for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-curl-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const token = 'a1b2c3d4e5f6a7b8c9d0e1f2';
  const file = join(folder, 'with-token.mcprec');
  const text = readFileSync(SAMPLE, 'utf8');
  writeFileSync(file, text.replaceAll(/\["user-agent","[^"]*"\]/gi, `["Authorization","Bearer ${token}"]`));
  await opened(file);
  await page.select(page.row(/tools\/list/).first());
  await page.detailTab('Code');
  const code = page.details.getByRole('tabpanel');
  // A session of its own: the id of the recorded one is over.
  await code.getByText(/opened=\$\(curl /).waitFor();
  expect(await code.textContent()).not.toContain(token);
  await code.getByRole('checkbox', { name: 'With secrets' }).check();
  await expect.poll(() => code.textContent()).toContain(token);
  expect(await code.textContent()).not.toContain(SESSION);
  await code.getByRole('combobox', { name: 'Format' }).selectOption('TypeScript SDK');
  await expect.poll(() => code.textContent()).toContain('@modelcontextprotocol/client');
});
