import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SDK_V1 } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

const CLI = fileURLToPath(new URL('../../dist/relay/cli.js', import.meta.url));

useBrowser();
let relay: RelayProcess;
let page: Lifeline;
const client = new Client({ name: 'desktop', version: '1' }, { capabilities: {} });

beforeAll(async () => {
  relay = await startRelayProcess();
  const env = { ...process.env, LIFELINE_HOME: relay.home } as Record<string, string>;
  const args = [CLI, 'tap', '--name', 'files', '--', process.execPath, SDK_V1];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  await client.listTools();
  page = await openLifeline(relay.url);
});
afterAll(async () => {
  await client.close();
  await relay.remove();
});

/** Call the tool; gives the text of its result, or the message of what went wrong. */
const echo = (text: string): Promise<string> =>
  client
    .callTool({ name: 'echo', arguments: { text } }, undefined, { timeout: 60_000 })
    .then(({ content }) => JSON.stringify(content))
    .catch((error: unknown) => String(error));

test('a person at a tap stops, changes, drops, answers and sends what passes between a client and a server', async () => {
  const { page: screen } = page;
  const tap = screen.getByRole('tabpanel', { name: /^Tap/ });
  const banner = screen.getByRole('region', { name: 'Messages waiting at the tap' });
  const verdict = (name: string): Promise<void> => tap.getByRole('button', { name, exact: true }).click();

  await (await page.hosts()).getByRole('button', { name: /files/ }).click();
  await page
    .row(/tools\/list/)
    .first()
    .waitFor();
  await page.tab(/^Tap/);
  const limit = tap.getByRole('spinbutton', { name: 'Forward unchanged after' });
  await limit.fill('600');
  await limit.press('Enter');
  await tap.getByRole('combobox', { name: 'Condition' }).fill('method:tools/call dir:c2s');
  await verdict('Add');
  await page.row(/1 breakpoint/).waitFor();

  const edited = echo('before');
  await banner.getByText(/1 message waiting at the tap · \d+ s/).waitFor();
  await page.expectAccessible();
  await verdict('Edit and forward…');
  const text = tap.getByRole('textbox', { name: 'Text to forward instead' });
  const written =
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"after"}}}';
  await page.retype(text, written);
  await verdict('Forward edited');
  expect(await edited).toContain('after');
  await page.row(/tools\/call #2: forwarded with changes \(manually\)/).waitFor();

  void echo('lost');
  await verdict('Drop');
  await page.row(/tools\/call #3: dropped \(manually\)/).waitFor();
  await page.row(/echo.*dropped at the tap/).waitFor();

  const answered = echo('who answers?');
  await verdict('Respond instead…');
  const response = tap.getByRole('textbox', { name: 'Response to the sender' });
  await page.retype(response, '{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"the tap"}]}}');
  await verdict('Send response');
  expect(await answered).toContain('the tap');

  const heard = new Promise<void>((resolve) =>
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
  );
  await tap.getByRole('combobox', { name: 'Choose a message…' }).selectOption('To the client: tools list changed');
  await verdict('Inject');
  await heard;
  await page.row(/list_changed: injected at the tap \(manually\)/).waitFor();
  expect(await screen.locator('.lanes').innerText()).toMatch(/client\s+desktop\s+tap\s+.*server/s);

  // What waits goes on with the page.
  const waiting = echo('still here');
  await banner.waitFor();
  await page.expectAccessible();
  page.expectNoErrors();
  await page.close();
  expect(await waiting).toContain('still here');
});
