/** Whole sessions with hosted services, through the relay and without it: what the server got, and what is in the log. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Policy } from '#shared/driver';
import type { HttpBody, WireEvent } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { startHttpService, startHttpSse, type RunningServer, type StartOptions } from '../fixtures/start.ts';
import { eventually, HANDSHAKE } from '../relay/support/page.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { resultText, textResult } from './support/answers.mjs';
import { openDirect, type Hosted } from './support/direct.ts';
import { http, Session } from './support/session.ts';
import { answerTo, callText, INITIALIZED, initializeText, LIST } from './support/story.ts';
import { expectWhole } from './support/whole.ts';

/** One request as the fixture saw it. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string | undefined };
  readonly body: string;
}

interface Service extends Hosted {
  readonly seen: () => Seen[];
}

async function viaRelay(url: string, policy: Partial<Policy>): Promise<Hosted> {
  const session = await Session.open(http(url), { policy });
  return {
    get log() {
      return session.log;
    },
    send: (text) => session.send(text),
    cancel: (op) => session.page.send({ type: 'cancel', session: session.id, op, reason: 'test' }),
    setPolicy: (next) => session.setPolicy(next),
    end: async () => {
      await session.end();
      expectWhole(session);
    },
  };
}

const ROUTES = [
  ['through the relay', viaRelay],
  ['directly', async (url: string, policy: Partial<Policy>) => openDirect(url, policy)],
] as const;

/** Start a service and open a session to it; resolves when discovery is over. */
async function open(
  start: (options: StartOptions) => Promise<RunningServer>,
  route: (typeof ROUTES)[number][1],
  policy: Partial<Policy> = {},
): Promise<Service> {
  const file = join(temporaryFolder(), 'requests');
  const server = await start({ env: { LOG: file } });
  onTestFinished(() => server.close());
  const session = await route(server.url, policy);
  await eventually(() => session.log.state.lists.tools.complete);
  const seen = (): Seen[] =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Seen);
  return {
    get log() {
      return session.log;
    },
    send: (text) => session.send(text),
    cancel: (op) => session.cancel(op),
    setPolicy: (next) => session.setPolicy(next),
    end: () => session.end(),
    seen,
  };
}

/** Status of the exchange whose request carried this text. */
function statusOf(log: SessionLog, text: string): number | undefined {
  const sent = [...log.events].find((event) => event.k === 'message' && event.dir === 'c2s' && event.raw === text);
  const x = sent?.k === 'message' ? sent.x : undefined;
  return [...log.events].find((event): event is HttpBody & WireEvent => isPhase(event, 'response') && event.x === x)
    ?.status;
}

const isPhase = (event: WireEvent, phase: HttpBody['phase']): event is HttpBody & WireEvent =>
  event.k === 'http' && event.phase === phase;
const received = (log: SessionLog): string[] =>
  [...log.events].flatMap((event) => (event.k === 'message' && event.dir === 's2c' ? [event.raw ?? ''] : []));
const answered = (service: Service, text: string): Promise<unknown> =>
  eventually(() => received(service.log).includes(text));

/** What every request to a service must carry, and the order of what has one. */
function expectRequests(seen: readonly Seen[], log: SessionLog, revision: string): void {
  const session = log.state.httpSession;
  expect(session).toMatch(/^[\da-f-]{36}$/);
  expect(seen[0]?.body).toBe(initializeText(revision));
  for (const [index, { method, url, headers }] of seen.entries()) {
    expect(url).toBe('/mcp?api_key=secret');
    expect(headers['mcp-session-id']).toBe(index === 0 ? undefined : session);
    expect(headers['mcp-protocol-version']).toBe(index === 0 || revision < '2025-06-18' ? undefined : revision);
    if (method === 'POST') {
      expect(headers['content-type']).toBe('application/json');
      expect(headers['accept']).toBe('application/json, text/event-stream');
    }
    if (method === 'GET') expect(headers['accept']).toBe('text/event-stream');
  }
  expect(seen.at(-1)).toMatchObject({ method: 'DELETE', body: '' });
  // What the log says was sent is what was received.
  const sent = [...log.events].flatMap((event) => (event.k === 'message' && event.dir === 'c2s' ? [event.raw] : []));
  expect(
    seen
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => body)
      .sort(),
  ).toEqual(sent.sort());
  expect([...log.events].filter((event) => isPhase(event, 'request'))).toHaveLength(seen.length);
  expect([...log.events].filter((event) => isPhase(event, 'end'))).toHaveLength(seen.length);
}

