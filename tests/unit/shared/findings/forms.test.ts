/** Other forms of broken rules than those of the examples: streams without their head, sessions brought along, orders without a refusal. */
import { expect, test } from 'vitest';
import type { AuthorizationStep, EventBody } from '#shared/recording';
import {
  answer,
  end,
  head,
  posted,
  priming,
  shakenOverHttp,
  streamed,
  usual,
} from '../../../../shared/findings/examples/http-script.ts';
import { client, notification, request, result, server } from '../../../../shared/findings/examples/messages.ts';
import { after, CLOSED, afterHandshake } from '../../../../shared/findings/examples/script.ts';
import { findingsOf } from './run.ts';

const REVISION = '2025-11-25';
const SITE = 'https://mcp.example';
const given = shakenOverHttp(REVISION, { server: { tools: { listChanged: true } } });
const changed = notification('notifications/tools/list_changed');
const broken = (bodies: readonly EventBody[]): readonly string[] => findingsOf(bodies).map(({ rule }) => rule);
const list = request(4, 'tools/list');
const tools = result(4, { tools: [] });

test('a stream whose head is not there has to bring its response and to end with it, too', () => {
  const opened = [...given, priming('x1', 'p1')];
  expect(broken([...opened, end('x1')])).toContain('http-sse-retry-hint');
  expect(broken([...given, priming('x1', 'p1', 500), end('x1')])).not.toContain('http-sse-retry-hint');
  const older = shakenOverHttp('2025-06-18', { server: { tools: {} } });
  const event = streamed('x1', notification('notifications/message', { level: 'info', data: 1 }));
  expect(broken([...older, event, end('x1')])).toContain('http-sse-response-missing');
  expect(broken([...older, event, streamed('x1', tools), end('x1')])).not.toContain('http-sse-response-missing');
  expect(broken([...older, event, end('x1', 'network')])).not.toContain('http-sse-response-missing');
  expect(broken([...given, streamed('x1', tools), streamed('x1', changed)])).toContain('http-sse-open-after-response');
  expect(broken([...given, streamed('x1', tools), after(9, end('x1'))])).toContain('http-sse-open-after-response');
  expect(broken([event, end('x1')]).filter((rule) => rule.startsWith('http-sse-'))).toEqual([]);
});

test('a stream of HTTP+SSE is judged without its head', () => {
  const before = afterHandshake('2024-11-05', { server: { tools: { listChanged: true } } });
  expect(broken([...before, streamed('g1', changed, { event: 'mcp' })])).toContain('sse-message-event');
  expect(broken([...before, streamed('g1', changed, { event: 'message' })])).not.toContain('sse-message-event');
});

test('a session that the client brought along is deleted, too', () => {
  const own = { 'mcp-session-id': 'a-session-of-yesterday' };
  const used = [...given, ...posted('x4', list, tools, { headers: usual(REVISION, own) })];
  const gone = [head('d', usual(REVISION, own), { method: 'DELETE' }), answer('d', 204), end('d')];
  expect(broken([...used, CLOSED])).toContain('http-session-delete');
  expect(broken(used)).not.toContain('http-session-delete');
  expect(broken([...used, ...gone, CLOSED])).not.toContain('http-session-delete');
  const refused = posted('x4', list, undefined, { headers: usual(REVISION, own), status: 400 });
  expect(broken([...given, ...refused, CLOSED])).not.toContain('http-session-delete');
});

test('metadata have addresses beside the endpoint', () => {
  const metadata = { method: 'GET', url: `${SITE}/.well-known/oauth-protected-resource` };
  expect(broken([...given, head('w', {}, metadata)])).not.toContain('http-endpoint-single');
  expect(broken([...given, head('w', {}, { method: 'GET', url: `${SITE}/sse` })])).toContain('http-endpoint-single');
});

const step = (x: string, name: AuthorizationStep, url: string, got?: object): readonly EventBody[] => [
  { k: 'http', x, step: name, phase: 'request', method: 'GET', url, headers: [] },
  { k: 'http', x, step: name, phase: 'response', status: got ? 200 : 404, headers: [] },
  ...(got ? [{ k: 'body', x, dir: 's2c', raw: JSON.stringify(got) } as const] : []),
  { k: 'http', x, step: name, phase: 'end', by: 'server' },
];

test('the order of metadata holds before anything was refused', () => {
  const root = step('a1', 'resource-metadata', `${SITE}/.well-known/oauth-protected-resource`);
  const own = step('a2', 'resource-metadata', `${SITE}/.well-known/oauth-protected-resource/mcp`);
  expect(broken([...given, ...root, ...own])).toContain('auth-prm-order');
  expect(broken([...given, ...own, ...root])).not.toContain('auth-prm-order');
  const elsewhere = step('a1', 'resource-metadata', 'https://other.example/.well-known/oauth-protected-resource');
  expect(broken([...given, ...elsewhere])).not.toContain('auth-prm-order');
});

