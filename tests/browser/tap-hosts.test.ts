/** What the page says of tapped sessions: whose they are, whether they run, and who has to do something. */
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SDK_V1 } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

const CLI = fileURLToPath(new URL('../../dist/relay/cli.js', import.meta.url));

useBrowser();
let relay: RelayProcess;
let page: Lifeline;
const clients: Client[] = [];

/** A host that started this server through a tap. */
async function connected(name: string, version: string, server: string): Promise<Client> {
  const client = new Client({ name, version }, { capabilities: {} });
  const env = { ...process.env, LIFELINE_HOME: relay.home } as Record<string, string>;
  const args = [CLI, 'tap', '--name', server, '--', process.execPath, SDK_V1];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  await client.listTools();
  clients.push(client);
  return client;
}

beforeAll(async () => {
  relay = await startRelayProcess();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await relay.remove();
});

test('tapped sessions stand under their hosts, and say whether they run and who is to do something', async () => {
  await connected('zed', '1.0', 'notes').then((client) => client.close());
  const desktop = await connected('desktop', '2.1', 'files');
  await connected('editor', '0.4', 'search');
  const ended = await connected('desktop', '2.1', 'mail');
  page = await openLifeline(relay.url);
  const { page: screen, status } = page;
  const tapped = await page.hosts();
  const of = (host: string): ReturnType<typeof tapped.getByRole> =>
    tapped.getByRole('list', { name: host, exact: true }).getByRole('button');

  await of('desktop 2.1')
    .filter({ hasText: /mail.*live/s })
    .waitFor();
  await ended.close();
  await of('desktop 2.1')
    .filter({ hasText: /mail.*ended/s })
    .waitFor();
  expect((await of('desktop 2.1').allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(['files', 'mail']);
  // A host of which nothing runs comes last, whatever its name is.
  expect(await tapped.getByRole('heading').allInnerTexts()).toEqual(['desktop 2.1', 'editor 0.4', 'zed 1.0']);
  await page.expectAccessible();

  await of('desktop 2.1').first().click();
  await status.getByText('live at the tap (desktop 2.1)').waitFor();
  await status.getByText('recording to disk').waitFor();

  // What a person holds waits at the tap, and the server owes it once it has gone on.
  await page.tab(/^Tap/);
  const tap = screen.getByRole('tabpanel', { name: /^Tap/ });
  const limit = tap.getByRole('spinbutton', { name: 'Forward unchanged after' });
  await limit.fill('600');
  await limit.press('Enter');
  await tap.getByRole('combobox', { name: 'Condition' }).fill('dir:c2s');
  await tap.getByRole('button', { name: 'Add' }).click();
  await page.row(/1 breakpoint/).waitFor();
  const slow = desktop
    .callTool({ name: 'progress', arguments: { steps: 1, ms: 600_000 } }, undefined, { timeout: 600_000 })
    .catch(() => undefined);
  await status.getByText('1 held at the tap').waitFor();
  await page.hosts();
  await of('desktop 2.1').filter({ hasText: '1 held at the tap' }).waitFor();
  await screen.keyboard.press('Escape');
  expect(await status.getByText(/owes/).count()).toBe(0);
  await page.row(/tools\/call.*progress.*held at the tap/).waitFor();
  await screen.getByRole('button', { name: '1 held at the tap', exact: true }).click();
  await screen.getByRole('dialog', { name: 'Held at the tap' }).getByText('tools/call progress').waitFor();
  await screen.keyboard.press('Escape');
  await tap.getByRole('button', { name: 'Forward', exact: true }).click();
  await status.getByText('The server owes 1 answer').waitFor();
  expect(await status.getByText(/held/).count()).toBe(0);
  await screen.getByRole('button', { name: 'Calls', exact: true }).click();
  await page
    .row(/progress.*held at the tap/)
    .first()
    .waitFor();
  await page.expectAccessible();

  await desktop.close();
  await slow;
  await status.getByText('ended by the host').waitFor();
  page.expectNoErrors();
});
