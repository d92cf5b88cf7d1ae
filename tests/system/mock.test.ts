/** A recording as a server: the official clients of both generations get from it what the recorded client got. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { isObject } from '#shared/jsonrpc';
import { planMock, type MockCall } from '#shared/mock';
import { SessionLog } from '#shared/session';
import { loadRecording } from '../../relay/recording/index.ts';
import { eventually } from '../relay/support/page.ts';
import { programFile, run } from '../relay/support/program.ts';
import { temporaryFolder } from '../relay/support/relay.ts';

const SAMPLES = fileURLToPath(new URL('../samples/v1/', import.meta.url));
const anything = z.looseObject({});
const CAPABILITIES = { sampling: { tools: {} }, elicitation: { form: {}, url: {} }, roots: {} };
const ANSWERS = {
  sampling: { model: 'm', role: 'assistant' as const, content: { type: 'text' as const, text: 'answered' } },
  elicitation: { action: 'decline' as const },
  roots: { roots: [] },
};
/** What an SDK client does by itself, or only with what it made itself. */
const BY_ITSELF: ReadonlySet<string> = new Set(['initialize', 'server/discover', 'subscriptions/listen']);

interface Sample {
  readonly path: string;
  readonly modern: boolean;
  /** The recorded requests that were answered with a result or an error, in order. */
  readonly calls: readonly { readonly call: MockCall; readonly answer: Answer }[];
}
interface Answer {
  readonly result?: unknown;
  readonly error?: unknown;
}

async function read(name: string): Promise<Sample> {
  const path = join(SAMPLES, name);
  const loaded = await loadRecording(path);
  if (!loaded.ok) throw new Error(loaded.sentence);
  const log = new SessionLog();
  for (const event of loaded.recorded.events) log.append(event);
  const calls = planMock(loaded.recorded).calls.flatMap((call) => {
    const answer = call.outputs.map(({ action }) => action).find((action) => action.do === 'message' && action.answers);
    if (call.kind !== 'request' || BY_ITSELF.has(call.method ?? '') || answer?.do !== 'message') return [];
    if (answer.payload.raw === undefined) return [];
    // A round of input is the client's own affair: it follows from the answer before.
    if (isObject(call.params) && (call.params['inputResponses'] !== undefined || call.params['task'] !== undefined))
      return [];
    return [{ call, answer: JSON.parse(answer.payload.raw) as Answer }];
  });
  return { path, modern: log.state.era?.era === 'per-request', calls };
}

/** What the client is given for one recorded call: the text of a result, or of an error's message. */
type Ask = (method: string, params: Record<string, unknown> | undefined) => Promise<unknown>;

async function performAll(ask: Ask, { calls }: Sample): Promise<number> {
  let performed = 0;
  for (const { call, answer } of calls) {
    const params = isObject(call.params) ? { ...call.params } : undefined;
    if (params) delete params['_meta'];
    const got = await ask(call.method ?? '', params).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: error as { readonly message: string } }),
    );
    performed++;
    if (answer.error !== undefined) {
      const { message } = answer.error as { readonly message: string };
      expect('error' in got && got.error.message, `${call.s} ${call.method}`).toContain(message);
    } else if (isObject(answer.result) && answer.result['resultType'] === 'input_required')
      // The client has given the input, and was given the answer to that.
      expect('result' in got && got.result, `${call.s} ${call.method}`).not.toHaveProperty('inputRequests');
    else if (isObject(answer.result) && answer.result['resultType'] === 'task')
      // The SDK knows nothing of the tasks extension, and says so of what it got.
      expect('error' in got && got.error.message, `${call.s} ${call.method}`).toContain("result type 'task'");
    else
      expect(got, `${call.s} ${call.method}`).toEqual({ result: expect.objectContaining(comparable(answer.result)) });
  }
  return performed;
}

/** Members that a client takes for itself are not part of what it gives. */
function comparable(result: unknown): object {
  if (!isObject(result)) return {};
  const { _meta: _, resultType: __, ...rest } = result;
  return rest;
}

