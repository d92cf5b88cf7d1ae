/** `mcp-lifeline show` and `export` as programs, and what they hand on carried out by a real shell and curl. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { messageAs } from '#shared/export';
import {
  bytesOf,
  readRecorded,
  type Connection,
  type Payload,
  type HeldRecording as Recorded,
  type WireEvent,
} from '#shared/recording';
import { COMMANDS } from '../../relay/cli/commands.ts';
import { run } from '../relay/support/program.ts';
import { eventually } from '../relay/support/page.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { HEADER } from '../unit/arbitraries.ts';
import { HOSTILE } from '../unit/export-samples.ts';

const sampleFile = (name: string): string => fileURLToPath(new URL(`../samples/v1/${name}`, import.meta.url));
const TYPED = sampleFile('typed.mcprec');

/** Carry a command of the program out in this process: exit code, standard output, standard error. */
async function program(name: string, ...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const note = (line: string): void => void (err += `${line}\n`);
  const io = { say: note, warn: note, print: (text: string) => void (out += text), env: {} };
  const command = await COMMANDS.get(name)?.load();
  const code = await command?.run(argv, { ...io, signal: new AbortController().signal });
  return { code: code ?? -1, out, err };
}

/** A recording with a token where a rule finds it. */
function withSecret(): { readonly file: string; readonly secret: string } {
  const secret = 'sk-live-0123456789abcdefABCDEF';
  const recorded = [
    JSON.stringify({ ...HEADER, connection: { transport: 'streamable-http', url: 'http://127.0.0.1:9/mcp' } }),
    `{"s":0,"t":0,"k":"http","x":"x1","phase":"request","method":"POST","url":"http://127.0.0.1:9/mcp","headers":[["Authorization","Bearer ${secret}"]]}`,
    `{"s":1,"t":0,"k":"message","dir":"c2s","x":"x1","raw":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"ping\\"}"}`,
    `{"s":2,"t":9,"k":"stderr","text":"got ${secret}\\n"}`,
    '{"footer":true,"events":3,"reason":"finished"}',
  ];
  const file = join(temporaryFolder(), 'secret.mcprec');
  writeFileSync(file, `${recorded.join('\n')}\n`);
  return { file, secret };
}

