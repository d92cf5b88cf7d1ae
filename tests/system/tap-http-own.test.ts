/** What a tap over HTTP sends to the server in a client's place, and what comes of that. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { headerOf } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { eventually } from '../relay/support/page.ts';
import { Commander, told } from './support/armed.ts';
import { CHANGED, only, post, reading, rulesFile, serving, tapped } from './support/http-tap.ts';
import { recordingsUnder } from './support/tapped.ts';

const ask = (id: number, method: string): string => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;

interface Posted {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that keeps what is posted, answers it so, and speaks on a stream. */
async function speaking(
  answer: (response: ServerResponse, body: string) => void,
  opens: (request: IncomingMessage) => string = () => ': open\n\n',
): Promise<{
  readonly url: string;
  readonly posted: Posted[];
  readonly say: (text: string) => void;
  readonly write: (text: string) => void;
}> {
  const posted: Posted[] = [];
  let stream: ServerResponse | undefined;
  const url = await serving((request, response) => {
    if (request.method === 'GET') {
      stream = response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      return void response.write(opens(request));
    }
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      posted.push({ path: request.url ?? '', headers: request.headers, body });
      answer(response, body);
    });
  });
  const write = (text: string): void => void stream?.write(text);
  return { url, posted, write, say: (text) => write(`data: ${text}\n\n`) };
}

const accepts = (response: ServerResponse): void => void response.writeHead(202).end();

test('a response in the client’s place reaches the server as the client would send it', async () => {
  const { url, posted, say } = await speaking(accepts);
  const rules = rulesFile(
    ['method:sampling/*', { do: 'answer', result: { role: 'assistant' } }],
    ['method:elicitation/*', { do: 'fail', code: -7, message: 'no' }],
  );
  const tap = await tapped(`${url}/mcp?key=1`, '--rules', rules);
  const old = { 'mcp-session-id': 's1', authorization: 'Bearer old-secret' };
  const latest = { ...old, authorization: 'Bearer new-secret', 'mcp-protocol-version': '2025-11-25', 'x-own': 'kept' };
  const stream = await reading(tap.url, undefined, { ...old, accept: 'text/event-stream' });
  say(ask(1, 'sampling/createMessage'));
  await eventually(() => posted.length === 1);
  expect(posted[0]).toMatchObject({
    path: '/mcp?key=1',
    headers: {
      authorization: 'Bearer old-secret',
      'mcp-session-id': 's1',
      accept: 'application/json, text/event-stream',
    },
    body: '{"jsonrpc":"2.0","id":1,"result":{"role":"assistant"}}',
  });
  await post(tap.url, CHANGED, latest);
  say(ask(2, 'elicitation/create'));
  await eventually(() => posted.length === 3);
  expect(posted[2]).toMatchObject({
    path: '/mcp?key=1',
    headers: { ...latest, 'content-type': 'application/json', 'content-length': '59' },
    body: '{"jsonrpc":"2.0","id":2,"error":{"code":-7,"message":"no"}}',
  });
  const person = await Commander.of(tap);
  const recording = only(recordingsUnder(tap.home)).header.id;
  await person.hold('method:ping');
  say(ask(3, 'ping'));
  const at = await person.held();
  const text = '{"jsonrpc":"2.0","id":3,"result":{"by":"hand"}}';
  expect(await person.tell({ type: 'verdict', at, verdict: { do: 'answer', text } }, recording)).toEqual({});
  await eventually(() => posted.length === 4);
  expect([posted[3]?.body, posted[3]?.headers['x-own']]).toEqual([text, 'kept']);
  // Another client is nobody whose place this could be.
  await post(tap.url, CHANGED, { 'mcp-session-id': 'other', authorization: 'Bearer other-secret' });
  say(ask(4, 'sampling/createMessage'));
  await eventually(() => posted.length === 6);
  expect(posted[5]?.headers).toMatchObject(latest);
  say(ask(5, 'roots/list'));
  await eventually(() => stream.text().includes('roots/list'));
  expect(stream.text()).not.toMatch(/sampling|elicitation|ping/);
  const [s1] = (await tap.recorded()).filter(({ events }) => JSON.stringify(events).includes('"s1"'));
  const events = s1?.events ?? [];
  const all = told(events);
  for (const [id, act, said] of [
    [1, 'answer', '"result":{"role":"assistant"}'],
    [2, 'fail', '"error":{"code":-7,"message":"no"}'],
    [3, 'answer', '"result":{"by":"hand"}'],
  ] as const) {
    const asked = all.find((each) => each.includes(`s2c server {"jsonrpc":"2.0","id":${id}`))?.split(' ')[0];
    expect(all).toContainEqual(expect.stringMatching(new RegExp(`^${act} ${asked} `)));
    expect(all).toContainEqual(expect.stringContaining(`c2s server by tap {"jsonrpc":"2.0","id":${id},${said}`));
  }
  const log = new SessionLog();
  for (const event of events) log.append(event);
  const outcomes = log.operations.filter(({ dir }) => dir === 's2c').map(({ outcome }) => outcome);
  expect(outcomes.slice(0, 3)).toEqual(['tap-answered', 'tap-answered', 'tap-answered']);
  expect(JSON.stringify(events)).not.toContain('secret');
});