async function withV1(transport: StdioV1 | HttpV1, use: (ask: Ask) => Promise<void>): Promise<void> {
  const client = new ClientV1({ name: 'v1', version: '1' }, { capabilities: CAPABILITIES });
  client.setRequestHandler(CreateMessageRequestSchema, () => ANSWERS.sampling);
  client.setRequestHandler(ElicitRequestSchema, () => ANSWERS.elicitation);
  client.setRequestHandler(ListRootsRequestSchema, () => ANSWERS.roots);
  await client.connect(transport);
  try {
    await use((method, params) =>
      client.request({ method, ...(params ? { params } : {}) }, anything, { timeout: 45_000 }),
    );
  } finally {
    await client.close();
  }
}

async function withV2(transport: StdioV2 | HttpV2, modern: boolean, use: (ask: Ask) => Promise<void>): Promise<void> {
  const client = new ClientV2(
    { name: 'v2', version: '1' },
    { capabilities: CAPABILITIES, versionNegotiation: { mode: modern ? { pin: '2026-07-28' } : 'legacy' } },
  );
  client.setRequestHandler('sampling/createMessage', () => ANSWERS.sampling);
  client.setRequestHandler('elicitation/create', () => ANSWERS.elicitation);
  client.setRequestHandler('roots/list', () => ANSWERS.roots);
  await client.connect(transport);
  try {
    await use((method, params) =>
      client.request({ method, ...(params ? { params } : {}) }, anything, { timeout: 45_000 }),
    );
  } finally {
    await client.close();
  }
}

/** Start a mock over HTTP; gives its address. */
async function serve(path: string): Promise<URL> {
  const program = run(['mock', '--http', path], temporaryFolder());
  const address = await eventually(() => /^http:\S+$/m.exec(program.output())?.[0]);
  return new URL(address);
}

const names = readdirSync(SAMPLES).filter((name) => /\.mcprec(\.gz)?$/.test(name));

describe.each(names)('a mock of %s', (name) => {
  test.each(['v1', 'v2'] as const)('gives the %s client over stdio what was recorded', async (generation) => {
    const sample = await read(name);
    const stdio = { command: process.execPath, args: [programFile(), 'mock', sample.path], stderr: 'ignore' as const };
    let performed = 0;
    const use = async (ask: Ask): Promise<void> => void (performed = await performAll(ask, sample));
    if (generation === 'v2') await withV2(new StdioV2(stdio), sample.modern, use);
    // The first generation knows nothing of servers without a handshake.
    else if (sample.modern) await expect(withV1(new StdioV1(stdio), use)).rejects.toThrow(/initialize/);
    else await withV1(new StdioV1(stdio), use);
    if (generation === 'v2' || !sample.modern) expect(performed).toBe(sample.calls.length);
  });
});

describe.each(['everything-http.mcprec.gz', 'handshake-http.mcprec', 'modern-http.mcprec', 'asked.mcprec'])(
  'a mock of %s over HTTP',
  (name) => {
    test('gives the clients what was recorded', async () => {
      const sample = await read(name);
      let performed = 0;
      const use = async (ask: Ask): Promise<void> => void (performed = await performAll(ask, sample));
      await withV2(new HttpV2(await serve(sample.path)), sample.modern, use);
      expect(performed).toBe(sample.calls.length);
      if (sample.modern) return;
      await withV1(new HttpV1(await serve(sample.path)), use);
      expect(performed).toBe(sample.calls.length);
    });
  },
);

test('--strict over stdio: what was never called is listed when the client has gone', async () => {
  const program = run(['mock', '--strict', join(SAMPLES, 'asked.mcprec')], temporaryFolder());
  expect(await program.ended).toBe(1);
  expect(program.output()).toMatch(/^\d+ in the recording and not called:\n {2}event \d+, \w+\/\w+/);
});

test('the port of --http may stand behind the file', async () => {
  const path = join(SAMPLES, 'asked.mcprec');
  const program = run(['mock', path, '--http', '0'], temporaryFolder());
  const address = await eventually(() => /^http:\S+$/m.exec(program.output())?.[0]);
  expect(new URL(address).hostname).toBe('127.0.0.1');
});
