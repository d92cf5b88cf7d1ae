/** A tap over HTTP in this process: a judge that fails, and bodies that it can't read as they are. */
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readRecorded, textOf, type WireEvent } from '#shared/recording';
import type { TapOrders } from '#shared/tap';
import { Copies } from '../../relay/tap/stdio/copies.ts';
import { ArmedProxy } from '../../relay/tap/http/armed.ts';
import type { From, HttpCopy, HttpHappened } from '../../relay/tap/http/copy.ts';
import { serveTap } from '../../relay/tap/http/serve-tap.ts';
import { TappedExchanges } from '../../relay/tap/http/tapped-exchanges.ts';
import { Target } from '../../relay/tap/http/target.ts';
import { newSeen } from '../../relay/tap/stdio/copy.ts';
import { temporaryFolder } from './support/relay.ts';

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const PONG = '{"jsonrpc":"2.0","id":1,"result":{}}';

interface Tap {
  readonly url: string;
  readonly armed: ArmedProxy;
  /** Ends the tap; gives the events of its recording. */
  readonly events: () => Promise<readonly WireEvent[]>;
}

async function tapped(handler: RequestListener, orders: TapOrders): Promise<Tap> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const out = temporaryFolder();
  const seen = newSeen();
  const began = process.hrtime.bigint();
  const now = (): number => Number((process.hrtime.bigint() - began) / 1000n);
  const exchanges = new TappedExchanges(
    { seen, before: 0, began, startedAt: new Date().toISOString(), to, out, spool: join(out, '.taps', 'one') },
    now,
  );
  const copies = new Copies<From, HttpHappened>({ postMessage: (copy: HttpCopy) => exchanges.take(copy) }, seen, now);
  const target = new Target(to, {});
  const armed = new ArmedProxy(target, copies, orders);
  const tap = await serveTap(0, armed, []);
  onTestFinished(() => tap?.close());
  const events = async (): Promise<readonly WireEvent[]> => {
    await exchanges.end();
    const [name = ''] = readdirSync(out);
    return readRecorded(readFileSync(join(out, name), 'utf8')).recorded?.events ?? [];
  };
  return { url: `http://127.0.0.1:${tap?.port}/mcp`, armed, events };
}

/** What comes of a request, as it came. */
async function sent(
  url: string,
  body: string | Buffer,
  headers: { readonly [name: string]: string } = {},
): Promise<{ readonly body: Buffer; readonly headers: readonly string[] }> {
  const request = httpRequest(url, {
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), ...headers },
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return { body: Buffer.concat(pieces), headers: response.rawHeaders };
}
const post = async (url: string): Promise<string> => (await sent(url, PING)).body.toString();

const answers: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(PONG);
};

test('a judge that fails says so, and what waits goes on, and everything after it', async () => {
  const { url, armed, events } = await tapped(answers, {
    breakpoints: [{ when: 'method:ping dir:c2s' }],
    rules: [],
    limit: 60_000,
  });
  const waits = post(url);
  await expect.poll(() => armed.judge.waits('c2s')).toBe(true);
  armed.judge.judge = () => {
    throw new Error('a mistake');
  };
  expect([await post(url), await waits, await post(url)]).toEqual([PONG, PONG, PONG]);
  const failed = (await events()).filter((event) => event.k === 'connection' && event.event === 'problem');
  expect(failed).toMatchObject([{ reason: 'tap-failed', detail: 'a mistake' }]);
});

const NOTHING: TapOrders = { breakpoints: [], rules: [], limit: 0 };
const rule = (when: string, pointer: string): TapOrders => ({
  breakpoints: [],
  rules: [{ name: 'new', when, act: { do: 'edit', set: [{ pointer, value: 'changed at the tap' }] } }],
  limit: 0,
});

const CODINGS = [
  ['gzip', gzipSync, gunzipSync],
  ['x-gzip', gzipSync, gunzipSync],
  ['deflate', deflateSync, inflateSync],
  ['br', brotliCompressSync, brotliDecompressSync],
] as const;

