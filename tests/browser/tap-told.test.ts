/** Breakpoints as they are typed, numbers that a person gives, and what the details tell of a message that a tap changed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

const echo = (text: string): Promise<string> =>
  client
    .callTool({ name: 'echo', arguments: { text } }, undefined, { timeout: 600_000 })
    .then(({ content }) => JSON.stringify(content))
    .catch((error: unknown) => String(error));

test('a breakpoint is completed and refused in words, numbers are given, and a change is told line by line', async () => {
  const { page: screen } = page;
  const tap = screen.getByRole('tabpanel', { name: /^Tap/ });
  await (await page.hosts()).getByRole('button', { name: /files/ }).click();
  await page.tab(/^Tap/);
  const limit = tap.getByRole('spinbutton', { name: 'Forward unchanged after' });
  await limit.fill('600');
  await limit.press('Enter');

  // What the filter of the diagram alone can judge stays in the field, and is said.
  const condition = tap.getByRole('combobox', { name: 'Condition' });
  await condition.fill('tool:echo dur:>1s dir:up');
  await condition.press('Enter');
  await tap
    .getByRole('alert')
    .getByText(/“dur:” works only in the filter/)
    .waitFor();
  await tap
    .getByRole('alert')
    .getByText(/“dir:up”.*c2s, s2c/)
    .waitFor();
  await page.expectAccessible();
  await condition.fill('');
  for (const typed of ['to', 'ec']) {
    await condition.pressSequentially(typed);
    await condition.press('ArrowDown');
    await condition.press('Enter');
  }
  await condition.pressSequentially('dir:');
  await tap.getByRole('option', { name: /dir:c2s/ }).click();
  expect((await condition.inputValue()).trim()).toBe('tool:echo dir:c2s');
  await condition.press('Enter');
  await page.row(/1 breakpoint/).waitFor();

  const delayed = echo('late');
  const seconds = tap.getByRole('spinbutton', { name: 'Delay in seconds' });
  await seconds.fill('0.2');
  await seconds.press('Enter');
  expect(await delayed).toContain('late');

  const edited = echo('before');
  expect(await tap.getByRole('spinbutton', { name: 'Delay in seconds' }).inputValue()).toBe('0.2');
  await tap.getByRole('button', { name: 'Edit and forward…' }).click();
  // A message of one line is laid out, to be read.
  await expect.poll(() => tap.locator('.view-line').count()).toBeGreaterThan(5);
  const written =
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"text":"after"}}}';
  await page.retype(tap.getByRole('textbox', { name: 'Text to forward instead' }), written);
  await tap.getByRole('button', { name: 'Forward edited' }).click();
  expect(await edited).toContain('after');

  await page.row(/tools\/call #3: forwarded with changes/).click();
  const details = screen.getByRole('region', { name: 'Details' });
  await details.getByRole('tab', { name: 'Tap' }).click();
  const story = details.getByRole('tabpanel', { name: 'Tap' });
  await story.getByText('breakpoint tool:echo dir:c2s').waitFor();
  await story.getByText(/forwarded with changes.*manually/).waitFor();
  const changes = story.getByRole('group', { name: 'Changes' });
  await changes.getByText(/original:.*before/s).waitFor();
  await changes.getByText(/sent on:.*after/s).waitFor();
  await page.expectAccessible();

  // The page keeps the number for the next time, and the tap lets go with the page.
  await screen.reload();
  expect(readFileSync(join(relay.home, 'recordings', '.relay', 'values.json'), 'utf8')).toContain(
    '"page tapDelay": "0.2"',
  );
  page.expectNoErrors();
});
