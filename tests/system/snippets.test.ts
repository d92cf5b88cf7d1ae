/** Messages as curl and Python, carried out: sessions opened and ended by a real shell and curl, programs read by a real Python. */
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { messageAs } from '#shared/export';
import { META } from '#shared/mcp';
import type { Connection, HeaderPairs, HeldRecording as Recorded } from '#shared/recording';
import { startEverythingHttp, startSdkV2 } from '../fixtures/start.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { HEADER, jsonText } from '../unit/arbitraries.ts';
import { HOSTILE } from '../unit/export-samples.ts';
import { runs } from '../unit/seed.ts';

const carryOut = promisify(execFile);

/** A recording of one client message. */
function recordedBy(connection: Connection, raw: string, headers: HeaderPairs = []): Recorded {
  const http = connection.transport === 'streamable-http';
  const request = { s: 0, t: 0, k: 'http', x: 'x1', phase: 'request', method: 'POST', headers } as const;
  return {
    header: { ...HEADER, connection },
    events: [
      http ? { ...request, url: connection.url } : { s: 0, t: 0, k: 'connection', event: 'open' },
      { s: 1, t: 1, k: 'message', dir: 'c2s', ...(http ? { x: 'x1' } : {}), raw },
    ],
  };
}

/** What the shell prints when it carries a message's curl command out in a folder. */
async function printed(shell: string, cwd: string, url: string, raw: string, headers: HeaderPairs): Promise<string> {
  const file = join(cwd, 'command.sh');
  const command = messageAs(recordedBy({ transport: 'streamable-http', url }, raw, headers), 1, 'curl');
  writeFileSync(file, command ?? '');
  return (await carryOut(shell, [file], { cwd })).stdout;
}

const OLD_SESSION = ['Mcp-Session-Id', 'from-the-recording'] as const;

/** Answers as a server with sessions does, whatever it is sent; `seen` has every request. */
async function sessionServer(id: string): Promise<{ url: string; seen: { request: IncomingMessage; body: string }[] }> {
  const seen: { request: IncomingMessage; body: string }[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      seen.push({ request, body: Buffer.concat(pieces).toString() });
      response.writeHead(200, { 'Mcp-Session-Id': id }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp?a='b'`, seen };
}

describe('a message of a session as curl', () => {
  test('server-everything: a session of its own is opened for it and ended', async () => {
    const server = await startEverythingHttp();
    onTestFinished(() => server.close());
    const folder = temporaryFolder();
    const message = `it's "$(touch owned)" \`touch owned\` \\ !! %s\ntwo`;
    const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'echo', arguments: { message } } };
    const headers: HeaderPairs = [OLD_SESSION, ['MCP-Protocol-Version', '2025-11-25']];
    const out = await printed('/bin/bash', folder, server.url, JSON.stringify(call, undefined, 1), headers);
    const answer = /^data: (.*"id":7.*)$/m.exec(out)?.[1] ?? '';
    expect(JSON.parse(answer)).toMatchObject({ result: { content: [{ text: `Echo: ${message}` }] } });
    expect(out).not.toContain(OLD_SESSION[1]);
    expect(existsSync(join(folder, 'owned'))).toBe(false);
  });

  test.each(['/bin/sh', '/bin/bash'])(
    '%s sends four requests, and runs nothing of what the server answers',
    async (shell) => {
      const folder = temporaryFolder();
      const id = `a"b'$(touch owned)\`touch owned\`;touch owned`;
      const { url, seen } = await sessionServer(id);
      const raw = '{"jsonrpc":"2.0","id":1,"method":"ping","x":"it\'s $(touch owned)\u001b[2J"}';
      const own: HeaderPairs = [
        ['Authorization', "Bearer 'x'"],
        ['Mcp-Name', 'ping'],
        ['MCP-Protocol-Version', '2025-06-18'],
      ];
      await printed(shell, folder, url, raw, [OLD_SESSION, ...own]);
      const sent = seen.map(({ request: { method, headers }, body }) => [
        method,
        headers['mcp-session-id'],
        headers['mcp-protocol-version'],
        headers.authorization,
        headers['mcp-name'],
        body === raw || body === '' ? body : (JSON.parse(body) as { method: string }).method,
      ]);
      const who = "Bearer 'x'";
      expect(sent).toEqual([
        ['POST', undefined, undefined, who, undefined, 'initialize'],
        ['POST', id, '2025-06-18', who, undefined, 'notifications/initialized'],
        ['POST', id, '2025-06-18', who, 'ping', raw],
        ['DELETE', id, '2025-06-18', who, undefined, ''],
      ]);
      expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ params: { protocolVersion: '2025-06-18' } });
      expect(existsSync(join(folder, 'owned'))).toBe(false);
    },
  );

  test('a server of 2026-07-28 gets the one request', async () => {
    const server = await startSdkV2('modern');
    onTestFinished(() => server.close());
    const clientInfo = { name: 'test', version: '1' };
    const version = '2026-07-28';
    const meta = { [META.protocolVersion]: version, [META.clientInfo]: clientInfo, [META.clientCapabilities]: {} };
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } };
    const headers: HeaderPairs = [
      ['MCP-Protocol-Version', version],
      ['Mcp-Method', 'tools/list'],
    ];
    const out = await printed('/bin/bash', temporaryFolder(), server.url, JSON.stringify(list), headers);
    expect(out).toContain('"tools":[');
    expect(out.match(/^HTTP/gm)).toHaveLength(1);
  });
});

