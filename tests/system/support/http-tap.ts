/** A tap over HTTP, with servers and clients of the test's own. */
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { HeldRecording as Recorded } from '#shared/recording';
import type { RuleAct } from '#shared/tap';
import { eventually } from '../../relay/support/page.ts';
import { run, type Program } from '../../relay/support/program.ts';
import { temporaryFolder } from '../../relay/support/relay.ts';
import { recordingsUnder } from './tapped.ts';

export interface Tap extends Program {
  readonly url: string;
  readonly home: string;
  /** Ends the tap; gives what it recorded. */
  readonly recorded: () => Promise<Recorded[]>;
}

/** A tap before the server at this address. */
export async function tapped(to: string, ...options: string[]): Promise<Tap> {
  const home = temporaryFolder();
  const program = run(['tap', '--listen', '0', '--to', to, ...options], home);
  const [url = ''] = await eventually(() => /^http:\S+$/m.exec(program.output()));
  const recorded = async (): Promise<Recorded[]> => {
    program.child.kill('SIGTERM');
    await program.ended;
    return recordingsUnder(home);
  };
  return { ...program, url, home, recorded };
}

/** The only one. */
export function only(all: readonly Recorded[]): Recorded {
  const [first, ...others] = all;
  if (!first || others.length > 0) throw new Error(`there are ${all.length}`);
  return first;
}

/** A server of the test's own; gives its origin. */
export async function serving(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A file of rules; each is called by its condition. */
export function rulesFile(...rules: readonly (readonly [when: string, act: RuleAct])[]): string {
  const file = join(temporaryFolder(), 'rules.json');
  writeFileSync(file, JSON.stringify({ rules: rules.map(([when, act]) => ({ name: when, when, act })) }));
  return file;
}

export const call = (name: string, id = 1): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","n":1.0}}`;
export const CHANGED = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';

/** Send a message; a client of session `s1`, unless other headers say so. */
export async function post(
  url: string,
  body: string | Buffer,
  headers: { readonly [name: string]: string } = { 'mcp-session-id': 's1' },
): Promise<[status: number, text: string]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  return [response.status, await response.text()];
}

export interface Reading {
  readonly status: number;
  readonly head: readonly string[];
  /** What came so far. */
  readonly text: () => string;
  /** How the body ended: whole, or with this error; undefined as long as it goes on. */
  readonly end: () => string | undefined;
  readonly close: () => void;
}

/** Begin to read what comes of a request, piece by piece. Resolves with its head. */
export async function reading(
  url: string,
  body?: string,
  headers: { readonly [name: string]: string } = { 'mcp-session-id': 's1' },
): Promise<Reading> {
  const sent = httpRequest(url, {
    method: body === undefined ? 'GET' : 'POST',
    agent: false,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  sent.on('error', () => undefined);
  let text = '';
  let end: string | undefined;
  response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  response.on('error', ({ message }) => (end ??= message));
  response.on('end', () => (end ??= 'whole'));
  const { statusCode = 0, rawHeaders } = response;
  return { status: statusCode, head: rawHeaders, text: () => text, end: () => end, close: () => sent.destroy() };
}
