/** Every fixture that misbehaves looks to its client the same with and without a tap in between. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HTTP_MISBEHAVE, startHttpMisbehave, STDIO_MISBEHAVE } from '../fixtures/start.ts';
import { eventually } from '../relay/support/page.ts';
import { run } from '../relay/support/program.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { host, sha256, type Hosted } from './support/tapped.ts';

/** The modes that a fixture says it has. */
function modesOf(script: string): string[] {
  const { stderr } = spawnSync(process.execPath, [script, 'which?'], { encoding: 'utf8' });
  return (/there are: (.*)\n/.exec(stderr)?.[1] ?? '').split(' ');
}

const ask = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const INITIALIZE = ask(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: { roots: {}, sampling: {}, elicitation: {} },
  clientInfo: { name: 'host', version: '1' },
});
/** Everything at once: what comes then does not depend on how fast anybody is. */
const SAID = [
  INITIALIZE,
  '{"jsonrpc":"2.0","method":"notifications/initialized"}\n',
  ask(2, 'tools/list'),
  ask(3, 'tools/call', { name: 'echo', arguments: { text: 'a', bytes: 100_000, count: 100 } }),
  ask(4, 'ping'),
].join('');

describe('over stdio', () => {
  /** What goes on after the end of its input, and how it is ended once it has said all that it will say. */
  const STUBBORN: { readonly [mode: string]: { readonly signal: NodeJS.Signals; readonly said: string } } = {
    'ignore-stdin-end': { signal: 'SIGTERM', said: '"id":4' },
    'ignore-sigterm': { signal: 'SIGKILL', said: '"id":4' },
    'close-stdout': { signal: 'SIGTERM', said: '"id":1' },
  };

  async function seen(mode: string, tap: boolean): Promise<unknown> {
    const hosted: Hosted = host([process.execPath, STDIO_MISBEHAVE, mode], { tap });
    const { child, out } = hosted;
    let errors = '';
    child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
    const exit = once(child, 'exit');
    child.stdin.end(SAID);
    const stubborn = STUBBORN[mode];
    if (stubborn) {
      await eventually(() => out().includes(stubborn.said));
      child.kill(stubborn.signal);
    }
    const [code, signal] = (await exit) as [number | null, string | null];
    // What a child of the server holds open is not waited for: its number is what it said.
    const left = /^grandchild (\d+)$/m.exec(errors)?.[1];
    if (left !== undefined) process.kill(Number(left), 'SIGKILL');
    await hosted.ended;
    return { code, signal, bytes: out().length, out: sha256([out()]), errors: errors.replace(/grandchild \d+/, '') };
  }

  test.each(modesOf(STDIO_MISBEHAVE))('%s', async (mode) => {
    const [tapped, bare] = await Promise.all([seen(mode, true), seen(mode, false)]);
    expect(tapped).toEqual(bare);
  });
});

/** What a client gets over HTTP, with what differs from one time to the next left out. */
async function got(url: string, mode: string): Promise<unknown> {
  const address = new URL(url);
  address.searchParams.set('mode', mode);
  address.searchParams.set('after', '0');
  const sent = request(address, {
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
  });
  sent.end(INITIALIZE);
  const first = await once(sent, 'response').catch((error: NodeJS.ErrnoException) => error);
  if (first instanceof Error) return { mode, error: first.code };
  const [response] = first as [IncomingMessage];
  const pieces: Buffer[] = [];
  let end = 'whole';
  response.on('data', (data: Buffer) => pieces.push(data));
  response.on('error', ({ message }: Error) => (end = message));
  await new Promise((resolve) => response.once('close', resolve));
  const headers = response.rawHeaders.map((each, at) => (response.rawHeaders[at - 1] === 'Date' ? 'now' : each));
  return { mode, status: response.statusCode, headers, body: Buffer.concat(pieces).toString('latin1'), end };
}

/** The address of a tap in front of this one. */
async function tapOf(url: string): Promise<string> {
  const { output } = run(['tap', '--listen', '0', '--to', url], temporaryFolder());
  const [tap = ''] = await eventually(() => /^http:\S+$/m.exec(output()));
  return tap;
}

test('over HTTP', async () => {
  const server = await startHttpMisbehave('html');
  onTestFinished(() => server.close());
  const tap = await tapOf(server.url);
  // Of the one that never answers nothing is to be seen.
  const modes = modesOf(HTTP_MISBEHAVE).filter((mode) => mode !== 'silent');
  const all = (url: string): Promise<unknown[]> => Promise.all(modes.map((mode) => got(url, mode)));
  expect(await all(tap)).toEqual(await all(server.url));
});

test('a response whose head Node reads and does not write passes as it came', async () => {
  const heads = ['HTTP/1.1 200 OK\r\nTrailer: X', 'HTTP/1.1 200 a\u0001b'];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const head = heads.shift() ?? 'HTTP/1.1 200 OK';
    socket.once('data', () => socket.end(`${head}\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok`));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const tap = await tapOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const statusOf = (): Promise<number> => fetch(tap).then(({ status }) => status);
  expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([200, 200, 200]);
});
