/** Servers that make a client repeat itself without end: over HTTP through the relay, real requests and the real clock. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { DEFAULT_POLICY } from '#shared/driver';
import { isObject } from '#shared/jsonrpc';
import type { WireEvent } from '#shared/recording';
import { eventually, HANDSHAKE } from '../relay/support/page.ts';
import { bodyOf, serve } from '../relay/support/serve.ts';
import { http, Session } from './support/session.ts';

interface Asked {
  readonly id?: unknown;
  readonly method?: string;
}

/** A server of 2025-11-25 that offers `capabilities`; `more` answers what is no part of the opening, GET included. */
function serving(
  capabilities: object,
  more: (asked: Asked, request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  return serve(async (request, response) => {
    const text = await bodyOf(request);
    const message: unknown = text === '' ? {} : JSON.parse(text);
    const asked: Asked = isObject(message) ? message : {};
    if (asked.method === 'initialize')
      answer(response, asked, { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 's', version: '1' } });
    else if (asked.method !== undefined && asked.id === undefined) response.writeHead(202).end();
    else more(asked, request, response);
  });
}

function answer(response: ServerResponse, { id }: Asked, result: object): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Mcp-Session-Id': 'one' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

/** When, in milliseconds, each event came that `is` what is counted. */
const times = (session: Session, is: (event: WireEvent) => boolean): number[] =>
  session.events.flatMap((event) => (is(event) ? [event.t / 1000] : []));
const gaps = (all: readonly number[]): number[] => all.slice(1).map((t, at) => t - (all[at] ?? 0));
const slowed = (reason: string) => (event: WireEvent) =>
  event.k === 'connection' && event.event === 'slowed' && event.reason === reason;

/** Wait for the brake and for what comes after it; gives the pauses from the last free repetition on, in milliseconds. */
async function pauses(
  session: Session,
  reason: string,
  is: (event: WireEvent) => boolean,
  after: number,
): Promise<number[]> {
  const brake = await eventually(() => session.events.find(slowed(reason)));
  const later = (): number[] => times(session, (event) => event.s > brake.s && is(event));
  await eventually(() => later().length >= after);
  expect(session.events.filter(slowed(reason))).toHaveLength(1);
  const found = gaps([brake.t / 1000, ...later().slice(0, after)]);
  await session.end();
  return found;
}

/** A timer may fire a little before its time. */
const EARLY = 2;

test('a list that changes whenever it is read is read ever more rarely', async () => {
  let stream: ServerResponse | undefined;
  const changed = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';
  const url = await serving({ tools: { listChanged: true } }, (asked, request, response) => {
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    if (request.method === 'GET') {
      stream = response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      return void stream.write(`data: ${changed}\n\n`);
    }
    stream?.write(`data: ${changed}\n\n`.repeat(20));
    answer(response, asked, { tools: [] });
  });
  const session = await Session.open(http(url), { policy: { ...DEFAULT_POLICY, revision: HANDSHAKE.revision } });
  const isList = (event: WireEvent): boolean =>
    event.k === 'message' && event.dir === 'c2s' && event.raw?.includes('"tools/list"') === true;
  const found = await pauses(session, 'list-changed', isList, 3);
  for (const [at, least] of [0, 500, 1000].entries()) expect(found[at]).toBeGreaterThanOrEqual(least - EARLY);
});

test('a stream that asks to be opened again without a pause is opened ever more rarely', async () => {
  const url = await serving({}, (_asked, request, response) => {
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('id: 1\nretry: 0\ndata:\n\n');
  });
  const session = await Session.open(http(url), { policy: { ...DEFAULT_POLICY, revision: HANDSHAKE.revision } });
  const isGet = (event: WireEvent): boolean =>
    event.k === 'http' && event.phase === 'request' && event.method === 'GET';
  const found = await pauses(session, 'stream-retry', isGet, 3);
  for (const [at, least] of [400, 800, 1600].entries()) expect(found[at]).toBeGreaterThanOrEqual(least - EARLY);
});

test('a session that is forgotten as soon as it began is begun anew ever more rarely', async () => {
  const url = await serving({ tools: {}, prompts: {} }, (asked, request, response) => {
    if (asked.method === 'tools/list') answer(response, asked, { tools: [] });
    else response.writeHead(request.method === 'GET' ? 405 : 404).end();
  });
  const session = await Session.open(http(url), { policy: { ...DEFAULT_POLICY, revision: HANDSHAKE.revision } });
  const isRestart = (event: WireEvent): boolean => event.k === 'connection' && event.event === 'restarted';
  const found = await pauses(session, 'restarts', isRestart, 2);
  expect(found[1]).toBeGreaterThanOrEqual(2000 - EARLY);
});
