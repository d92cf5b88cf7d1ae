/** `mcp-lifeline rerun` opens its session as the other commands do: configurations, authorization, answers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startOAuth } from '../fixtures/start.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { recordJson } from './support/recorded.ts';
import { rerun, rerunJson } from './support/rerun.ts';

/** Its one tool asks three questions, the last of them unknown to every client, and tells the answers. */
const ASKS = `
  const waiting = [];
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  const ask = (method, params) => {
    send({ id: 'asked-' + waiting.length, method, params });
    return new Promise((resolve) => waiting.push(resolve));
  };
  const schema = { type: 'object', properties: { colour: { type: 'string' } } };
  const answers = {
    initialize: ({ protocolVersion }) =>
      ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: process.argv[1] ?? 'asks', version: '1' } }),
    ping: () => ({}),
    'tools/list': () => ({ tools: [{ name: 'ask', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] }),
    'tools/call': async () => {
      const text = JSON.stringify([
        await ask('elicitation/create', { message: 'Which colour?', requestedSchema: schema }),
        await ask('roots/list'),
        await ask('odd/question'),
      ]);
      return { content: [{ type: 'text', text }] };
    },
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, method, params, result, error } = JSON.parse(line);
    if (method === undefined) return waiting[Number(id.slice(6))](result ?? error.code);
    const answer = answers[method];
    if (answer) send({ id, result: await answer(params) });
    else if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
  });`;
const COMMAND = [process.execPath, '-e', ASKS] as const;

function written(name: string, content: unknown): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}
const accepted = (colour: string): object => ({ action: 'accept', content: { colour } });

async function recorded(...target: readonly string[]): Promise<string> {
  const out = join(temporaryFolder(), 'recorded.mcprec');
  const answers = written('answers.json', { elicitation: accepted('red') });
  const { code } = await recordJson(['--exercise', '--answers', answers, '--out', out, ...target]);
  expect(code).toBe(0);
  return out;
}

test('--answers takes the place of what was recorded, needs no consent, and what nobody answers is refused', async () => {
  const recording = await recorded('--', ...COMMAND);
  const refused = await rerun([recording, '--', ...COMMAND]);
  expect(refused.code).toBe(3);
  expect(refused.output).toContain('Recorded responses need consent: 1 elicitation/create.');

  const roots = [{ uri: 'file:///given' }];
  const answers = written('given.json', {
    elicitation: [{ message: 'colour', answer: accepted('blue') }],
    roots,
  });
  const { code, run, after, comparison } = await rerunJson(['--answers', answers, recording, '--', ...COMMAND]);
  expect({ code, complete: run.complete, declined: run.declined }).toEqual({ code: 1, complete: true, declined: 0 });
  const said = JSON.stringify(JSON.stringify([accepted('blue'), { roots }, -32601])).slice(1, -1);
  expect(readFileSync(after, 'utf8')).toContain(JSON.stringify(said).slice(1, -1));
  expect(comparison.pairs.filter(({ verdict }) => verdict === 'changed').map(({ about }) => about)).toContain('ask');
});

test('answers that can’t be read end it with 3 before anything is started', async () => {
  const recording = await recorded('--', ...COMMAND);
  const { code, output } = await rerun(['--yes', '--answers', 'no-such-file', recording, '--', ...COMMAND]);
  expect(code).toBe(3);
  expect(output).toContain('no-such-file can’t be read');
});

test('--config and --server name the server as they do for record', async () => {
  const recording = await recorded('--', ...COMMAND);
  const [command, ...args] = COMMAND;
  const servers = { other: { command: 'no-such-command' }, asks: { command, args: [...args, 'configured'] } };
  const config = written('mcp.json', { mcpServers: servers });
  const { run, after } = await rerunJson(['--yes', '--config', config, '--server', 'asks', recording]);
  expect(run.complete).toBe(true);
  expect(readFileSync(after, 'utf8')).toContain('configured');
});

test('--client-id and --scopes get it authorized as they do record', async () => {
  const running = await startOAuth({ auto: 'yes', registration: 'no' });
  onTestFinished(() => running.close());
  vi.stubEnv('LIFELINE_TEST_SECRET', 'pre-secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  const client = ['--client-id', 'pre-registered', '--client-secret-env', 'LIFELINE_TEST_SECRET'];
  const recording = await recorded(...client, '--scopes', 'mcp', running.url);
  expect((await rerun(['--yes', recording, running.url])).code).toBe(3);
  const { run, after } = await rerunJson(['--yes', ...client, '--scopes', 'mcp admin', recording, running.url]);
  expect(run.complete).toBe(true);
  const text = readFileSync(after, 'utf8');
  expect(text).toMatch(/scope=mcp(?:\+|%20)admin/);
  expect(text).not.toContain('pre-secret');
});
