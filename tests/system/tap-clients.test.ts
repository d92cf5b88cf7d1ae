/** The official clients of both generations, in both eras, behind the tap: every byte as without it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Direction } from '#shared/recording';
import { SDK_V1, SDK_V2 } from '../fixtures/start.ts';
import { programFile } from '../relay/support/program.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { passed, recordingsUnder } from './support/tapped.ts';

const WITNESS = fileURLToPath(new URL('../fixtures/stdio-witness.mjs', import.meta.url));
const CAPABILITIES = { sampling: {}, elicitation: { form: {} }, roots: {} };
const SAMPLED = { model: 'm', role: 'assistant' as const, content: { type: 'text' as const, text: 'answered' } };
const DECLINED = { action: 'decline' as const };
const ROOTS = { roots: [] };
const CLIENT = { name: 'host', version: '1' };

interface Stdio {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}
type Ask = (method: string, params?: Record<string, unknown>) => Promise<unknown>;
interface Client {
  readonly ask: Ask;
  readonly close: () => Promise<void>;
}

async function v1(stdio: Stdio): Promise<Client> {
  const client = new ClientV1(CLIENT, { capabilities: CAPABILITIES });
  client.setRequestHandler(CreateMessageRequestSchema, () => SAMPLED);
  client.setRequestHandler(ElicitRequestSchema, () => DECLINED);
  client.setRequestHandler(ListRootsRequestSchema, () => ROOTS);
  await client.connect(new StdioV1(stdio));
  const ask: Ask = (method, params) => client.request({ method, ...(params ? { params } : {}) }, z.looseObject({}));
  return { ask, close: () => client.close() };
}

const v2 =
  (mode: 'legacy' | { readonly pin: '2026-07-28' }) =>
  async (stdio: Stdio): Promise<Client> => {
    const client = new ClientV2(CLIENT, { capabilities: CAPABILITIES, versionNegotiation: { mode } });
    client.setRequestHandler('sampling/createMessage', () => SAMPLED);
    client.setRequestHandler('elicitation/create', () => DECLINED);
    client.setRequestHandler('roots/list', () => ROOTS);
    await client.connect(new StdioV2(stdio));
    const ask: Ask = (method, params) => client.request({ method, ...(params ? { params } : {}) }, z.looseObject({}));
    return { ask, close: () => client.close() };
  };

const COMMON = ['echo', 'content', 'fail', 'progress', 'log', 'not-there'];

/** A client may start its server twice, to see what it speaks: in which order the lines of the two came is not told. */
const linesOf = (bytes: Buffer): string => bytes.toString().split('\n').sort().join('\n');

test.each([
  ['v1', v1, SDK_V1, [...COMMON, 'refuse', 'sample', 'elicit', 'roots', 'ping-client']],
  ['v2 with the handshake', v2('legacy'), SDK_V2, COMMON],
  ['v2 without it', v2({ pin: '2026-07-28' }), SDK_V2, COMMON],
] as const)('%s', async (_name, connect, server, tools) => {
  const run = async (tap: boolean): Promise<{ in: Buffer; out: Buffer; got: unknown }> => {
    const home = temporaryFolder();
    const file = join(home, 'witness');
    const command = [process.execPath, '--import', WITNESS, server];
    const [program = '', ...args] = tap ? [process.execPath, programFile(), 'tap', '--', ...command] : command;
    const env = { PATH: process.env['PATH'] ?? '', WITNESS: file, LIFELINE_HOME: home };
    const { ask, close } = await connect({ command: program, args, env });
    const got: unknown[] = [await ask('tools/list'), await ask('prompts/list'), await ask('resources/list')];
    for (const name of tools) {
      const params = { name, arguments: name === 'echo' ? { text: 'é\u2028😀' } : {} };
      got.push(await ask('tools/call', params).catch((error: unknown) => String(error)));
    }
    // A client that waits for the end of its server too long kills it, and the recording with it.
    const recorded = (): unknown => {
      const all = recordingsUnder(home);
      const are = (dir: Direction, path: string): boolean =>
        linesOf(Buffer.concat(all.map((each) => passed(each, dir)))) === linesOf(readFileSync(path));
      return are('c2s', `${file}.in`) && are('s2c', `${file}.out`);
    };
    if (tap) await expect.poll(recorded).toBe(true);
    await close();
    return { in: readFileSync(`${file}.in`), out: readFileSync(`${file}.out`), got };
  };
  const [tapped, bare] = await Promise.all([run(true), run(false)]);
  expect(tapped).toEqual(bare);
});

test('the rules that README has as an example make the official client meet what they say', async () => {
  const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
  const [, rules = ''] = /```jsonc\n(\/\/ faults[^]*?)```/.exec(readme) ?? [];
  const home = temporaryFolder();
  const file = join(home, 'faults.jsonc');
  writeFileSync(file, rules);
  const args = [programFile(), 'tap', '--rules', file, '--', process.execPath, SDK_V1];
  const client = new ClientV1(CLIENT);
  await client.connect(
    new StdioV1({ command: process.execPath, args, env: { PATH: process.env['PATH'] ?? '', LIFELINE_HOME: home } }),
  );
  expect(client.getServerCapabilities()).toMatchObject({ tools: {} });
  expect(client.getServerCapabilities()).not.toHaveProperty('prompts');
  const asked = performance.now();
  await client.listTools();
  expect(performance.now() - asked).toBeGreaterThanOrEqual(390);
  const call = (): Promise<unknown> => client.callTool({ name: 'echo', arguments: { text: 'a' } });
  await call();
  await expect(call()).rejects.toThrow('The backend is down');
  await call();
  await client.close();
  const [recorded] = recordingsUnder(home);
  const acts = recorded?.events.flatMap((event) => (event.k === 'tap' && event.by === 'rule' ? [event.rule] : []));
  expect(acts).toEqual(['no prompts', 'slow list', 'the second call fails']);
});
