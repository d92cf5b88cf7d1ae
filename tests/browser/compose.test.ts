/** What is typed is what is written: byte for byte, valid or not; and a handshake performed by hand. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compose as words } from '../../web/compose/words/en.ts';
import { STDIO_MISBEHAVE } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

/** One page; each test has a session of its own in it. */
let page: Lifeline;
let relay: RelayProcess;
const folder = mkdtempSync(join(tmpdir(), 'lifeline-typed-'));
beforeAll(async () => {
  relay = await startRelayProcess();
  page = await openLifeline(relay.url);
});
afterAll(async () => {
  await page.close();
  await relay.remove();
  rmSync(folder, { recursive: true, force: true });
});

const TEXTS = [
  '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping","params":{"x":1.0,"x":1e400}}',
  '  {"id":1,"method":"ping",}  \t',
  '{"unfinished": "quote',
  '[{"jsonrpc":"2.0","id":"a","method":"ping"}]',
  '\uFEFF{"jsonrpc":"2.0","id":2,"method":"ping"}',
  'hello, 世界 🌍',
  '{\n  "jsonrpc": "2.0",\n\t"id": 3,\n  "method": "ping"\n}',
];

test('the composer writes exactly what is typed', async () => {
  const log = join(folder, 'typed.log');
  await page.page.getByRole('textbox', { name: 'Environment' }).fill(`LOG=${log}`);
  await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}"`);
  await page.operating();
  const before = readFileSync(log).length;
  for (const text of TEXTS) {
    const events = await page.events();
    await page.compose(text);
    await page.send();
    await expect.poll(() => page.events()).toBeGreaterThan(events);
  }
  const expected = Buffer.from(TEXTS.map((text) => `${text}\n`).join(''));
  await expect.poll(() => readFileSync(log).length).toBe(before + expected.length);
  expect(readFileSync(log).subarray(before)).toEqual(expected);

  // The same again from the diagram: "edit and send again" takes the exact text.
  const typed = page.row(/unfinished/).first();
  await page.select(typed);
  await page.page.keyboard.press('r');
  const again = Buffer.from(`${TEXTS[2]}\n`);
  await expect.poll(() => readFileSync(log).length).toBe(before + expected.length + again.length);
  expect(readFileSync(log).subarray(before + expected.length)).toEqual(again);
  page.expectNoErrors();
});

test('templates and broken variants are a few keys away', async () => {
  await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}"`);
  await page.operating();
  await page.compose('');
  await page.page.keyboard.press('ControlOrMeta+j');
  await page.page.getByRole('option', { name: 'ping', exact: true }).waitFor();
  await page.expectAccessible();
  await page.pick(words.templates, 'tools/call', /^tools\/call/);
  await page.holdsKeyboard(page.dock.getByRole('textbox', { name: words.message }));
  await page.page.keyboard.press('ControlOrMeta+Enter');
  await page
    .row(/result of tools\/call|error/)
    .last()
    .waitFor();
  await page.page.keyboard.press('ControlOrMeta+e');
  await page.pick(words.breakIt, 'trailing', words.variants['trailing-comma']);
  await page.send();
  await page
    .row(/client to server, malformed.*no response/)
    .last()
    .waitFor();
  page.expectNoErrors();
});

// The last: the form keeps what it switches off for the next connection.
test('the whole handshake by hand, out of order and twice', async () => {
  await page.newConnection();
  await page.page.getByText(/^Advanced: /).click();
  await page.page.getByRole('checkbox', { name: /^Open the session/ }).uncheck();
  await page.page.getByRole('checkbox', { name: /^Fetch all lists/ }).uncheck();
  await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}"`);
  await page.status.getByText('connected', { exact: true }).waitFor();
  await expect.poll(() => page.phase('Initialization')).toMatch(/upcoming/);
  const steps = [
    '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"me","version":"0"}}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","id":3,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"me","version":"0"}}}',
  ];
  for (const text of steps) {
    const events = await page.events();
    await page.compose(text);
    await page.send();
    await expect.poll(() => page.events()).toBeGreaterThan(events);
  }
  await page.row(/result of initialize #3/).waitFor();
  await page.page.getByTitle('Negotiated protocol version').getByText('2024-11-05').waitFor();
  // Nothing was sent that the person did not send.
  await expect.poll(() => page.row(/client to server/).count()).toBe(steps.length);
  page.expectNoErrors();
});
