/** The screens of tapped sessions: hosts with the official SDK, before servers over stdio and over HTTP. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { gotoSignedIn } from '../browser/signed-in.mjs';

const CLI = fileURLToPath(new URL('../../dist/relay/cli.js', import.meta.url));
const SERVER = fileURLToPath(new URL('../fixtures/sdk/v1.mjs', import.meta.url));

/** A host that started its server through a tap. */
async function overStdio(home, name, version, title) {
  const client = new Client({ name, version }, { capabilities: {} });
  const args = [CLI, 'tap', '--name', title, '--', process.execPath, SERVER];
  const env = { ...process.env, LIFELINE_HOME: home };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  await client.listTools();
  return client;
}

/** The line of a program's output that has this. */
async function printed(child, wanted) {
  let said = '';
  for await (const data of child.stdout) {
    said += data;
    const found = wanted.exec(said);
    if (found) return found[0];
  }
  throw new Error(`it ended: ${said}`);
}

/** A host that reaches its server over HTTP through a tap; and what ends both programs. */
async function overHttp(home) {
  const env = { ...process.env, LIFELINE_HOME: home };
  const server = spawn(process.execPath, [SERVER, '--http'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [, port] = /(\d+)/.exec(await printed(server, /listening \d+/));
  const to = `http://127.0.0.1:${port}/mcp`;
  const tap = spawn(process.execPath, [CLI, 'tap', '--listen', '0', '--to', to], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = new URL(await printed(tap, /^http:\S+$/m));
  const client = new Client({ name: 'remote-agent', version: '0.9' }, { capabilities: {} });
  await client.connect(new StreamableHTTPClientTransport(url));
  await client.listTools();
  const end = async () => {
    await client.close();
    for (const child of [tap, server]) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
  };
  return { client, end };
}

/** Walk through the panel of a tap while messages wait there. */
export async function tapped({ page, step, narrow }, relay) {
  const files = await overStdio(relay.home, 'claude-desktop', '1.2.0', 'files');
  const notes = await overStdio(relay.home, 'claude-desktop', '1.2.0', 'notes');
  const cursor = await overStdio(relay.home, 'cursor-vscode', '0.45.6', 'database with a rather long name');
  const http = await overHttp(relay.home);
  await notes.close();
  const call = (text) =>
    files
      .callTool({ name: 'echo', arguments: { text } }, undefined, { timeout: 600_000 })
      .catch((error) => String(error));
  const panel = page.getByRole('tabpanel', { name: /^Tap/ });
  try {
    await call('hello');
    await gotoSignedIn(page, relay.url);
    await step('tap-list', async () => {
      if (narrow) await page.getByRole('button', { name: /servers and recordings/i }).click();
      await page
        .getByRole('button', { name: /^files/ })
        .first()
        .waitFor();
    });
    await step('tap-idle', async () => {
      await page
        .getByRole('button', { name: /^files/ })
        .first()
        .click();
      await page.getByRole('tab', { name: /^Tap/ }).click();
      await panel.waitFor();
    });
    // Pictures take their time.
    const limit = panel.getByRole('spinbutton', { name: 'Forward unchanged after' });
    await limit.fill('3600');
    await limit.press('Enter');
    await panel.getByRole('combobox', { name: 'Condition' }).fill('method:tools/call');
    await panel.getByRole('button', { name: 'Add' }).click();
    const first = call('a text that waits for a person to decide about it');
    await page
      .getByText(/1 message waiting/)
      .first()
      .waitFor();
    void call('a second one');
    await page
      .getByText(/2 messages waiting/)
      .first()
      .waitFor();
    await step('tap-waits', async () => {});
    await step('tap-edits', async () => {
      await panel.getByRole('button', { name: /^Edit/ }).click();
      await panel.getByRole('textbox', { name: 'Text to forward instead' }).click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(
        '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"text":"another text"}}}',
      );
    });
    await panel.getByRole('button', { name: 'Forward edited' }).click();
    await page
      .getByText(/2 messages waiting/)
      .first()
      .waitFor();
    await step('tap-response-waits', async () => {});
    await step('tap-rules', async () => {
      await panel.getByRole('combobox', { name: 'Add a rule…' }).selectOption({ index: 1 });
    });
    await panel.getByRole('button', { name: 'Forward', exact: true }).click();
    await panel.getByRole('button', { name: 'Forward', exact: true }).click();
    await first;
    await step('tap-changed', async () => {
      await page
        .getByRole('option', { name: /forwarded with changes/ })
        .first()
        .click();
    });
    await step('tap-message', async () => {
      await page
        .getByRole('option', { name: /tools\/call.*a text that waits/ })
        .first()
        .click();
    });
    await step('tap-operations', async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('radio', { name: 'Operations' }).check({ force: true });
    });
    await files.close();
    await step('tap-ended', async () => {
      await page.getByRole('radio', { name: 'Messages' }).check({ force: true });
    });
  } finally {
    await Promise.allSettled([files.close(), cursor.close(), http.end()]);
  }
}