describe('a message as a Python program', () => {
  const STDIO: Connection = { transport: 'stdio', command: 'server', args: HOSTILE, cwd: "it's", envKeys: ['A"b'] };
  const HTTP: Connection = { transport: 'streamable-http', url: 'http://127.0.0.1:9/mcp', headerNames: ['X-Odd'] };
  const METHODS = [
    'tools/call',
    'tools/list',
    'prompts/get',
    'resources/read',
    'completion/complete',
    'ping',
    'own/one',
  ];

  test('compiles without a warning, whatever is in it', async () => {
    const folder = temporaryFolder();
    const files: string[] = [];
    for (const [index, text] of HOSTILE.entries())
      for (const connection of [STDIO, HTTP])
        for (const method of [...METHODS, 'notifications/progress']) {
          const params = { name: text, uri: text, arguments: { [text]: [text, null, true, 1.5e300] } };
          const id = method.startsWith('notifications') ? {} : { id: 1 };
          const raw = JSON.stringify({ jsonrpc: '2.0', ...id, method, params });
          const odd = /[\r\n]/.test(text) ? 'x' : text;
          const program = messageAs(recordedBy(connection, raw, [['X-Odd', odd]]), 1, 'python') ?? '';
          expect(program).not.toMatch(/\p{Cf}|\u001b/u);
          const file = join(folder, `${files.length}-${index}.py`);
          // A lone surrogate stands as an escape, and nothing else could.
          writeFileSync(file, program);
          files.push(file);
        }
    await carryOut('python3', ['-W', 'error', '-m', 'py_compile', ...files], { cwd: folder });
  });

  test('its values mean what the message says', async () => {
    const folder = temporaryFolder();
    const values = fc.sample(jsonText, { numRuns: runs(200), seed: 10 });
    const deep = '['.repeat(150) + ']'.repeat(150);
    const long = `{"n":${'9'.repeat(4100)},"a\\/b":"\\ud83d\\udd11\\ud800"}`;
    const pairs = [...values, deep, long].flatMap((json) => {
      const raw = `{"jsonrpc":"2.0","id":1,"method":"own/one","params":{"v":${json}}}`;
      const program = messageAs(recordedBy(STDIO, raw), 1, 'python');
      const value = /params=([\s\S]*)\)\n {8}result = /.exec(program ?? '')?.[1];
      return value === undefined ? [] : [[`{"v":${json}}`, value]];
    });
    expect(pairs.length).toBeGreaterThan(runs(150));
    writeFileSync(join(folder, 'pairs.json'), JSON.stringify(pairs));
    const check = [
      'import json',
      'def same(a, b): return repr(a) == repr(b)',
      'for text, code in json.load(open("pairs.json")):',
      '    assert same(json.loads(text), eval(code)), (text, code)',
    ];
    await carryOut('python3', ['-W', 'error', '-c', check.join('\n')], { cwd: folder });
  });

  test.each([
    ['tools/call', { name: 'add', arguments: { a: 1 } }, 'client.call_tool("add", {'],
    ['tools/call', { name: 'add' }, 'client.call_tool("add")'],
    [
      'tools/call',
      { name: 'add', _meta: { progressToken: 1 } },
      'types.Request[dict, str](method="tools/call", params={',
    ],
    ['resources/read', { uri: 'x:y' }, 'client.read_resource("x:y")'],
    ['tools/list', {}, 'client.list_tools()'],
    ['tools/list', { cursor: '2' }, 'client.list_tools(cursor="2")'],
    ['prompts/get', { name: 'p', arguments: 'wrong' }, 'types.Request[dict, str](method="prompts/get", params={'],
    ['logging/setLevel', { level: 'info' }, 'types.Request[dict, str](method="logging/setLevel", params={'],
    ['own/one', undefined, 'types.Request[None, str](method="own/one", params=None)'],
  ])('%s with %j', (method, params, expected) => {
    const raw = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    expect(messageAs(recordedBy(STDIO, raw), 1, 'python')).toContain(expected);
  });
});