test.each(CODINGS)(
  '%s: what a rule fits is changed and compressed again, all else is as it came',
  async (coding, pack, unpack) => {
    const hot = (text: string): string => text.replace('1', '"hot"');
    const asked: Buffer[] = [];
    const { url, events } = await tapped(
      (request, response) => {
        const pieces: Buffer[] = [];
        request.on('data', (piece: Buffer) => pieces.push(piece));
        request.on('end', () => {
          const body = Buffer.concat(pieces);
          asked.push(body);
          const packed = pack(unpack(body).includes('hot') ? hot(PONG) : PONG);
          const head = ['Content-Type', 'application/json', 'Content-Encoding', coding];
          response.writeHead(200, [...head, 'Content-Length', String(packed.length)]).end(packed);
        });
      },
      rule('hot', '/x'),
    );
    const plain = await sent(url, pack(PING), { 'Content-Encoding': coding });
    const changed = await sent(url, pack(hot(PING)), { 'Content-Encoding': coding });
    const withX = (text: string): string => hot(text).replace(/\}$/, ',"x": "changed at the tap"}');
    expect([asked[0], plain.body]).toEqual([pack(PING), pack(PONG)]);
    expect([asked[1] ?? '', changed.body].map((body) => unpack(body).toString())).toEqual([withX(PING), withX(PONG)]);
    expect(changed.headers).toEqual(expect.arrayContaining(['Content-Encoding', coding]));
    const went = (await events()).flatMap((event) => (event.k === 'message' && event.by === 'tap' ? [event.raw] : []));
    expect(went).toEqual([withX(PING), withX(PONG)]);
  },
);

test('what can’t be judged goes on as it is, and says so', async () => {
  const long = `{"jsonrpc":"2.0","id":1,"result":"${'x'.repeat(17 * 1024 * 1024)}"}`;
  const packed = gzipSync(`data: ${PONG}\n\n`);
  const { url, events } = await tapped(
    (request, response) => {
      request.resume();
      request.on('end', () => {
        const [, what = ''] = /\?(.*)/.exec(request.url ?? '') ?? [];
        if (what === 'events')
          return void response
            .writeHead(200, { 'Content-Type': 'text/event-stream' })
            .end(`data: ${long}\n\ndata: ${PONG}\n\n`);
        if (what === 'packed')
          return void response
            .writeHead(200, { 'Content-Type': 'text/event-stream', 'Content-Encoding': 'gzip' })
            .end(packed);
        if (what === 'odd')
          return void response
            .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'compress' })
            .end(PONG);
        if (what === 'bomb')
          return void response
            .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
            .end(gzipSync(long));
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(what === 'long' ? long : PONG);
      });
    },
    rule('method:never', '/x'),
  );
  expect((await sent(`${url}?short`, long)).body.toString()).toBe(PONG);
  expect((await sent(`${url}?long`, PING)).body.toString()).toBe(long);
  expect((await sent(`${url}?events`, PING)).body.toString()).toBe(`data: ${long}\n\ndata: ${PONG}\n\n`);
  expect((await sent(`${url}?packed`, PING)).body).toEqual(packed);
  expect((await sent(`${url}?odd`, PING)).body.toString()).toBe(PONG);
  expect((await sent(`${url}?bomb`, PING)).body).toEqual(gzipSync(long));
  expect(
    (await sent(`${url}?short`, gzipSync(PING).subarray(0, 20), { 'Content-Encoding': 'gzip' })).body.toString(),
  ).toBe(PONG);
  const all = await events();
  const spared = all.flatMap((event) => (event.k === 'tap' && event.act === 'spared' ? [event] : []));
  const about = spared.map(({ at = -1, why }) => [all[at], why] as const);
  expect(about.map(([event, why]) => event?.k === 'message' && `${event.x} ${event.dir} ${why}`).sort()).toEqual([
    'x1 c2s size',
    'x2 s2c size',
    'x3 s2c size',
    'x4 s2c encoding',
    'x5 s2c encoding',
    'x6 s2c size',
    'x7 c2s encoding',
  ]);
});