describe('mcp-lifeline show', () => {
  test('draws the diagram, filtered where asked', async () => {
    const { code, out } = await program('show', TYPED, '--width', '90');
    expect(code).toBe(0);
    expect(out).toContain('── Initialization ─');
    expect(out).toMatch(/▲ *\d+ {3}\d\.\d{3} │~+ hello\? Not JSON, 6 bytes, manual ~+▶│ +no response/);
    expect(out).not.toContain('\u001b');
    const filtered = await program('show', TYPED, '--filter', 'method:ping', '--no-color', '--json');
    const { rows } = JSON.parse(filtered.out) as { rows: { kind: string; method?: string }[] };
    expect(new Set(rows.filter(({ kind }) => kind === 'request').map(({ method }) => method))).toEqual(
      new Set(['ping']),
    );
  });

  test('--lang gives the language of the words, of an export too', async () => {
    expect((await program('show', TYPED, '--lang=zh-CN')).out).toContain('── 初始化 ─');
    expect((await program('export', TYPED, '--to', 'markdown', '--lang', 'zh-CN')).out).toContain('## 发生了什么');
    expect(await program('show', TYPED, '--lang', 'tlh')).toEqual({
      code: 2,
      out: '',
      err: '--lang must be one of en, zh-CN. Try mcp-lifeline show --help.\n',
    });
  });

  test('--json has each operation with its id, name, outcome and time', async () => {
    type Facts = {
      id?: unknown;
      method?: string;
      name?: string;
      outcome: string;
      ms?: number;
      bytes: { sent: number; received: number };
    };
    const operationsOf = async (...args: string[]): Promise<Facts[]> =>
      (JSON.parse((await program('show', TYPED, '--json', ...args)).out) as { operations: Facts[] }).operations;
    const all = await operationsOf();
    expect(all).toContainEqual(expect.objectContaining({ id: 'after-102', method: 'ping', outcome: 'result' }));
    // A double does not hold this id.
    expect(all).toContainEqual(expect.objectContaining({ id: '9007199254740993', method: 'ping' }));
    expect(all).toContainEqual(expect.objectContaining({ kind: 'malformed', outcome: 'silence' }));
    const calls = await operationsOf('--filter', 'method:tools/call');
    expect(calls.length).toBeGreaterThan(0);
    expect(calls).toEqual(all.filter(({ method }) => method === 'tools/call'));
    for (const { name, ms } of calls) expect([typeof name, typeof ms]).toEqual(['string', 'number']);
    // What the end of the session took along has no response.
    for (const { bytes, outcome } of calls)
      expect([bytes.sent > 0, bytes.received > 0]).toEqual([true, outcome === 'result' || outcome === 'tool-error']);
  });

  test('--operations draws a line for each operation that passes the filter, and figures for each tool', async () => {
    const { code, out } = await program('show', TYPED, '--operations', '--width', '90', '--filter', 'method:ping');
    expect(code).toBe(0);
    expect(out).not.toContain('\u001b');
    const [, head, ...lines] = out.split('\n');
    expect(head).toMatch(/No\. +Start 0(\.000)? .*Operation → Response +Time +Size$/);
    expect(lines[0]).toMatch(/^ *\d+ +\d+\.\d{3} [ █▏▶]{18} ping → empty +\S+ (µs|ms|s) +\d+ bytes$/);
    expect(out).not.toContain(' tools/list');
    const { statistics } = JSON.parse((await program('show', TYPED, '--json')).out) as {
      statistics: { name: string; count: number; p95?: number }[];
    };
    for (const { name, count } of statistics) expect(out).toMatch(new RegExp(`tools/call ${name} +${count} `));
    expect(statistics.length).toBeGreaterThan(0);
    const explained = (await program('show', TYPED, '--explain', '--width', '300')).out;
    expect(explained).toMatch(
      /^ *\d+ +\d+\.\d{3} {2}The server \(.+\) agrees to protocol version 2025-11-25\. It has tools/m,
    );
    expect((await program('show', TYPED, '--explain', '--operations')).code).toBe(2);
    expect((await program('show', TYPED, '--operations', '--lang', 'zh-CN')).out).toContain('操作 → 响应');
    expect((await program('show', TYPED, '--operations', '--filter', 'nowhere')).out).toContain(
      'No operation matches the filter.',
    );
  });

  test('says what is wrong', async () => {
    expect(await program('show')).toMatchObject({ code: 2, err: expect.stringContaining('Name a file') });
    expect(await program('show', 'no-such-file')).toMatchObject({
      code: 3,
      err: expect.stringContaining('can’t be read'),
    });
  });
});

