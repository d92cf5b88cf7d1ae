/** What the clients of recordings do, side by side: from the library, with ways to the events, and as a file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordingLines, type EventBody } from '#shared/recording';
import { SDK_V1 } from '../fixtures/start.ts';
import { HEADER, recordedOf } from '../unit/recorded-of.ts';
import { c2s, notification, OPEN, request, result, s2c } from '../unit/script.ts';
import { openLifeline, useBrowser } from './lifeline.ts';
import { newHome, startRelayProcess, type RelayProcess } from './relay-process.ts';

const CLI = fileURLToPath(new URL('../../dist/relay/cli.js', import.meta.url));

useBrowser();

/** A session that lists its tools, is told that they changed, and does something else then. */
function session(name: string, ...next: readonly EventBody[]): readonly EventBody[] {
  const offer = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version: '1.0' } };
  const server = {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 's', version: '1' },
  };
  return [
    ...OPEN,
    c2s(request(1, 'initialize', offer)),
    s2c(result(1, server)),
    c2s(notification('notifications/initialized')),
    c2s(request(2, 'tools/list')),
    s2c(result(2, { tools: [] })),
    s2c(notification('notifications/tools/list_changed')),
    ...next,
  ];
}
const AGAIN = [c2s(request(3, 'tools/list')), s2c(result(3, { tools: [] }))];
const ELSE = [c2s(request(3, 'ping')), s2c(result(3))];

let relay: RelayProcess;
beforeAll(async () => {
  const home = newHome();
  const sessions = { editor: AGAIN, agent: ELSE };
  for (const [at, [name, next]] of Object.entries(sessions).entries()) {
    const startedAt = `2026-11-20T10:00:0${at}.000Z`;
    const header = { ...HEADER, id: `id${name}`, title: `with ${name}`, startedAt, route: 'tap' } as const;
    const lines = recordingLines({ ...recordedOf(session(name, ...next)), header });
    writeFileSync(join(home, 'recordings', `${name}.mcprec`), [...lines, ''].join('\n'));
  }
  relay = await startRelayProcess([], { home, port: 0 });
});
afterAll(() => relay.remove());

test('two clients side by side', async () => {
  const lifeline = await openLifeline(relay.url, { width: 1024, height: 700 });
  const { page } = lifeline;
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await page
    .getByRole('row', { name: /with editor/ })
    .getByRole('checkbox')
    .check();
  await page
    .getByRole('row', { name: /with agent/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Client profile', exact: true }).click();

  const profile = page.getByRole('region', { name: 'Client profile' }).first();
  const row = (name: RegExp): Locator =>
    profile.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect
    .poll(() => profile.getByRole('columnheader').allTextContents())
    .toEqual(['Property', expect.stringContaining('agent 1.0'), expect.stringContaining('editor 1.0')]);
  const obeys = row(/^Refetches after list_changed: tools differs/);
  await expect.poll(() => obeys.getByRole('cell').allTextContents()).toEqual(['no', 'yes, after 1 ms']);
  expect(
    await row(/^Version offered/)
      .getByRole('cell')
      .allTextContents(),
  ).toEqual(['2025-11-25', '2025-11-25']);
  await page.getByRole('checkbox', { name: 'Explain' }).check();
  await obeys.getByText('new items appear only after a restart').waitFor();
  await lifeline.expectAccessible();
  await page.getByRole('checkbox', { name: /^Only differences/ }).check();
  await expect.poll(() => row(/^Version offered/).count()).toBe(0);

  // Out of the page without what is only drawn.
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save JSON' }).click();
  const file = join(relay.home, 'profile.json');
  await (await download).saveAs(file);
  const saved = JSON.parse(readFileSync(file, 'utf8')) as { readonly differences: unknown };
  expect(saved.differences).toContainEqual({ fact: 'listChanged', subject: 'tools' });

  // To the event that it was seen in, and back.
  await obeys.getByRole('button', { name: 'yes' }).click();
  const listed = lifeline.row(/request tools\/list #3/);
  await expect.poll(() => listed.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ControlOrMeta+k');
  await lifeline.pick('Commands', 'back to the client', /Back to the client profile/);
  await obeys.waitFor();
  await lifeline.close();
});

test('a session that goes on is looked at as it is now, also when a person comes back', async () => {
  const client = new Client({ name: 'live', version: '1' }, { capabilities: {} });
  const env = { ...process.env, LIFELINE_HOME: relay.home } as Record<string, string>;
  const args = [CLI, 'tap', '--name', 'going on', '--', process.execPath, SDK_V1];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  await client.listTools();
  await client.callTool({ name: 'change-lists' });

  const lifeline = await openLifeline(relay.url);
  const { page } = lifeline;
  await (await lifeline.hosts()).getByRole('button', { name: /going on/ }).click();
  await lifeline
    .row(/tools\/call/)
    .first()
    .waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await lifeline.pick('Commands', 'client profile', /Client profile of this session/);
  const profile = page.getByRole('region', { name: 'Client profile' }).first();
  const obeys = profile
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: /^Refetches after list_changed: tools/ }) });
  await obeys.getByRole('button', { name: /^not so far/ }).click();

  await client.listTools();
  await lifeline.row(/request tools\/list #3/).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await lifeline.pick('Commands', 'back to the client', /Back to the client profile/);
  await obeys.getByRole('button', { name: 'yes' }).waitFor();
  await client.close();
  await lifeline.close();
});
