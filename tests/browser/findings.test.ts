/** What breaks the protocol, from the mark at a row to the remedy: marks, details, panel, filter, muting, bug report. */
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STDIO_MISBEHAVE } from '../fixtures/start.ts';
import { openLifeline, useBrowser } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

let relay: RelayProcess;
const folder = mkdtempSync(join(tmpdir(), 'lifeline-findings-'));
beforeAll(async () => {
  relay = await startRelayProcess();
});
afterAll(async () => {
  await relay.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('a server that writes text to stdout: from the red mark to the remedy, muted and back', async () => {
  const lifeline = await openLifeline(relay.url);
  const { page, details, dock } = lifeline;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await lifeline.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}" garbage`);
  await lifeline.operating();

  // The mark says what is wrong; pressing it shows why and what to do.
  const broken = lifeline.row(/Finding: Write nothing but messages to stdout/);
  await broken.first().waitFor();
  await broken.first().click();
  const tab = details.getByRole('tab', { name: /^Findings 1/ });
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
  await details.getByText('How to fix the server').waitFor();
  await details
    .getByRole('link', { name: /^Specification/ })
    .last()
    .waitFor();
  await lifeline.expectAccessible();

  await details.getByRole('button', { name: 'Copy as bug report' }).click();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  expect(report).toContain('## Write nothing but messages to stdout');
  expect(report).toMatch(/- Rule: `stdio-stdout-nonmessage` \(MUST NOT in /);
  expect(report).toContain('```text\nFixture server starting\n```');

  // n goes to the next of them, Enter shows what it breaks.
  await details
    .getByRole('tab', { name: 'Event' })
    .or(details.getByRole('tab', { name: 'Message' }))
    .first()
    .click();
  const selected = lifeline.rows.and(page.locator('[aria-selected="true"]'));
  const before = await selected.getAttribute('data-s');
  await page.getByRole('listbox', { name: 'Sequence diagram' }).focus();
  await page.keyboard.press('n');
  await expect.poll(() => selected.getAttribute('data-s')).not.toBe(before);
  await page.keyboard.press('Enter');
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');

  // The status line counts them once, and leads to the panel; above the rules stands what is wrong with the server.
  await lifeline.status.getByRole('button', { name: /^\d+ findings( · \d+ errors?)?$/ }).click();
  await page.getByRole('button', { name: 'All findings by rule' }).click();
  await dock.getByRole('region', { name: 'What goes wrong most' }).getByText('standard output').first().waitFor();
  const rule = dock.getByRole('button', { name: /Write nothing but messages to stdout/ });
  await rule.click();
  await expect.poll(() => rule.getAttribute('aria-expanded')).toBe('true');
  await dock.getByText('How to fix the server').waitFor();
  await lifeline.expectAccessible();
  await rule.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => rule.evaluate((element) => element === document.activeElement)).toBe(false);

  // A muted rule has no mark, and is brought back by the notice.
  await dock.getByRole('button', { name: 'Mute this rule for this server' }).click();
  await expect.poll(() => broken.count()).toBe(0);
  await dock.getByRole('button', { name: '1 rule muted' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await broken.first().waitFor();

  // The filter knows findings and rules, and proposes those that were broken.
  const filter = await lifeline.filterField();
  await filter.fill('rule:stdio');
  await page.getByRole('option', { name: /^rule:stdio-stdout-nonmessage/ }).waitFor();
  await filter.fill('rule:stdio-* finding:server');
  await lifeline.row(/Fixture server starting/).waitFor();
  await expect.poll(() => lifeline.row(/result of initialize/).count()).toBe(0);
  await filter.fill('-finding:any');
  await lifeline.row(/result of initialize/).waitFor();
  await expect.poll(() => lifeline.row(/Fixture server starting/).count()).toBe(0);

  // The composer says what a typed message would break, and sends it all the same.
  const typed = dock.locator('.squiggly-error');
  await lifeline.compose('{"jsonrpc":"1.0","id":900,"method":"ping"}');
  await typed.first().waitFor();
  await dock.getByText('Set jsonrpc to exactly "2.0"').waitFor();
  expect(await dock.getByRole('button', { name: /^Send as typed/ }).isEnabled()).toBe(true);
  await lifeline.compose('{"jsonrpc":"2.0","id":900,"method":"ping"}');
  await expect.poll(() => typed.count()).toBe(0);
  await expect.poll(() => dock.getByText('Set jsonrpc to exactly "2.0"').count()).toBe(0);

  // What is handed on by such a filter is what it shows, with what it breaks.
  await filter.fill('finding:any');
  await expect.poll(() => lifeline.row(/result of initialize/).count()).toBe(0);
  await lifeline.status.getByRole('button', { name: 'Share…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this session' });
  await dialog.getByRole('radio', { name: 'Markdown' }).check();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save file' }).click();
  const saved = join(folder, 'findings.md');
  await (await download).saveAs(saved);
  const markdown = readFileSync(saved, 'utf8');
  expect(markdown).toContain('stdio-stdout-nonmessage');
  expect(markdown).not.toContain('C->>S');
  await lifeline.close();
});

test('a recording: the message is underlined where it breaks a rule, in Chinese too', async () => {
  const header = {
    mcprec: 1,
    id: 'underlined',
    title: 'underlined',
    startedAt: '2026-01-01T00:00:00.000Z',
    by: { name: 'test', version: '1' },
    route: 'relay',
    connection: { transport: 'stdio', command: 'srv', args: [] },
  };
  const messages: readonly (readonly ['c2s' | 's2c', object])[] = [
    [
      'c2s',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
      },
    ],
    [
      's2c',
      {
        jsonrpc: '2.0',
        id: 1,
        result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
      },
    ],
    ['c2s', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['c2s', { jsonrpc: '2.0', id: 2, method: 'ping' }],
    ['s2c', { jsonrpc: '1.0', id: 2, result: {} }],
    ['c2s', { jsonrpc: '2.0', id: 3, method: 'tools/list' }],
    [
      's2c',
      {
        jsonrpc: '2.0',
        id: 3,
        result: {
          tools: [{ name: 'a', inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' } }],
        },
      },
    ],
    ['c2s', { jsonrpc: '2.0', id: 4, method: 'tools/call', params: { name: 'a' } }],
  ];
  const events = [
    { s: 0, t: 0, k: 'connection', event: 'connecting' },
    { s: 1, t: 1, k: 'connection', event: 'connected' },
    ...messages.map(([dir, message], at) => ({
      s: at + 2,
      t: 1000 * (at + 2),
      k: 'message',
      dir,
      raw: JSON.stringify(message),
    })),
  ];
  const path = join(folder, 'underlined.mcprec');
  writeFileSync(path, [header, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''));
  const lifeline = await openLifeline(relay.url, { locale: 'zh-CN', scheme: 'dark' });
  const { page } = lifeline;
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '打开…' }).click();
  await (await chooser).setFiles(path);
  const row = page.getByRole('option', { name: /规范问题：/ }).first();
  await row.waitFor();
  const at = (await row.getAttribute('data-s')) ?? '';
  await page.locator(`[role=option][data-s="${at}"]:not([data-found])`).click();
  await page.getByRole('tab', { name: '消息' }).click();
  await page.locator('.squiggly-error').first().waitFor();
  await row.click();
  await page.getByText('如何修复服务器').waitFor();
  await page
    .getByRole('tab', { name: /^规范问题 1$/ })
    .first()
    .waitFor();
  await lifeline.expectAccessible();

  // Advice is told when it is asked for: by then the tabs and the rows have it, too.
  const marks = page.getByRole('option', { name: /规范问题：/ });
  await expect.poll(() => marks.count()).toBe(1);
  await page.getByRole('button', { name: /^面板/ }).click();
  const panel = page.getByRole('region', { name: '面板', exact: true });
  await panel.getByRole('tab', { name: /^规范问题/ }).focus();
  await page.getByRole('checkbox', { name: '建议（1）' }).check();
  await page
    .getByRole('tab', { name: /^规范问题 2$/ })
    .first()
    .waitFor();
  await expect.poll(() => marks.count()).toBe(2);

  // What the server owes stands at its lifeline, and leads to the request.
  await page.getByRole('button', { name: '关闭面板' }).click();
  await page.getByRole('button', { name: '关闭详情' }).click();
  await page.getByRole('button', { name: '服务器待回复 1' }).click();
  await page.getByRole('option', { name: '响应 tools/call a' }).click();
  await lifeline.expectAccessible();
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: /tools\/call #4/, selected: true }).waitFor();
  await lifeline.close();
});

test('what only follows from another finding stands under it, without a mark of its own', async () => {
  const header = {
    ...{ mcprec: 1, id: 'following', title: 'following', startedAt: '2026-01-01T00:00:00.000Z', route: 'relay' },
    by: { name: 'test', version: '1' },
    connection: { transport: 'stdio', command: 'srv', args: [] },
  };
  const info = { name: 'c', version: '1' };
  const hello = { protocolVersion: '2025-11-25', capabilities: {} };
  const messages = [
    ['c2s', { id: 1, method: 'initialize', params: { ...hello, clientInfo: info } }],
    ['c2s', { method: 'notifications/initialized' }],
    ['s2c', { id: 1, result: { ...hello, serverInfo: info } }],
    ['c2s', { method: 'notifications/initialized' }],
  ] as const;
  const events = [
    { s: 0, t: 0, k: 'connection', event: 'opening' },
    { s: 1, t: 1, k: 'connection', event: 'open' },
    ...messages.map(([dir, message], at) => ({
      ...{ s: at + 2, t: 1000 * (at + 2), k: 'message', dir, raw: JSON.stringify({ jsonrpc: '2.0', ...message }) },
    })),
  ];
  const path = join(folder, 'following.mcprec');
  writeFileSync(path, [header, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''));
  const lifeline = await openLifeline(relay.url);
  const { page, details, dock } = lifeline;
  const chooser = page.waitForEvent('filechooser');
  await lifeline.menu('Open…');
  await (await chooser).setFiles(path);
  const marks = page.getByRole('option', { name: /Finding: / });
  await marks.first().waitFor();
  expect(await marks.count()).toBe(1);
  await lifeline.status.getByRole('button', { name: /^1 finding/ }).click();
  await page.getByRole('button', { name: 'All findings by rule' }).click();
  const rule = dock.getByRole('button', { name: /Wait for the initialize result/ });
  await rule.click();
  // The list draws only what is to be seen.
  await rule.hover();
  await page.mouse.wheel(0, 1000);
  await dock.getByRole('button').filter({ hasText: 'Consequence: ' }).click();
  // The event of the consequence leads to its cause.
  await details.getByText('Only follows from: Wait for the initialize result').waitFor();
  await details.getByRole('button', { name: 'event 3', exact: true }).first().click();
  await page.getByRole('option', { name: /notifications\/initialized/, selected: true }).waitFor();
  await lifeline.expectAccessible();
  await lifeline.close();
});

test('findings are counted on after another screen was looked at', async () => {
  const lifeline = await openLifeline(relay.url);
  const { page, dock, status } = lifeline;
  await lifeline.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}"`);
  await lifeline.operating();
  const break_ = async (id: number): Promise<void> => {
    await lifeline.compose(`{"jsonrpc":"1.0","id":${id},"method":"ping"}`);
    await lifeline.send();
    await lifeline
      .row(new RegExp(`#${id}`))
      .first()
      .waitFor();
  };
  const counted = (): Promise<number> =>
    dock
      .getByRole('tab', { name: /^Findings/ })
      .textContent()
      .then((text) => Number(/\d+/.exec(text ?? '')?.[0] ?? 0));
  await break_(900);
  await lifeline.openPanel();
  await expect.poll(counted).toBeGreaterThan(0);
  const before = await counted();
  const calls = page.getByRole('button', { name: 'Calls', exact: true });
  await calls.click();
  await page.getByRole('button', { name: 'Messages', exact: true }).click();

  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await page.getByRole('grid', { name: 'Recordings' }).waitFor();
  await page
    .getByRole('navigation', { name: 'Sessions' })
    .getByRole('button', { name: /misbehave/ })
    .first()
    .click();
  await break_(901);
  await expect.poll(counted).toBeGreaterThan(before);
  await calls.click();
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  await status.getByText('connected').first().waitFor();
  await lifeline.close();
});

test('where the rules can’t be had the page says so once, and goes on', async () => {
  const lifeline = await openLifeline(relay.url, {
    prepare: (page) => page.context().route(/\/assets\/judge\.task-[^/]*\.js$/, (route) => route.abort()),
  });
  const { page } = lifeline;
  await lifeline.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}" garbage`);
  await lifeline.operating();
  const told = page.getByText('This part of the page could not be loaded.');
  await told.first().waitFor();
  await lifeline.compose('{"jsonrpc":"1.0","id":900,"method":"ping"}');
  await lifeline.send();
  await lifeline.row(/#900/).first().waitFor();
  expect(await told.count()).toBe(1);
  expect(await lifeline.row(/Finding: /).count()).toBe(0);
  await lifeline.close(/net::ERR_FAILED|Failed to fetch dynamically/);
});