test('an id of a client that was used with one issuer is not used with another', () => {
  const modern = posted('d', request('d', 'ping'), result('d'), { headers: usual('2026-07-28') });
  const at = (issuer: string, x: string, id: string): readonly EventBody[] => [
    ...step(`${x}m`, 'server-metadata', `${issuer}/.well-known/oauth-authorization-server`, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
    }),
    ...step(`${x}c`, 'authorization', `${issuer}/authorize?response_type=code&client_id=${id}`),
  ];
  const [one, other] = ['https://one.example', 'https://other.example'];
  const rules = (...bodies: readonly EventBody[]): readonly string[] => broken([...modern, ...bodies]);
  expect(rules(...at(one, 'a', 'c-1'), ...at(other, 'b', 'c-1'))).toContain('auth-credentials-cross-as');
  expect(rules(...at(one, 'a', 'c-1'), ...at(one, 'b', 'c-1'))).not.toContain('auth-credentials-cross-as');
  expect(rules(...at(one, 'a', 'c-1'), ...at(other, 'b', 'c-2'))).not.toContain('auth-credentials-cross-as');
});

test('an address whose host cannot be read is none; a log message without params has no data', () => {
  const before = afterHandshake(REVISION, { server: { resources: {}, logging: {} } });
  const listed = (uri: string): readonly EventBody[] => [
    ...before,
    client(request(4, 'resources/list')),
    server(result(4, { resources: [{ uri, name: 'a' }] })),
  ];
  for (const uri of ['http://[::1/a', 'memo://a:b/c']) expect(broken(listed(uri))).toContain('resource-uri-absolute');
  for (const uri of ['http://[::1]/a', 'memo://a:9/c', 'urn:isbn:1', 'file:///a%20b'])
    expect(broken(listed(uri))).not.toContain('resource-uri-absolute');
  expect(broken([...before, server(notification('notifications/message'))])).toContain('logging-message-data');
});

test('of events that are missing nothing is held against anyone', () => {
  const lost: EventBody = { k: 'gap', why: 'full', events: 1 };
  const [opening, open, spawn, asked, , done] = afterHandshake(REVISION, { server: { tools: {} } });
  const without = (...bodies: readonly (EventBody | undefined)[]): readonly string[] =>
    broken(bodies.flatMap((body) => body ?? [])).filter((rule) => rule.startsWith('init-'));
  const call = client(list);
  expect(without(opening, open, spawn, asked, done, call)).toContain('init-initialized-early');
  expect(without(opening, open, spawn, asked, lost, done, call)).toEqual([]);
  expect(without(opening, open, spawn, asked, lost, call, server(request('s', 'roots/list')))).toEqual([]);
  const dropped = [
    ...posted('x3', list, undefined).slice(0, 2),
    answer('x3', 200, { 'content-type': 'text/event-stream' }),
  ];
  const ends = (...bodies: readonly EventBody[]): readonly string[] =>
    broken([...given, ...dropped, ...bodies, end('x3')]).filter((rule) => rule.startsWith('http-sse-'));
  expect(ends()).toContain('http-sse-response-missing');
  expect(ends(lost)).toEqual([]);
});

test('a recording that begins in the middle is judged by what it shows only', () => {
  const post = (x: string, message: object): readonly EventBody[] => [
    head(x, { 'content-type': 'application/json' }, { url: `${SITE}/messages?sid=1` }),
    client(message, { x }),
    answer(x, 202, { 'content-type': 'text/plain' }),
    server('Accepted', { x }),
    end(x),
  ];
  const prompt = { messages: [{ role: 'user', content: { type: 'text', text: 'a' } }] };
  const old = [
    ...post('p1', notification('notifications/initialized')),
    ...post('p2', request(4, 'prompts/get', { name: 'a' })),
    streamed('g', result(4, prompt), { event: 'message' }),
  ];
  expect(broken(old)).toEqual([]);
  const get = head('g1', usual(REVISION, { 'mcp-session-id': 's-1' }), { method: 'GET' });
  const later = [get, answer('g1', 200, { 'content-type': 'text/event-stream' }), ...posted('x3', list, tools)];
  expect(broken(later).filter((rule) => rule.startsWith('sse-'))).toEqual([]);
});

test('a placeholder has the form of nothing, and that is not against the schema', () => {
  const before = [...afterHandshake(REVISION, { server: { tools: {} } }), client(list)];
  const listed = (src: string): readonly string[] =>
    broken([
      ...before,
      server(result(4, { tools: [{ name: 'a', inputSchema: { type: 'object' }, icons: [{ src }] }] })),
    ]);
  expect(listed('no address')).toContain('method-result-schema');
  expect(listed('https://a.example/i.png?key=‹token:1›')).not.toContain('method-result-schema');
});

test('news of the GET stream come on no POST stream as well, with or without a session', () => {
  const get = [
    head('g', usual(REVISION), { method: 'GET' }),
    answer('g', 200, { 'content-type': 'text/event-stream' }),
  ];
  const post = [head('x3', usual(REVISION)), client(list, { x: 'x3' })];
  const opened = [...given, ...get, ...post, answer('x3', 200, { 'content-type': 'text/event-stream' })];
  expect(broken([...opened, streamed('g', changed), streamed('x3', changed)])).toContain('http-broadcast');
});
