/** Recordings as a gate: what a changed server does to `rerun`, what each gate lets pass, and what is printed where. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ComparisonVerdict } from '#shared/compare';
import { EVERYTHING } from '../fixtures/start.ts';
import { carryOut } from '../relay/support/carry-out.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { ensureServersInstalled } from '../servers/install.mjs';
import { SERVERS } from '../servers/servers.mjs';
import { lastingFolder } from './support/lasting-folder.ts';

const folder = lastingFolder('lifeline-gates-');
const at = (name: string): string => join(folder, name);

/** A small server; `MODE` says what of it is another than in the recording. */
const SERVER = `
  const mode = process.env.MODE;
  if (mode === 'noise') console.log('[info] ready in ' + process.uptime() + ' s');
  if (mode === 'stderr') console.error('[info] ready');
  const tools = [{ name: 'echo', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }];
  if (mode === 'more') tools.push({ name: 'new', inputSchema: { type: 'object' } });
  const capabilities = { tools: {}, ...(mode === 'no-prompts' ? {} : { prompts: {} }) };
  const text = mode === 'text' ? 'another' : 'text';
  const title = mode === 'title' ? { title: 'Echo' } : {};
  const results = {
    initialize: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'server', version: '1' } },
    'tools/list': { tools: tools.map((tool) => ({ ...tool, ...title })) },
    'tools/call': mode === 'refuses' ? undefined : { content: [{ type: 'text', text }] },
    ping: {},
    'prompts/get': mode === 'no-prompts' ? undefined : { messages: [] },
    'prompts/list': mode === 'no-prompts' ? undefined : { prompts: [{ name: 'p' }] },
  };
  const refusals = { 'tools/call': { code: -32602, message: 'Invalid params' } };
  const lines = require('node:readline').createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined && mode === 'unasked') console.log('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"loud","data":1}}');
    if (id === undefined) return;
    if (mode === 'crashes' && method === 'tools/call') {
      console.error('out of order');
      process.exit(7);
    }
    const result = results[method];
    const error = refusals[method] ?? { code: -32601, message: 'Method not found' };
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }));
  });
  lines.on('close', () => process.exit());`;
const server = (mode: string): string[] => ['--', 'env', `MODE=${mode}`, process.execPath, '-e', SERVER];

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}
async function program(...args: readonly string[]): Promise<Ended> {
  const { stdout, stderr, ended } = carryOut(args, temporaryFolder());
  return { code: await ended, stdout: stdout(), stderr: stderr() };
}

let recording: Promise<unknown> | undefined;
async function record(): Promise<void> {
  const { code, stdout } = await program('record', '--exercise', '--quiet', '--out', at('base.mcprec'), ...server(''));
  expect(code, stdout).toBe(0);
}
beforeEach(() => (recording ??= record()), 60_000);

const rerun = (mode: string, ...options: readonly string[]): Promise<Ended> =>
  program('rerun', '--yes', ...options, at('base.mcprec'), ...server(mode));

describe('a run of a server that is not as it was', () => {
  test.each<[string, string, number, RegExp]>([
    [
      'noise',
      'breaking',
      1,
      /^Breaking: new line on stdout that is not JSON-RPC: “\[info\] ready in [\d.]+ s”, event \d+\./,
    ],
    ['crashes', 'breaking', 1, /^Breaking: the server process exited with code 7 \(was: 0\); also \d+ breaking\./],
    ['refuses', 'breaking', 1, /^Breaking: tools\/call echo fails: error response \(was: result\): \{.*\}\./],
    ['no-prompts', 'breaking', 1, /^Breaking: capability prompts was removed \(was: \{\}\); also 2 breaking\./],
    [
      'unasked',
      'breaking',
      1,
      /^Breaking: new finding cap-logging-message \(MUST, server\): notifications\/message \/method: .* \(event \d+\).* 2 new findings\.$/,
    ],
    ['more', 'breaking', 0, /^Changed: tool new is new\. .* This passes: --fail-on breaking\.$/],
    ['text', 'changed', 1, /^Changed: tools\/call echo \/result\/content\/0\/text: "another" \(was: "text"\)\./],
    ['title', 'changed', 0, /^Same: \d+ operations: \d+ equal; 1 difference that does not count\.$/],
    ['title', 'any', 1, /^Differs: tool echo has a different title, at \/title: "Echo" \(was: absent\)\./],
    ['stderr', 'any', 0, /^Same: \d+ operations: \d+ equal\.$/],
  ])('%s, where what is %s fails', async (mode, gate, code, expected) => {
    const ended = await rerun(mode, '--quiet', '--fail-on', gate);
    expect(ended).toMatchObject({ code, stderr: '' });
    expect(ended.stdout.trimEnd()).toMatch(expected);
  });

  test('a process that ended says its last words, and what it left unanswered', async () => {
    const { stdout } = await rerun('crashes');
    expect(stdout).toContain('breaking  tools/call echo: the connection closed before the response (was: result)\n');
    expect(stdout).toContain('\nLast lines of the server’s standard error:\nout of order\n');
  });

  test('what counts on demand: titles with --strict', async () => {
    const { code, stdout } = await rerun('title', '--strict', '--json');
    const { verdict: judged } = JSON.parse(stdout) as { verdict: ComparisonVerdict };
    expect(code).toBe(1);
    expect(judged).toMatchObject({ worst: 'changed', reason: { of: 'definition', why: 'title' } });
  });
});