test('a request of one’s own goes to the server as the client’s would, and its response comes no further', async () => {
  const { url, posted } = await speaking((response, body) => {
    const { id, method } = JSON.parse(body) as { readonly id?: string; readonly method: string };
    if (id === undefined) return accepts(response);
    const result = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"asked":"${method}"}}`;
    if (method === 'ping') response.writeHead(200, { 'Content-Type': 'application/json' }).end(result);
    else
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(`data: ${CHANGED}\n\ndata: ${result}\n\n`);
  });
  const tap = await tapped(`${url}/mcp`);
  const headers = { 'mcp-session-id': 's1', 'mcp-method': 'tools/call', 'mcp-name': 'x', 'mcp-param-a': '1' };
  await post(tap.url, ask(1, 'ping'), headers);
  const person = await Commander.of(tap);
  const recording = only(recordingsUnder(tap.home)).header.id;
  const inject = (text: string): Promise<unknown> => person.tell({ type: 'inject', to: 'server', text }, recording);
  expect(await inject(ask(1, 'ping'))).toEqual({});
  expect(await inject(ask(1, 'tools/list'))).toEqual({});
  expect(await inject(CHANGED)).toEqual({});
  expect(await inject('[]')).toMatchObject({ refused: /batch/ });
  expect(await person.tell({ type: 'inject', to: 'server', text: ask(1, 'ping') }, 'unknown')).toMatchObject({
    refused: /has sent nothing/,
  });
  await eventually(
    () => told(only(recordingsUnder(tap.home)).events).filter((each) => each.includes('s2c server')).length === 3,
  );
  // The notification has no response to wait for.
  await eventually(() => posted.length === 4);
  expect(
    posted
      .slice(1)
      .map(({ body }) => body)
      .sort(),
  ).toEqual([
    '{"jsonrpc":"2.0","id":"lifeline-tap-1","method":"ping"}',
    '{"jsonrpc":"2.0","id":"lifeline-tap-2","method":"tools/list"}',
    CHANGED,
  ]);
  const { headers: sent } = posted.find(({ body }) => body.includes('tools/list')) ?? {};
  expect(sent).toMatchObject({ 'mcp-session-id': 's1', 'mcp-method': 'tools/list' });
  expect(Object.keys(sent ?? {})).not.toContain('mcp-name');
  expect(Object.keys(sent ?? {})).not.toContain('mcp-param-a');
  const { events } = only(await tap.recorded());
  const all = told(events);
  expect(all.filter((each) => /^inject \d+ user$/.test(each))).toHaveLength(3);
  expect(all.filter((each) => each.includes('c2s server by tap'))).toHaveLength(3);
  expect(all).toContainEqual(expect.stringContaining('s2c server {"jsonrpc":"2.0","id":"lifeline-tap-1","result"'));
  expect(all).toContainEqual(expect.stringContaining('s2c server {"jsonrpc":"2.0","id":"lifeline-tap-2","result"'));
  const requests = events.flatMap((event) => (event.k === 'http' && event.phase === 'request' ? [event] : []));
  expect(requests.map((each) => headerOf(each.headers, 'mcp-session-id'))).toEqual(['s1', 's1', 's1', 's1']);
});

test('over HTTP+SSE the response comes on the client’s stream, and is kept from it', async () => {
  const { url, posted, say, write } = await speaking(accepts, () => 'event: endpoint\n');
  const tap = await tapped(`${url}/sse`);
  const stream = await reading(tap.url, undefined, {});
  // Its address comes in a piece of its own.
  await eventually(() => stream.text().includes('endpoint'));
  write('data: /messages?client=1\n\n');
  await eventually(() => stream.text().includes('client=1\n\n'));
  await post(`${new URL(tap.url).origin}/messages?client=1`, ask(1, 'ping'), {});
  const person = await Commander.of(tap);
  const recording = only(recordingsUnder(tap.home)).header.id;
  expect(await person.tell({ type: 'inject', to: 'server', text: ask(1, 'ping') }, recording)).toEqual({});
  await eventually(() => posted.length === 2);
  expect(posted[1]?.path).toBe('/messages?client=1');
  say('{"jsonrpc":"2.0","id":"lifeline-tap-1","result":{}}');
  say('{"jsonrpc":"2.0","id":1,"result":{}}');
  await eventually(() => stream.text().includes('"id":1,"result"'));
  expect(stream.text()).not.toContain('lifeline-tap');
  const all = told(only(await tap.recorded()).events);
  expect(all).toContainEqual(expect.stringContaining('s2c server {"jsonrpc":"2.0","id":"lifeline-tap-1"'));
});

test('a server that is gone is told as for a client, and keeps nothing from going on', async () => {
  const { url, posted } = await speaking((response) => {
    if (posted.length > 1) response.socket?.destroy();
    else accepts(response);
  });
  const tap = await tapped(`${url}/mcp`);
  await post(tap.url, CHANGED);
  const person = await Commander.of(tap);
  const recording = only(recordingsUnder(tap.home)).header.id;
  expect(await person.tell({ type: 'inject', to: 'server', text: ask(1, 'ping') }, recording)).toEqual({});
  await eventually(() =>
    only(recordingsUnder(tap.home)).events.some((event) => event.k === 'http' && event.by === 'network'),
  );
  expect(posted).toHaveLength(2);
});
