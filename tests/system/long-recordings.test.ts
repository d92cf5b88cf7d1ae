/** Commands over a recording that is longer than the memory they get. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../relay/support/bundle.mjs';
import { lastingFolder } from './support/lasting-folder.ts';

const CALLS = 1500;
/** Megabytes of objects that a command may have; the texts of the recording alone are more. */
const MOST = 48;
const HEADER = {
  mcprec: 1,
  id: 'long-recording-000000',
  title: 'long',
  startedAt: '2026-01-01T00:00:00.000Z',
  by: { name: 'mcp-lifeline', version: '0.1.0' },
  route: 'relay',
  connection: { transport: 'stdio', command: 'node', args: ['server.mjs'] },
};
const RESULT = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'long', version: '1' },
};
const PARAMS = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'long', version: '1' } };
const PAGE = 'All that was found on this page of very many. '.repeat(1050);

const folder = lastingFolder('lifeline-long-');
const recording = join(folder, 'long.mcprec');
const out = (name: string): string => join(folder, name);

function* bodies(): Generator<object> {
  const c2s = (message: object, by = 'user') => ({ k: 'message', dir: 'c2s', by, raw: text(message) });
  const s2c = (message: object) => ({ k: 'message', dir: 's2c', raw: text(message) });
  const text = (message: object): string => JSON.stringify({ jsonrpc: '2.0', ...message });
  yield { k: 'connection', event: 'opening' };
  yield { k: 'process', event: 'spawn', pid: 1 };
  yield { k: 'connection', event: 'open' };
  yield c2s({ id: 1, method: 'initialize', params: PARAMS }, 'auto');
  yield s2c({ id: 1, result: RESULT });
  yield c2s({ method: 'notifications/initialized' }, 'auto');
  for (let id = 2; id < CALLS + 2; id++) {
    yield c2s({ id, method: 'tools/call', params: { name: 'search', arguments: { query: `item ${id}` } } });
    yield s2c({ id, result: { content: [{ type: 'text', text: `${id}: ${PAGE}` }] } });
  }
}

function write(): void {
  const file = openSync(recording, 'w');
  writeSync(file, `${JSON.stringify(HEADER)}\n`);
  let s = 0;
  for (const body of bodies()) writeSync(file, `${JSON.stringify({ s, t: s++ * 100, ...body })}\n`);
  writeSync(file, `${JSON.stringify({ footer: true, events: s, reason: 'closed by user' })}\n`);
  closeSync(file);
}

/** Run a command with so little memory; gives its exit code, which is none where the memory did not do. */
function run(args: readonly string[]): number | null {
  const cli = join(ROOT, 'dist/relay/cli.js');
  const { status } = spawnSync(process.execPath, [`--max-old-space-size=${MOST}`, cli, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status;
}

describe('a recording that is longer than the memory that a command gets', () => {
  beforeAll(() => {
    write();
    writeFileSync(out('packed.mcprec.gz'), gzipSync(readFileSync(recording), { level: 1 }));
  });

  test.each([
    ['show', recording],
    ['show', recording, '--operations'],
    ['show', out('packed.mcprec.gz')],
    ['lint', recording],
    ['profile', recording],
    ['compare', recording, recording],
    ['redact', recording, '--out', out('redacted.mcprec')],
    ['export', recording, '--to', 'recording'],
    ['export', recording, '--to', 'markdown', '--out', out('copy.md')],
  ])('is no more than read: %s %s %s %s', (...args) => {
    // 1: rules were broken.
    expect([0, 1]).toContain(run(args));
  });

  test('is in the copy as a whole, packed piece by piece', () => {
    expect(run(['export', recording, '--no-redact', '--to', 'recording', '--out', out('whole.mcprec.gz')])).toBe(0);
    expect(gunzipSync(readFileSync(out('whole.mcprec.gz'))).equals(readFileSync(recording))).toBe(true);
  });
});
