/** The main job, against the reference server: over stdio, over HTTP direct, and over HTTP through the relay. */
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVERYTHING, startEverythingHttp, type RunningServer } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

let relay: RelayProcess;
let server: RunningServer;
const downloads = mkdtempSync(join(tmpdir(), 'lifeline-saved-'));

beforeAll(async () => {
  [relay, server] = await Promise.all([startRelayProcess(), startEverythingHttp()]);
});
afterAll(async () => {
  await Promise.all([relay.remove(), server.close()]);
  rmSync(downloads, { recursive: true, force: true });
});

const ROUTES = {
  stdio: (page: Lifeline) => page.connectStdio(`"${process.execPath}" "${EVERYTHING}" stdio`),
  'HTTP direct': (page: Lifeline) => page.connectHttp(`${server.url}`, 'direct'),
  'HTTP through the relay': (page: Lifeline) => page.connectHttp(`${server.url}`, 'relay'),
};

/** Save the session and give the file's lines: header, events, and perhaps a footer. */
async function save(
  page: Lifeline,
  name: string,
): Promise<{ readonly path: string; readonly lines: readonly string[] }> {
  const saved = await page.save('with secrets');
  const path = join(downloads, name);
  await saved.saveAs(path);
  return { path, lines: readFileSync(path, 'utf8').trimEnd().split('\n') };
}

const eventLines = (lines: readonly string[]): string[] => lines.filter((line) => line.startsWith('{"s":'));

/** Close the tab, which leaves the session running, open it from the rail, and stop it. */
async function stopFromRail(lifeline: Lifeline): Promise<void> {
  const { page } = lifeline;
  await lifeline.menu(/^Close /);
  await page.getByText(/ is still running\.$/).waitFor();
  await page.getByRole('button', { name: / \(running\)$/ }).click();
  await lifeline.menu('Disconnect');
}

describe.each(Object.entries(ROUTES))('%s', (route, connect) => {
  test('connect, call, answer, break, reload, save and open again', async () => {
    const page = await openLifeline(relay.url);
    await connect(page);

    // Handshake and discovery, drawn with their phases.
    await page.operating();
    for (const phase of ['Connection', 'Initialization', 'Discovery'])
      await expect.poll(() => page.phase(phase)).toMatch(/done/);
    const filter = await page.filterField();
    await filter.fill('method:initialize');
    await page.row(/result of initialize/).waitFor();
    await filter.fill('');
    await page.page.getByTitle('Negotiated protocol version').getByText('2025-11-25').waitFor();

    // The session leads to the tools; one of them from the form, which stays beside its result, and its request is selected.
    await (await page.panelTab({ name: /^Tools/, selected: true })).waitFor();
    await page.dock
      .getByRole('button', { name: /^Echo Tool|^echo/ })
      .first()
      .click();
    await page.dock.getByRole('textbox', { name: /message/i }).fill('hello from the form');
    await page.dock.getByRole('button', { name: 'Call tool' }).click();
    await page.dock.getByText('Echo: hello from the form').first().waitFor();
    expect(await page.dock.getByRole('textbox', { name: /message/i }).inputValue()).toBe('hello from the form');
    await page.select(page.row(/request tools\/call/).last());
    await page.details.getByText('"hello from the form"').first().waitFor();

    // The same from raw JSON.
    await page.compose(
      '{"jsonrpc":"2.0","id":4711,"method":"tools/call","params":{"name":"echo","arguments":{"message":"raw"}}}',
    );
    await page.send();
    await page.row(/result of tools\/call #4711/).waitFor();

    // The server asks, and is answered by hand.
    await page.compose(
      '{"jsonrpc":"2.0","id":4712,"method":"tools/call","params":{"name":"trigger-sampling-request","arguments":{"prompt":"A river?","maxTokens":20}}}',
    );
    await page.send();
    await page.page.getByRole('button', { name: 'Answer', exact: true }).first().click();
    await page.dock.getByText('A river?').first().waitFor();
    await page.dock.getByRole('textbox', { name: 'Text' }).fill('The Danube');
    await page.dock.getByRole('button', { name: 'Send answer' }).first().click();
    await page.row(/result of tools\/call #4712/).waitFor();

    // A malformed message. On stdio nothing answers it, and the row says so; over HTTP the server refuses it.
    await page.compose('{"jsonrpc":"2.0","id":4713,"method":"ping",}');
    await page.send();
    const broken = page.row(/client to server, malformed/).last();
    await page.select(broken);
    await page.details.getByText('Trailing comma').first().waitFor();
    if (route === 'stdio')
      await page
        .row(/client to server, malformed.*no response/)
        .last()
        .waitFor();
    else
      await page
        .row(/-32700|−32700/)
        .last()
        .waitFor();

    // A reload in the middle loses nothing.
    await expect.poll(() => page.events()).toBeGreaterThan(20);
    const before = await save(page, `${route}-before.mcprec`);
    await page.page.reload();
    await page
      .row(/client to server, malformed/)
      .last()
      .waitFor();
    await expect.poll(() => page.events()).toBeGreaterThanOrEqual(eventLines(before.lines).length);
    // Nor what was looked at and typed: the event, which the address names, the panel, the message, the tool and its arguments.
    await page.details.getByText('Trailing comma').first().waitFor();
    await expect.poll(() => page.page.url()).toMatch(/#session=[\w-]+&s=\d+$/);
    await page.dock.getByText('4713').first().waitFor();
    await page.tab(/^Tools/);
    expect(
      await page.page
        .getByRole('region', { name: 'Panel' })
        .getByRole('textbox', { name: /message/i })
        .inputValue(),
    ).toBe('hello from the form');
    await page.compose('{"jsonrpc":"2.0","id":4714,"method":"ping"}');
    await page.send();
    await page.row(/result of ping #4714/).waitFor();

    // Saved, opened again, and equal event by event.
    await (route === 'stdio' ? stopFromRail(page) : page.menu('Disconnect'));
    await page.status.getByText('closed').waitFor();
    const saved = await save(page, `${route}.mcprec`);
    expect(eventLines(saved.lines).slice(0, eventLines(before.lines).length)).toEqual(eventLines(before.lines));
    expect(saved.lines.at(-1)).toMatch(/^\{"footer":true/);

    const chooser = page.page.waitForEvent('filechooser');
    await page.menu('Open…');
    await (await chooser).setFiles(saved.path);
    await page.status.getByText('opened from a file').waitFor();
    await expect.poll(() => page.events()).toBe(eventLines(saved.lines).length);
    const again = await save(page, `${route}-again.mcprec`);
    expect(eventLines(again.lines)).toEqual(eventLines(saved.lines));

    await page.close(route === 'HTTP direct' ? /status of 400/ : undefined);
  });
});