test('the report is on standard output in one order, the verdict last, then what to type next; the plan only when asked for', async () => {
  const [plain, verbose] = await Promise.all([rerun('text'), rerun('text', '--verbose')]);
  expect(plain.stderr).toBe('');
  const lines = plain.stdout.trimEnd().split('\n');
  expect(lines[0]).toBe('changed   tools/call echo /result/content/0/text: "another" (was: "text")');
  expect(lines.at(-3)).toMatch(/^Changed: /);
  expect(lines.at(-2)).toMatch(/^To accept what changed: npx mcp-lifeline rerun --update --yes \S+ -- env MODE=text /);
  expect(lines.at(-1)).toMatch(/^If a value differs in every run, use --calibrate: /);
  expect(plain.stdout).not.toContain('steps with protocol version');
  expect(verbose.stdout).toMatch(/^\d+ steps with protocol version 2025-11-25;/);
});

describe('run again at once, strictly, nothing differs', () => {
  const published = {
    filesystem: () => {
      rmSync(at('files'), { recursive: true, force: true });
      mkdirSync(at('files'));
      return SERVERS.filesystem.stdio(folder);
    },
    memory: () => SERVERS.memory.stdio(folder),
    everything: () => ({ command: process.execPath, args: [EVERYTHING, 'stdio'], env: {} }),
  };
  test.each(['filesystem', 'memory', 'everything'] as const)('%s', async (name) => {
    expect(ensureServersInstalled()).toBeUndefined();
    const answers = at(`${name}.json`);
    const tools = { 'trigger-long-running-operation': { duration: 0.02, steps: 2 }, 'simulate-research-query': false };
    writeFileSync(answers, JSON.stringify(name === 'everything' ? { tools } : {}));
    const target = (): string[] => {
      const { command, args, env } = published[name]();
      return ['--', 'env', ...Object.entries(env).map(([key, value]) => `${key}=${value}`), command, ...args];
    };
    const path = at(`${name}.mcprec`);
    // Without `--yes`: what a server keeps would be another state for the run.
    await program('record', '--exercise', '--quiet', '--answers', answers, '--out', path, ...target());
    const { code, stdout } = await program('rerun', '--yes', '--strict', '--check-lists', path, ...target());
    expect(stdout).toMatch(/\nSame: [^\n]*\n$/);
    expect(code).toBe(0);
  });
});

test('every command has --quiet, and says nothing but its result then', async () => {
  const file = at('base.mcprec');
  const quiet = await Promise.all([
    program('compare', '--quiet', file, file),
    program('redact', '--quiet', '--list', file),
    program('export', '--quiet', file, '--to', 'mermaid'),
    program('show', '--quiet', file),
    program('record', '--quiet', ...server('')),
    program('call', '--quiet', 'tools/list', ...server('')),
  ]);
  for (const { code, stderr } of quiet) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(quiet[0]?.stdout).toMatch(/^Same: [^\n]*\n$/);
  expect(quiet[1]?.stdout).toMatch(/^\d+ secrets?\n$/);
  expect(quiet[4]?.stdout.split('\n')).toHaveLength(2);
});
