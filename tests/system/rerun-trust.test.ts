/** `mcp-lifeline rerun` with recordings from strangers: what they name is not started, and what they hide is not sent, unasked. */
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { recordingLines, toBase64, type Connection, type HeldRecording as Recorded } from '#shared/recording';
import { temporaryFolder } from '../relay/support/relay.ts';
import { recordedOf } from '../unit/rerun-script.ts';
import { c2s, handshake, request, result, s2c } from '../unit/script.ts';
import { rerun, rerunJson, type RerunPrinted } from './support/rerun.ts';

describe('what the recording names to connect to', () => {
  /** Says which of these variables it has. */
  const TELLS = `
    const { appendFileSync } = require('node:fs');
    appendFileSync(process.argv[1], JSON.stringify([process.env.SECRET_A ?? null, process.env.SECRET_B ?? null]));`;

  function named(connection: Connection): string {
    const path = join(temporaryFolder(), 'named.mcprec');
    const plain = recordedOf(...handshake(), c2s(request(2, 'ping'), { by: 'host' }), s2c(result(2)));
    writeFileSync(path, `${[...recordingLines({ ...plain, header: { ...plain.header, connection } })].join('\n')}\n`);
    return path;
  }

  test('is shown before it is started, and nothing of our environment goes along unasked', async () => {
    vi.stubEnv('SECRET_A', 'mine-a').stubEnv('SECRET_B', 'mine-b');
    onTestFinished(() => void vi.unstubAllEnvs());
    const told = join(temporaryFolder(), 'told');
    const recording = named({
      transport: 'stdio',
      command: process.execPath,
      args: ['-e', TELLS, told, 'a\u202eb', 'two words'],
      cwd: temporaryFolder(),
      envKeys: ['SECRET_A'],
    });
    const unnamed = await rerun([recording, '--same', '--yes']);
    expect(unnamed.code).toBe(2);
    expect(unnamed.output).toMatch(/pass on yours with --env NAME: SECRET_A/);
    const asked = await rerun([recording, '--same', '--env', 'SECRET_A']);
    expect(asked.code).toBe(3);
    expect(asked.output).toContain('a‹U+202E›b "two words"');
    expect(asked.output).toMatch(/variables: SECRET_A/);
    expect(asked.output).toMatch(/folder: \//);
    expect(asked.output).toContain('Nothing was started: without a terminal, agree to the command with --yes');
    expect(asked.output).not.toMatch(/mine-|\u202e/);
    expect(() => statSync(told)).toThrow('ENOENT');
    const agreed = await rerun([recording, '--same', '--yes', '--env', 'SECRET_A']);
    expect(agreed.output).toContain('a‹U+202E›b "two words"');
    expect(JSON.parse(readFileSync(told, 'utf8'))).toEqual(['mine-a', null]);
  });

  test('is seen to its end, and a recording that makes it look like a secret hides nothing', async () => {
    const path = join(temporaryFolder(), 'secret.mcprec');
    const ofCommand = (script: string): void => {
      const plain = recordedOf(...handshake(), c2s(request(2, 'ping', { password: script }), { by: 'host' }));
      const connection = { transport: 'stdio', command: 'sh', args: ['-c', script] } as const;
      const lines = recordingLines({ ...plain, header: { ...plain.header, connection } });
      writeFileSync(path, `${[...lines].join('\n')}\n`);
    };
    ofCommand(`echo ok${' '.repeat(3000)}; echo owned`);
    const long = await rerun([path, '--same', '--no-redact']);
    expect(long.code).toBe(3);
    expect(long.output).toContain('echo ok    ‹3000 spaces›; echo owned"');
    ofCommand('touch /tmp/red1/owned');
    const { code, output } = await rerun([path, '--same']);
    expect(code).toBe(3);
    expect(output).not.toContain('owned');
    expect(output).toContain('use --no-redact to see them before you agree.');
    expect((await rerun([path, '--same', '--no-redact'])).output).toContain('command: sh -c "touch /tmp/red1/owned"');
  });

  test('an address too', async () => {
    const requests: string[] = [];
    const server = createServer((got, response) => {
      requests.push(got.method ?? '');
      response.writeHead(500).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const { code, output } = await rerun([named({ transport: 'streamable-http', url }), '--same']);
    expect(code).toBe(3);
    expect(output).toContain(`URL: ${url}`);
    expect(output).toContain('Nothing was sent: without a terminal, agree to the URL with --yes');
    expect(requests).toEqual([]);
  });
});

describe('a server whose tool is not what the recording says', () => {
  /** Lists the tool `wipe` as one that may change something, and writes what it gets to the file `LOG`. */
  const SERVER = `
    const { appendFileSync } = require('node:fs');
    process.stdin.on('data', (data) => appendFileSync(process.env.LOG, data));
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      if (id === undefined) return;
      const result =
        method === 'initialize'
          ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }
          : method === 'tools/list'
            ? { tools: [{ name: 'wipe', inputSchema: { type: 'object' }, annotations: { readOnlyHint: false } }] }
            : { content: [{ type: 'text', text: 'done' }] };
      process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
    });`;
  const list = { tools: [{ name: 'wipe', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] };
  const done = { content: [{ type: 'text', text: 'done' }] };
  const wipe = (id: number, note: string): string =>
    JSON.stringify(request(id, 'tools/call', { name: 'wipe', arguments: { note } }));
  const b64 = Buffer.from(wipe(30, '\u00ff'), 'latin1').toString('base64');
  const before = recordedOf(
    ...handshake(),
    ...[c2s(request(2, 'tools/list'), { by: 'auto' }), s2c(result(2, list))],
    ...[{ k: 'message', dir: 'c2s', b64, by: 'host' } as const, s2c(result(30, done))],
    ...[c2s(wipe(40, 'x'), { by: 'host' }), s2c(result(40, done))],
  );

  async function against(
    recorded: Recorded,
    ...options: readonly string[]
  ): Promise<RerunPrinted & { readonly code: number | string; readonly got: Buffer }> {
    const [recording, log] = ['recorded.mcprec', 'stdin'].map((name) => join(temporaryFolder(), name));
    writeFileSync(recording ?? '', `${[...recordingLines(recorded)].join('\n')}\n`);
    const args = [...options, recording ?? '', '--env', `LOG=${log}`, '--', process.execPath, '-e', SERVER];
    return { ...(await rerunJson(args)), got: readFileSync(log ?? '') };
  }

  test('is not called where there is no consent', async () => {
    const { run: ran, got } = await against(before, '--read-only');
    expect(ran.steps.map(({ became }) => became)).toEqual(['taken', 'declined', 'declined']);
    expect(got.toString()).toContain('tools/list');
    expect(got.toString()).not.toContain('tools/call');
  });

  test('is not called by a recording whose list lies after the call, nor by lines and bytes that hide it', async () => {
    const hidden = wipe(60, 'x').replace('tools/call', 'tools\\u002fcall');
    const ping = JSON.stringify(request(50, 'ping'));
    const lies = recordedOf(
      ...handshake(),
      ...[c2s(wipe(3, 'x'), { by: 'host' }), s2c(result(3, done))],
      ...[c2s(request(4, 'tools/list'), { by: 'auto' }), s2c(result(4, list))],
      ...[c2s(`${ping}\n${hidden}`, { by: 'user' }), c2s(`{"id":5,"x":\n${hidden}\n}`, { by: 'user' })],
      { k: 'message', dir: 'c2s', b64: toBase64(new TextEncoder().encode(hidden)), by: 'user' },
    );
    const { run: ran, got, code } = await against(lies, '--read-only');
    expect(ran.steps.map(({ became }) => became)).toEqual(['declined', 'taken', ...Array(3).fill('declined')]);
    expect(got.toString()).not.toMatch(/wipe/);
    expect(code).toBe(1);
  });

  test('gets bytes of a program that are not UTF-8 as they are, and what follows is told apart', async () => {
    const { run: ran, got } = await against(before, '--yes');
    expect(ran.steps.map(({ became, outcome }) => `${became} ${outcome}`)).toEqual(Array(3).fill('taken result'));
    expect(got.includes(Buffer.from(b64, 'base64'))).toBe(true);
    expect(got.toString()).toContain('"id":32');
  });
});