describe('mcp-lifeline export', () => {
  test.each([
    ['recording', '"mcprec":1'],
    ['markdown', '# '],
    ['mermaid', 'sequenceDiagram'],
    ['svg', '<svg '],
    ['har', '"version": "1.2"'],
    ['otlp', '{"resourceSpans":['],
  ])('--to %s, its secrets replaced unless told otherwise', async (to, begins) => {
    const { file, secret } = withSecret();
    const { code, out, err } = await program('export', file, '--to', to);
    expect({ code, err }).toEqual({ code: 0, err: '1 secret was replaced by placeholders.\n' });
    expect(out).toContain(begins);
    expect(out).not.toContain('sk-live-');
    const exact = await program('export', file, '--to', to, '--no-redact');
    expect(exact).toMatchObject({ code: 0, err: '' });
    expect(exact.out).toContain(to === 'svg' ? 'sk-live-' : secret);
  });

  test('writes a part to a file, and gzip by the name', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'part.mcprec.gz');
    const { code, out: printed } = await program(
      'export',
      TYPED,
      '--to',
      'recording',
      '--select',
      '4,10-12',
      '--out',
      out,
    );
    expect({ code, printed }).toEqual({ code: 0, printed: '' });
    expect([...readFileSync(out).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
    const again = await program('export', out, '--to', 'recording', '--filter', 'kind:request');
    const { recorded } = readRecorded(again.out);
    expect(recorded?.events.some(({ k }) => k === 'gap')).toBe(true);
    expect(recorded?.events.some(({ k }) => k === 'message')).toBe(true);
  });

  test('says what is wrong', async () => {
    const wrongUses = [
      ['--to', 'pdf'],
      ['--snippet', 'curl'],
      ['--to', 'svg', '--width', 'wide'],
      ['--to', 'svg', '--select', '9-2'],
      ['--to', 'svg', '--width', '479'],
      ['--to', 'svg', '--width', '2401'],
      ['--to', 'svg', '--theme', 'grey'],
      ['--to', 'mermaid', '--width', '900'],
      ['--to', 'html', '--theme', 'light'],
      ['--to', 'har', '--operations'],
      ['--snippet', 'curl', '--at', '3', '--operations'],
      ['--snippet', 'curl', '--at', '3', '--theme', 'dark'],
    ];
    for (const use of wrongUses) expect((await program('export', TYPED, ...use)).code).toBe(2);
    expect(await program('export', TYPED, '--to', 'har')).toMatchObject({ code: 3, out: '' });
    expect((await program('export', TYPED, '--snippet', 'curl', '--at', '3')).code).toBe(3);
    expect((await program('export', TYPED, '--to', 'recording', '--out', TYPED)).code).toBe(2);
  });

  test.each([
    ['svg', '>initialize<'],
    ['mermaid', 'gantt\n'],
  ])('--to %s --operations draws the operations over time', async (to, drawn) => {
    const { code, out } = await program('export', TYPED, '--quiet', '--to', to, '--operations');
    expect(code).toBe(0);
    expect(out).toContain(drawn);
    expect(out).not.toContain('sequenceDiagram');
  });

  test('a picture is as wide as was asked for', async () => {
    for (const width of ['480', '2400'])
      expect((await program('export', TYPED, '--to', 'svg', '--width', width, '--theme', 'dark')).out).toContain(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}"`,
      );
  });

  test.each([
    ['--select', '9000-9999'],
    ['--filter', 'method:no/such'],
  ])('%s %s keeps nothing, so nothing is written', async (...part) => {
    const out = join(temporaryFolder(), 'nothing.mmd');
    const { code, err } = await program('export', TYPED, '--to', 'mermaid', ...part, '--out', out);
    expect({ code, err }).toEqual({
      code: 3,
      err: expect.stringContaining('The selected part contains no events') as string,
    });
    expect(existsSync(out)).toBe(false);
    // One event is enough.
    expect((await program('export', TYPED, '--to', 'mermaid', '--select', '0')).code).toBe(0);
  });

  test('as a program: --snippet prints a message as a command', async () => {
    const { output, ended } = run(['export', TYPED, '--snippet', 'command', '--at', '25'], temporaryFolder());
    expect(await ended).toBe(0);
    expect(output()).toMatch(/^No secret was found.$/m);
    expect(output()).toMatch(/^\{\n {2}printf '%s\\n' '\{"jsonrpc"/m);
  });
});

const PAYLOADS: readonly Payload[] = [
  ...HOSTILE.map((raw) => ({ raw: raw.replace(/\p{Surrogate}/gu, '\ufffd') })),
  { raw: '' },
  { raw: '\u0000a\u0000%s%n\\101\\x41' },
  { raw: "it's\r\n\ttabs\n" },
  { raw: '{"big":"' + "x'%".repeat(30_000) + '"}' },
  { b64: Buffer.from([0x2d, 0xff, 0x00, 0x31, 0x80, 0x25, 0x5c, 0x27, 0x0a]).toString('base64') },
];

/** A recording of one client message. */
function recordedBy(connection: Connection, payload: Payload, headers: [string, string][] = []): Recorded {
  const x = connection.transport === 'stdio' ? {} : { x: 'x1' };
  const request = { s: 0, t: 0, k: 'http', x: 'x1', phase: 'request', method: 'POST', headers } as const;
  const events: WireEvent[] = [
    connection.transport === 'stdio'
      ? { s: 0, t: 0, k: 'connection', event: 'open' }
      : { ...request, url: connection.url },
    { s: 1, t: 1, k: 'message', dir: 'c2s', ...x, ...payload },
  ];
  return { header: { ...HEADER, connection }, events };
}

describe('a message as a command line', () => {
  const shells = ['/bin/sh', '/bin/bash'].filter((shell) => existsSync(shell));

  test.each(shells)('%s brings every byte to the program, and carries nothing else out', (shell) => {
    const folder = temporaryFolder();
    for (const payload of PAYLOADS) {
      const args = ["it's $(touch owned)", '-n', '; touch owned', 'two\nlines', '*'];
      const got = join(folder, 'got');
      const script = 'cat > "$0"; printf "%s\\0" "$@"';
      const connection = {
        transport: 'stdio',
        command: '/bin/sh',
        args: ['-c', script, got, ...args],
        cwd: folder,
      } as const;
      const command = messageAs(recordedBy(connection, payload), 1, 'command') ?? '';
      const file = join(folder, 'command.sh');
      writeFileSync(file, command.replace('  sleep 5\n', ''));
      const printed = execFileSync(shell, [file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      expect(printed).toBe(args.map((arg) => `${arg}\0`).join(''));
      expect(readFileSync(got).equals(Buffer.concat([bytesOf(payload), Buffer.from('\n')]))).toBe(true);
      expect(existsSync(join(folder, 'owned'))).toBe(false);
    }
  });

  test('a real server answers it', async () => {
    const { recorded } = readRecorded(readFileSync(TYPED, 'utf8'));
    const call = recorded?.events.find((event) => event.k === 'message' && /"tools\/call"/.test(event.raw ?? ''));
    const command = recorded && call ? messageAs(recorded, call.s, 'command') : undefined;
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    // A group of its own, so that the server ends with the shell, however long its input stays open.
    const child = spawn('/bin/sh', ['-c', (command ?? '').replace('sleep 5', 'sleep 60')], { cwd, detached: true });
    onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
    let printed = '';
    child.stdout.on('data', (data: Buffer) => (printed += data.toString()));
    const answer = await eventually(() => /^.*"id":101.*$/m.exec(printed)?.[0]);
    expect(answer).toContain('Echo: typed by a person');
  });
});

describe('a message as curl', () => {
  test('the bytes and headers that arrive are the recorded ones', async () => {
    const arrived: { body: Buffer; headers: NodeJS.Dict<string | string[]>; url: string | undefined }[] = [];
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        arrived.push({ body: Buffer.concat(pieces), headers: request.headers, url: request.url });
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const folder = temporaryFolder();
    const odd = "a'b$(touch owned)`id`";
    const path = `/mcp?x=[1-3]{a,b}&y='$(touch owned)'`;
    for (const payload of PAYLOADS) {
      const headers: [string, string][] = [
        ['Content-Type', 'application/json; odd'],
        ['X-Odd', odd],
        ['X-Empty', ''],
        ['@/etc/passwd', 'x'],
        ['X-Split', 'a\r\nX-Injected: 1'],
        ['Content-Length', '3'],
      ];
      const recorded = recordedBy(
        { transport: 'streamable-http', url: `http://127.0.0.1:${port}${path}` },
        payload,
        headers,
      );
      const command = messageAs(recorded, 1, 'curl') ?? '';
      const before = arrived.length;
      const file = join(folder, 'command.sh');
      writeFileSync(file, command);
      await promisify(execFile)('/bin/sh', [file], { cwd: folder });
      const [last] = arrived.slice(before);
      expect(last?.body.equals(bytesOf(payload))).toBe(true);
      expect(last?.headers).toMatchObject({ 'content-type': 'application/json; odd', 'x-odd': odd, 'x-empty': '' });
      expect(last?.headers).not.toHaveProperty('x-injected');
      expect(last?.url).toBe(path.replace(' ', '%20'));
      expect(existsSync(join(folder, 'owned'))).toBe(false);
    }
    expect(arrived.length).toBe(PAYLOADS.length);
  });

  test('no file is read for what is not HTTP', () => {
    const recorded = recordedBy({ transport: 'streamable-http', url: 'file:///etc/passwd' }, { raw: 'x' });
    expect(messageAs(recorded, 1, 'curl')).toBeUndefined();
  });
});

test('what could not be written says nothing of secrets; a collector that does not answer is told at once', async () => {
  const file = sampleFile('handshake-http.mcprec');
  const unwritten = run(['export', file, '--to', 'markdown', '--out', '/dev/null/no/file'], temporaryFolder());
  expect(await unwritten.ended).toBe(3);
  expect(unwritten.output()).not.toContain('ecret');
  const dead = createServer().listen(0, '127.0.0.1');
  await eventually(() => dead.listening);
  const { port } = dead.address() as AddressInfo;
  dead.close();
  const sending = run(['export', file, '--otlp', `http://127.0.0.1:${port}`], temporaryFolder());
  await eventually(() => sending.output().includes('has not answered yet'));
  expect(sending.child.exitCode).toBeNull();
});

test('tap without a command says so, with or without “--”', async () => {
  for (const args of [['tap'], ['tap', '--']]) {
    const tap = run(args, temporaryFolder());
    expect(await tap.ended).toBe(2);
    expect(tap.output()).toBe('The server’s command is missing. Try mcp-lifeline tap --help.\n');
  }
});
