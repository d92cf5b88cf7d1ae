/** What stands around the composer's editor: completion, HTTP by hand, repetition, scripts, and what is kept. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { timeouts } from '#shared/words/en';
import { common } from '../../web/base/i18n/en/common.ts';
import { compose as words } from '../../web/compose/words/en.ts';
import { BYTE_LOG, startByteLog, STDIO_MISBEHAVE, type RunningServer } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

let relay: RelayProcess;
let server: RunningServer;
const folder = mkdtempSync(join(tmpdir(), 'lifeline-tools-'));
/** One page; each test has a session of its own in it. */
let page: Lifeline;
beforeAll(async () => {
  [relay, server] = await Promise.all([startRelayProcess(), startByteLog()]);
  page = await openLifeline(relay.url);
});
afterAll(async () => {
  await page.close();
  await Promise.all([relay.remove(), server.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** A session with the server that logs what it reads; gives the lines it has read since. */
async function connect(name: string): Promise<() => string[]> {
  const log = join(folder, name);
  await page.page.getByRole('button', { name: 'New connection' }).first().click();
  await page.page.getByRole('textbox', { name: 'Environment' }).fill(`LOG=${log}`);
  await page.connectStdio(`"${process.execPath}" "${BYTE_LOG}"`);
  await page.operating();
  const before = readFileSync(log).length;
  return () => readFileSync(log).subarray(before).toString().split('\n').slice(0, -1);
}

/**
 * Ask the composer for completion until it offers this, as a person would: the schema arrives a moment after the editor, and
 * keys pressed while the list is being made may go nowhere.
 */
async function offered(name: string): Promise<void> {
  const option = page.page.locator('.suggest-widget.visible').getByRole('option', { name });
  const isOffered = async (): Promise<boolean> => {
    await page.page.keyboard.press('ControlOrMeta+Space');
    const seen = await option.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
    if (!seen) await page.page.keyboard.press('Escape');
    return seen;
  };
  await expect.poll(isOffered, { timeout: 100_000 }).toBe(true);
}

test('completion offers tools, and the arguments of the tool', async () => {
  await connect('completion.log');
  await page.compose('{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":}}');
  for (let left = 0; left < 2; left++) await page.page.keyboard.press('ArrowLeft');
  await offered('"echo"');
  await page.page.keyboard.press('Escape');
  await page.compose('{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"flood","arguments":{}}}');
  for (let left = 0; left < 3; left++) await page.page.keyboard.press('ArrowLeft');
  await offered('count');
  await page.page.keyboard.press('Tab');
  await page.dock.getByText('"arguments":{"count"').waitFor();
  // Advice is a squiggle and no more: an unknown tool is sent all the same.
  await page.compose('{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"no such tool"}}');
  await page.page.locator('.squiggly-warning').first().waitFor();
  await page.send();
  await page.row(/error −32602/).waitFor();
});

interface Received {
  readonly method: string;
  readonly headers: readonly string[];
  readonly b64: string;
}

test('each header of one message over HTTP can be changed, left out or added', async () => {
  await page.connectHttp(server.url, 'relay');
  await page.operating();
  const received = async (): Promise<Received[]> =>
    (await (await fetch(new URL('/log', server.url))).json()) as Received[];
  const before = (await received()).length;
  await page.compose('{"jsonrpc":"2.0","id":70,"method":"ping"}');
  await page.dock.getByRole('button', { name: 'HTTP', exact: true }).click();
  const popover = page.page.getByRole('dialog', { name: words.deliveryTitle });
  await expect
    .poll(() => popover.getByRole('textbox', { name: 'Value of MCP-Protocol-Version' }).inputValue())
    .toBe('2025-11-25');
  await popover.getByRole('combobox', { name: 'Method' }).selectOption('PUT');
  await popover.getByRole('button', { name: words.wrongSession }).click();
  await popover.getByRole('checkbox', { name: 'Send Accept' }).uncheck();
  await popover.getByRole('checkbox', { name: 'Send MCP-Protocol-Version' }).uncheck();
  await popover.getByRole('button', { name: words.addHeader }).click();
  await popover.getByRole('textbox', { name: words.headerName }).fill('X-By-Hand');
  await popover.getByRole('textbox', { name: words.headerName }).press('Tab');
  await popover.getByRole('textbox', { name: 'Value of X-By-Hand' }).fill('1');
  await page.expectAccessible();
  await page.page.keyboard.press('Escape');
  await page.send();
  await expect.poll(async () => (await received()).length).toBe(before + 1);
  const [message] = (await received()).slice(before);
  const headers = new Map<string, string>();
  const raw = message?.headers ?? [];
  for (let at = 0; at < raw.length; at += 2) headers.set(String(raw[at]).toLowerCase(), String(raw[at + 1]));
  expect(message?.method).toBe('PUT');
  expect(headers.get('mcp-session-id')).toBe('no-such-session');
  expect(headers.get('x-by-hand')).toBe('1');
  expect(headers.get('content-type')).toBe('application/json');
  expect([headers.has('accept'), headers.has('mcp-protocol-version')]).toEqual([false, false]);
  expect(Buffer.from(message?.b64 ?? '', 'base64').toString()).toBe('{"jsonrpc":"2.0","id":70,"method":"ping"}');
});

test('a time limit of one request', async () => {
  await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}" never`);
  await page.operating();
  await page.compose('{"jsonrpc":"2.0","id":71,"method":"tools/call","params":{"name":"ask","arguments":{}}}');
  await page.dock.getByRole('button', { name: 'Timeout', exact: true }).click();
  await page.page.getByRole('spinbutton', { name: timeouts.idle }).fill('0.1');
  await page.page.keyboard.press('Escape');
  await page.send();
  await page.row(/notifications\/cancelled/).waitFor();
});

test('many times: in order with ids of their own, or at once with one id', async () => {
  const lines = await connect('repeat.log');
  await page.compose('{"jsonrpc":"2.0","id":100,"method":"ping"}');
  await page.dock.getByRole('button', { name: /^Send repeatedly/ }).click();
  await page.page.getByRole('spinbutton', { name: words.howOften }).fill('20');
  await page.page.keyboard.press('Escape');
  await page.send();
  await page.dock.getByText('20 of 20 sent, 20 responses').waitFor();
  const ids = lines().map((line) => (JSON.parse(line) as { id: number }).id);
  expect(new Set(ids).size).toBe(20);
  await page.dock.getByRole('button', { name: /^Send repeatedly/ }).click();
  await page.page.getByRole('radio', { name: words.atOnce }).check();
  await page.page.getByRole('checkbox', { name: words.sameId }).check();
  await page.expectAccessible();
  await page.page.keyboard.press('Escape');
  await page.send();
  await expect.poll(() => lines().length).toBe(40);
  expect(new Set(lines().slice(20))).toEqual(new Set(['{"jsonrpc":"2.0","id":100,"method":"ping"}']));
});

const SCRIPT = `# Four messages, two of them broken.
{"jsonrpc":"2.0","id":"auto","method":"tools/list"}
@wait answer
{"broken": 9007199254740993,
@bytes ff fe
@wait 20
@send "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":\\"auto\\",\\"method\\":\\"ping\\"}"
@wait answer within 60000`;

test('a script is run, saved, and handed out as a file', async () => {
  const lines = await connect('script.log');
  await page.tab('Compose');
  await page.dock.getByRole('radio', { name: 'Script' }).check({ force: true });
  const editor = page.dock.getByRole('textbox', { name: 'Script' });
  await page.retype(editor, SCRIPT);
  await page.page.keyboard.press('ControlOrMeta+Enter');
  await page.dock.getByText('4 of 4 sent').waitFor();
  await expect.poll(() => lines().length).toBe(4);
  expect(lines()[0]).toMatch(/^\{"jsonrpc":"2.0","id":\d+,"method":"tools\/list"\}$/);
  expect(lines().slice(1)).toEqual([
    '{"broken": 9007199254740993,',
    '\ufffd\ufffd',
    '{"jsonrpc":"2.0","id":"auto","method":"ping"}',
  ]);
  const steps = page.dock.getByRole('list', { name: words.stepList }).getByRole('listitem');
  await expect.poll(() => steps.filter({ hasText: 'done' }).count()).toBe(7);
  await page.expectAccessible();

  await page.dock.getByRole('button', { name: words.scripts }).click();
  await page.page.getByRole('textbox', { name: words.saveScript }).fill('four messages');
  await page.page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.page.keyboard.press('Escape');
  const downloaded = page.page.waitForEvent('download');
  await page.dock.getByRole('button', { name: words.exportScript }).click();
  const file = join(folder, 'exported.jsonl');
  await (await downloaded).saveAs(file);
  expect(readFileSync(file, 'utf8')).toBe(SCRIPT);

  await page.page.reload();
  await page.operating();
  await page.tab('Compose');
  await page.dock.getByRole('radio', { name: 'Script' }).check({ force: true });
  await page.dock.getByRole('button', { name: words.scripts }).click();
  await page.page.getByRole('option', { name: /^four messages/ }).click();
  await expect.poll(() => steps.count()).toBe(7);
});

test('a script that waits in vain says so, and one that runs can be stopped', async () => {
  const lines = await connect('waits.log');
  await page.tab('Compose');
  await page.dock.getByRole('radio', { name: 'Script' }).check({ force: true });
  const write = (text: string): Promise<void> => page.retype(page.dock.getByRole('textbox', { name: 'Script' }), text);
  await write('@wait notifications/message within 50\n{"late":true}');
  await page.page.keyboard.press('ControlOrMeta+Enter');
  await page.dock.getByText(words.runStatus.late, { exact: true }).waitFor();
  await write('@wait notifications/message\n{"late":true}');
  await page.page.keyboard.press('ControlOrMeta+Enter');
  await page.dock.getByRole('button', { name: common.stop }).click();
  await page.dock.getByText(words.runStatus.stopped).waitFor();
  await write('@wait soon\n@nothing');
  await page.dock.getByText(words.problemAt(2, words.scriptProblems['unknown-directive'])).waitFor();
  await expect.poll(() => page.dock.getByRole('button', { name: /^Run script/ }).isDisabled()).toBe(true);
  expect(lines()).toEqual([]);
});

test('saved messages survive a reload, and are found by their name', async () => {
  const lines = await connect('saved.log');
  const text = '{"jsonrpc":"2.0","id":"kept",  "method":"ping"}';
  await page.compose(text);
  await page.dock.getByRole('button', { name: words.kept }).click();
  await page.page.getByRole('textbox', { name: words.saveMessage }).fill('my ping');
  await page.page.getByRole('textbox', { name: words.saveMessage }).press('Enter');
  await page.page.getByRole('option', { name: /^my ping/ }).waitFor();
  await page.page.reload();
  await page.operating();
  await page.compose('');
  await page.dock.getByRole('button', { name: words.kept }).click();
  await page.page.getByRole('combobox', { name: words.kept }).fill('my pi');
  await page.expectAccessible();
  await page.pick(words.kept, 'my pi', /^my ping/);
  await page.dock.getByText('"kept"').waitFor();
  await page.send();
  await expect.poll(() => lines()).toEqual([text]);
  // It was sent, so it is in the history too; the saved one can be taken out.
  await page.dock.getByRole('button', { name: words.kept }).click();
  await page.page.getByRole('option', { name: /^\{"jsonrpc":"2.0","id":"kept"/ }).waitFor();
  await page.pick(words.kept, 'my ping', /^my ping/, 'Delete');
  await page.page.getByRole('option', { name: /^my ping/ }).waitFor({ state: 'hidden' });
});

test('a message of an opened recording goes to the live session', async () => {
  const lines = await connect('from-file.log');
  await page.page.getByRole('button', { name: 'New connection' }).first().click();
  await page.page.getByRole('button', { name: 'Open the example' }).click();
  await page.status.getByText('opened from a file').waitFor();
  await page.select(page.row(/^(?=.*tools\/list)(?=.*client to server)/).first());
  await page.page.keyboard.press('e');
  await page.status.getByText('connected', { exact: true }).waitFor();
  await page.dock.getByText('"tools/list"').waitFor();
  await page.send();
  await expect.poll(() => lines().length).toBe(1);
  expect(lines()[0]).toContain('tools/list');
});