describe.each(ROUTES)('%s', (_route, route) => {
  test.each(['2025-11-25', '2025-03-26'])('a service with JSON answers, revision %s', async (revision) => {
    const service = await open(startHttpService, route, { revision });
    const call = callText('echo', { text: 'hé 😀' });
    service.send(call);
    await answered(service, answerTo(call));
    await eventually(() => statusOf(service.log, INITIALIZED));
    await service.end();
    const { log } = service;
    expect(received(log)).toEqual([initializeText(revision), LIST, call].map((text) => answerTo(text)));
    expect(statusOf(log, INITIALIZED)).toBe(202);
    expect(log.operations.map(({ method, outcome }) => [method, outcome])).toEqual([
      ['initialize', 'result'],
      ['tools/list', 'result'],
      ['tools/call', 'result'],
    ]);
    expect(log.state).toMatchObject({ revision, phase: 'shutdown', closedBy: 'closed-by-user' });
    expect(log.state.lists.tools.items.length).toBeGreaterThan(3);
    expect(log.faulty).toEqual([]);
    const seen = service.seen();
    expect(seen.map(({ method }) => method).sort()).toEqual(['DELETE', 'GET', 'POST', 'POST', 'POST', 'POST']);
    expectRequests(seen, log, revision);
    const statuses = [...log.events].flatMap((event) => (isPhase(event, 'response') ? [event.status] : []));
    // No GET stream (405), and the DELETE is answered.
    expect(statuses.sort()).toEqual([200, 200, 200, 202, 204, 405]);
  });

  test('a service with SSE answers and a stream of its own', async () => {
    const service = await open(startHttpSse, route);
    const stream = (): string | undefined =>
      [...service.log.events].find(
        (event): event is HttpBody & WireEvent => isPhase(event, 'request') && event.method === 'GET',
      )?.x;
    // The stream is open when its first comment has come.
    await eventually(() => [...service.log.events].some((event) => event.k === 'sse' && event.x === stream()));
    const notify = callText('notify', { text: 'on the stream' });
    service.send(notify);
    await answered(service, resultText(3, textResult('1')));
    const announced = await eventually(() =>
      [...service.log.events].find(
        (event) => event.k === 'message' && (event.raw ?? '').includes('on the stream') && event.dir === 's2c',
      ),
    );
    expect(announced).toMatchObject({ x: stream(), sse: { event: 'message', id: expect.stringMatching(/^s\d+-1$/) } });
    const call = `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"echo","arguments":{"text":"a"},"_meta":{"progressToken":"p"}}}`;
    service.send(call);
    await answered(service, answerTo(call));
    await service.end();
    const { log } = service;
    expect(log.faulty).toEqual([]);
    const operation = log.operations.at(-1);
    expect(operation).toMatchObject({ method: 'tools/call', key: 'n:4', outcome: 'result' });
    // Request, progress and answer are one operation, on one exchange.
    const events = operation?.events.map((s) => log.event(s)) ?? [];
    expect(events).toHaveLength(3);
    expect(new Set(events.map((event) => (event?.k === 'message' ? event.x : undefined))).size).toBe(1);
    // Every stream opens with a comment and an event that only primes it.
    const blocks = [...log.events].flatMap((event) => (event.k === 'sse' && event.x === operation?.x ? [event] : []));
    expect(blocks).toMatchObject([{ text: expect.stringMatching(/^: stream s\d+\n$/) }, { retry: 1500 }]);
    const ends = [...log.events].filter((event) => isPhase(event, 'end'));
    // After the DELETE both sides end the stream of its own; either may be first.
    expect(ends.filter((event) => event.x !== stream() && event.by !== 'server')).toEqual([]);
    expectRequests(service.seen(), log, '2025-11-25');
  });

  test.each([
    ['by policy', { sampling: { mode: 'auto', answer: '{"model": "m"}' } }, 'auto'],
    ['by hand', {}, 'user'],
  ] as const)('a request of the server is answered %s', async (_how, policy: Partial<Policy>, by) => {
    const service = await open(startHttpSse, route, { ...HANDSHAKE, ...policy });
    const call = callText('ask', { method: 'sampling/createMessage' });
    service.send(call);
    const asked = await eventually(() => service.log.operations.find(({ dir }) => dir === 's2c'));
    expect(asked).toMatchObject({ method: 'sampling/createMessage', key: 's:ask-1' });
    const answer = '{"jsonrpc":"2.0","id":"ask-1","result":{"model": "m"}}';
    if (by === 'user') {
      expect(asked.outcome).toBeUndefined();
      service.send(answer);
    }
    await answered(service, resultText(3, textResult(answer)));
    await eventually(() => statusOf(service.log, answer));
    await service.end();
    const { log } = service;
    expect(statusOf(log, answer)).toBe(202);
    const sent = [...log.events].find((event) => event.k === 'message' && event.raw === answer);
    expect(sent).toMatchObject({ dir: 'c2s', by });
    const [outer, inner] = log.operations.slice(-2);
    expect(inner).toMatchObject({ dir: 's2c', outcome: 'result', parent: outer?.index, x: outer?.x });
    expect(outer).toMatchObject({ method: 'tools/call', outcome: 'result' });
    expect(log.faulty).toEqual([]);
    expectRequests(service.seen(), log, '2025-11-25');
  });
});