test('a request for no path, such as OPTIONS *, passes as it came and is recorded', async () => {
  const asked: (string | undefined)[] = [];
  const { url, events } = await tapped((request, response) => {
    asked.push(request.url);
    answers(request, response);
  }, NOTHING);
  const { hostname, port } = new URL(url);
  const request = httpRequest({ hostname, port, method: 'OPTIONS', path: '*', agent: false }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  await post(url);
  expect(asked).toEqual(['*', '/mcp']);
  const to = (await events()).flatMap((event) => (event.k === 'http' && event.url !== undefined ? [event.url] : []));
  expect(to.map((each) => new URL(each).pathname)).toEqual(['/*', '/mcp']);
});

test('an exchange that can’t be recorded says so, and costs no other', () => {
  const seen = newSeen();
  const out = temporaryFolder();
  const spool = join(out, '.taps', 'one');
  const start = {
    seen,
    before: 0,
    began: 0n,
    startedAt: new Date().toISOString(),
    to: 'http://127.0.0.1:1/mcp',
    out,
    spool,
  };
  const exchanges = new TappedExchanges(start, () => 0);
  const passes = (x: number, url: string): void => {
    const request = { is: 'request', x, method: 'POST', url, headers: [], via: {}, client: 1 } as const;
    exchanges.take({ is: 'happened', t: x, body: request });
    exchanges.take({ is: 'bytes', t: x, from: { x, dir: 'c2s' }, bytes: Buffer.from(PING) });
    exchanges.take({ is: 'happened', t: x, body: { is: 'sent', x } });
    exchanges.take({ is: 'happened', t: x, body: { is: 'end', x, by: 'server' } });
  };
  passes(1, 'http://127.0.0.1:1/mcp');
  passes(2, 'no address');
  passes(3, 'http://127.0.0.1:1/mcp');
  exchanges.sessions.finish(4);
  const [name = ''] = readdirSync(out);
  const events = readRecorded(readFileSync(join(out, name), 'utf8')).recorded?.events ?? [];
  const told = events.flatMap((event) =>
    event.k === 'message' ? [event.x] : event.k === 'connection' && event.event === 'problem' ? [event.reason] : [],
  );
  expect(told).toEqual(['x1', 'recorder-failed', 'x3']);
});

test('of a download that is too long to be kept, who goes on for a killed tap says what is not recorded', async () => {
  const seen = newSeen();
  const out = temporaryFolder();
  const spool = join(out, '.taps', 'one');
  const start = {
    seen,
    before: 0,
    began: 0n,
    startedAt: new Date().toISOString(),
    to: 'http://127.0.0.1:1/mcp',
    out,
    spool,
  };
  const killed = new TappedExchanges(start, () => 0);
  const happened = (body: HttpHappened): HttpCopy => ({ is: 'happened', t: 1, body });
  const piece: HttpCopy = { is: 'bytes', t: 1, from: { x: 1, dir: 's2c' }, bytes: Buffer.alloc(1024 * 1024, 'x') };
  const url = 'http://127.0.0.1:1/mcp';
  killed.take(happened({ is: 'request', x: 1, method: 'GET', url, headers: [], via: {}, client: 1 }));
  killed.take(happened({ is: 'sent', x: 1 }));
  killed.take(happened({ is: 'response', x: 1, status: 200, headers: [['Content-Type', 'text/plain']] }));
  for (let count = 0; count < 70; count++) killed.take(piece);
  killed.write();
  const { state } = killed;
  expect(JSON.stringify(state).length).toBeLessThan(10_000);
  const next = new TappedExchanges(start, () => 1, { resumes: JSON.parse(JSON.stringify(state)) as typeof state });
  next.take(piece);
  next.take(happened({ is: 'end', x: 1, by: 'server' }));
  next.take({ is: 'over', t: 2, reason: 'tap-killed' });
  await next.end();
  const [name = '', ...others] = readdirSync(out).filter((each) => each.endsWith('.mcprec'));
  expect(others).toEqual([]);
  const { events, footer } = readRecorded(readFileSync(join(out, name), 'utf8')).recorded ?? {};
  const told = events?.flatMap((event) =>
    event.k === 'connection' ? [] : [event.k === 'http' ? event.phase : event.k === 'gap' ? event : event.k],
  );
  expect(told).toEqual([
    ...['request', 'response'],
    expect.objectContaining({ bytes: 70 * 1024 * 1024, why: 'could not be recorded' }),
    ...['message', 'end'],
  ]);
  expect(footer?.reason).toBe('tap-killed');
});

test('a JSON response that the server resets midway breaks off for the client, too', async () => {
  const { url, events } = await tapped(
    (request, response) => {
      request.resume();
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{"half":', () => void setTimeout(() => response.socket?.resetAndDestroy(), 20));
    },
    rule('method:never', '/x'),
  );
  const request = httpRequest(url, { method: 'POST', agent: false, headers: { 'Content-Type': 'application/json' } });
  request.end(PING);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  await expect(once(response.resume(), 'end')).rejects.toThrow('aborted');
  expect((await events()).filter((event) => event.k === 'http' && event.phase !== 'request')).toMatchObject([
    { phase: 'response', status: 200 },
    { phase: 'end', by: 'network' },
  ]);
});

describe('a response to the tap itself', () => {
  /** What is recorded of a response to the tap's own request, once the server has written it; and the judge afterwards. */
  async function own(answer: RequestListener): Promise<{ readonly armed: ArmedProxy; readonly events: Tap['events'] }> {
    let isOwn = false;
    const { url, armed, events } = await tapped(
      (request, response) => (isOwn ? answer : answers)(request, response),
      NOTHING,
    );
    await post(url);
    isOwn = true;
    const command = { type: 'inject', to: 'server', text: PING } as const;
    armed.take({ is: 'command', controllerId: 1, command, x: 1 });
    expect(armed.judge.isArmed).toBe(true);
    return { armed, events };
  }
  const begin = (response: ServerResponse): ServerResponse =>
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const texts = (events: readonly WireEvent[]): (readonly [leg: string | undefined, length: number])[] =>
    events.flatMap((event) =>
      event.k === 'message' && event.dir === 's2c' && event.x === 'x2'
        ? [[event.leg, textOf(event).length] as const]
        : [],
    );

  test('is recorded as it comes where an event is too long to be kept', async () => {
    const long = 'x'.repeat(17 * 1024 * 1024);
    const pong = PONG.replace('1', '"lifeline-tap-1"');
    const { armed, events } = await own((request, response) => {
      request.resume();
      begin(response).write(`data: ${long}`, () => response.write(`${long}\n\ndata: ${pong}\n\n`));
    });
    await expect.poll(() => armed.judge.isArmed).toBe(false);
    expect(texts(await events())).toEqual([
      [undefined, 2 * long.length],
      ['server', pong.length],
    ]);
  });

  test('is recorded where it ends in the middle of an event', async () => {
    const { armed, events } = await own((request, response) => {
      request.resume();
      begin(response).end('data: {"half":');
    });
    const happened = vi.spyOn(armed.copies, 'happened');
    await expect.poll(() => happened.mock.calls).toContainEqual([{ x: 2, is: 'end', by: 'server' }]);
    expect(JSON.stringify(await events())).toContain('half');
  });

  test.each([
    ['is refused', (_request, response) => void response.writeHead(404).end(), false],
    ['breaks off', (request) => void request.socket.destroy(), false],
    ['is still to come', (_request, response) => void response.writeHead(202).end(), true],
  ] as const satisfies readonly (readonly [string, RequestListener, boolean])[])(
    'that %s is waited for no longer, or is',
    async (_name, answer, waits) => {
      let isAnswered = false;
      const { armed } = await own((request, response) => {
        request.resume();
        response.on('close', () => (isAnswered = true));
        answer(request, response);
      });
      await expect.poll(() => isAnswered).toBe(true);
      await expect.poll(() => armed.judge.isArmed).toBe(waits);
    },
  );
});
