/** `mcp-lifeline profile`: what real clients do, as recorded by the tap, beside each other. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { SDK_V1 } from '../fixtures/start.ts';
import { carryOut } from '../relay/support/carry-out.ts';
import { programFile } from '../relay/support/program.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { recordingUnder } from './support/tapped.ts';

const golden = (name: string): string => fileURLToPath(new URL(`../golden/profile/${name}`, import.meta.url));

const tapped = (home: string): { command: string; args: string[]; env: Record<string, string> } => ({
  command: process.execPath,
  args: [programFile(), 'tap', '--', process.execPath, SDK_V1],
  env: { PATH: process.env['PATH'] ?? '', LIFELINE_HOME: home },
});

/** The recording of the only session below a folder, closed once `last` is in it: a client in haste kills the tap with its server. */
async function closed(home: string, client: { close(): Promise<void> }, last: string): Promise<string> {
  const said = (): boolean =>
    recordingUnder(home).events.some((event) => event.k === 'message' && event.raw?.includes(last) === true);
  await expect.poll(said).toBe(true);
  await client.close();
  const folder = join(home, 'recordings');
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.mcprec')) ?? '');
}

/** Lists again when it is told to, wants progress, gives up soon, and lets nobody ask it for anything. */
async function editor(): Promise<string> {
  const home = temporaryFolder();
  const client = new ClientV1({ name: 'editor', version: '1.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'decline' as const }));
  const again = new Promise((listed) => {
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => listed(client.listTools()));
  });
  await client.connect(new StdioV1(tapped(home)));
  await client.listTools();
  await client.callTool({ name: 'progress', arguments: {} }, undefined, { onprogress: () => undefined });
  await client.callTool({ name: 'elicit', arguments: {} });
  await client.callTool({ name: 'change-lists' });
  await again;
  await client.callTool({ name: 'never' }, undefined, { timeout: 300 }).catch(() => undefined);
  return closed(home, client, 'notifications/cancelled');
}

/** Lists once, and waits for a call for as long as it lets the server wait, which is far longer than the editor would. */
async function agent(): Promise<string> {
  const home = temporaryFolder();
  const client = new ClientV2(
    { name: 'agent', version: '2.0' },
    { capabilities: { sampling: {}, roots: {} }, versionNegotiation: { mode: 'legacy' } },
  );
  client.setRequestHandler('sampling/createMessage', async () => {
    await setTimeout(2000);
    return { model: 'm', role: 'assistant' as const, content: { type: 'text' as const, text: 'answered' } };
  });
  client.setRequestHandler('roots/list', () => ({ roots: [] }));
  await client.connect(new StdioV2(tapped(home)));
  await client.listTools();
  await client.listPrompts();
  await client.callTool({ name: 'sample', arguments: {} });
  await client.callTool({ name: 'change-lists' });
  await client.callTool({ name: 'echo', arguments: { text: 'echoed at last' } });
  return closed(home, client, 'echoed at last');
}

async function profile(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { stdout, stderr, ended } = carryOut(['profile', ...args], temporaryFolder());
  return { code: await ended, stdout: stdout(), stderr: stderr() };
}

/** Of the machine are times, whether an answer comes before the next request, and whether the server ends before it is killed. */
const steady = (text: string): string =>
  text
    .replace(/\b\d[\d.]* (?:µs|ms|s)\b/g, 'T')
    .replace(/^.*Requests at once.*\n/m, '')
    .replace(/^Shutdown\n(?:.+\n)*\n/m, '')
    // Columns are padded by what stood there.
    .replace(/ {2,}/g, '  ');

test('two clients of the official SDKs beside each other', async () => {
  const files = await Promise.all([editor(), agent()]);
  const table = await profile(...files);
  expect(table.code, table.stderr).toBe(0);
  await expect(steady(table.stdout)).toMatchFileSnapshot(golden('sdk-clients.txt'));
  const markdown = await profile('--markdown', '--lang', 'zh-CN', ...files);
  expect(markdown.stdout).toMatch(/^\| ≠ list_changed 后重新读取：工具 \| 是，.+ 后 \| 否 \|$/m);
  const { clients, differences } = JSON.parse((await profile('--json', ...files)).stdout) as {
    readonly clients: readonly { readonly name: string; readonly sessions: readonly { readonly file: string }[] }[];
    readonly differences: readonly object[];
  };
  expect(clients).toMatchObject([{ name: 'editor', sessions: [{ file: files[0] }] }, { name: 'agent' }]);
  expect(differences).toContainEqual({ fact: 'listChanged', subject: 'tools' });
  expect(differences).toContainEqual({ fact: 'givesUp', subject: 'tools/call' });
});

test('a file that is none is told of, and the others are read', async () => {
  const sample = fileURLToPath(new URL('../samples/v1/handshake-http.mcprec', import.meta.url));
  const { code, stdout, stderr } = await profile(sample, '/nowhere.mcprec');
  expect(code).toBe(3);
  expect(stderr).toContain('/nowhere.mcprec');
  expect(stdout).toContain('Opens the GET stream');
  expect((await profile()).stderr).toBe('Name a file. Try mcp-lifeline profile --help.\n');
});
