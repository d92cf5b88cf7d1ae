/** Rules of the transports where examples do not reach: what settles them later, and what must not be found. */
import { expect, test } from 'vitest';
import { apart, findingsFold } from '#shared/findings';
import { exampleOf } from '#shared/findings/examples';
import { SessionFold } from '#shared/session';
import { toEvents } from '../../arbitraries.ts';
import type { EventBody } from '#shared/recording';
import {
  answer,
  end,
  head,
  listening,
  posted,
  priming,
  sent,
  shakenOverHttp,
  stream,
  streamed,
  usual,
} from '../../../../shared/findings/examples/http-script.ts';
import {
  client,
  failure,
  LATEST,
  meta,
  notification,
  request,
  result,
  server,
} from '../../../../shared/findings/examples/messages.ts';
import { after, CLOSED, OPEN, afterHandshake } from '../../../../shared/findings/examples/script.ts';
import { findingsIn, findingsOf } from './run.ts';

const REVISION = '2025-11-25';
const tools = { server: { tools: { listChanged: true } } };
const given = shakenOverHttp(REVISION, tools);
const headers = usual(REVISION);
const call = request(3, 'tools/call', { name: 'measure', arguments: {} });
const changed = notification('notifications/tools/list_changed');
const broken = (bodies: readonly EventBody[]): readonly string[] => findingsOf(bodies).map(({ rule }) => rule);
const resuming = { 'mcp-protocol-version': REVISION, 'last-event-id': 'x3-0' };
const dropped = [...given, ...sent('x3', headers, call), stream('x3'), priming('x3', 'x3-0', 0), end('x3')];

test('a stream that can be gone on with owes its response until the end', () => {
  const answered = [
    ...dropped,
    ...listening('g1', resuming),
    streamed('g1', result(3, { content: [] }), { id: 'x3-1' }),
  ];
  expect(broken([...answered, CLOSED])).toEqual([]);
  expect(broken([...dropped, ...listening('g1', resuming)])).toEqual([]);
  const found = findingsOf([...dropped, ...listening('g1', resuming), CLOSED]);
  expect(found.map(({ rule }) => rule)).toContain('http-sse-response-missing');
  // At the end of the stream that owed it, and what goes with that is no finding of its own.
  expect(found.map(({ at }) => at)).toContain(dropped.length - 1);
  expect(apart(found).own.map(({ rule }) => rule)).toEqual(['http-sse-response-missing']);
});

test('a stream that stays open is told of five seconds after its response, whatever comes then', () => {
  const bodies = [...given, ...sent('x3', headers, call), stream('x3'), priming('x3', 'x3-0')];
  const late = [...bodies, streamed('x3', result(3, { content: [] }), { id: 'x3-1' })];
  const at = (t: number): readonly string[] =>
    findingsIn([
      ...late.map((body, s) => ({ ...body, s, t: s })),
      { ...end('x3'), s: late.length, t: late.length + t },
    ]).map(({ rule }) => rule);
  expect(at(4_900_000)).not.toContain('http-sse-open-after-response');
  expect(at(5_100_000)).toContain('http-sse-open-after-response');
});

test('what is replayed on a resumed stream is neither a repeated id nor a broadcast', () => {
  const events = [...listening('g1', { 'mcp-protocol-version': REVISION }), priming('g1', 'g1-0')];
  const before = [...given, ...events, streamed('g1', changed, { id: 'g1-1' }), end('g1', 'network')];
  const again = listening('g2', { ...resuming, 'last-event-id': 'g1-0' });
  expect(broken([...before, ...again, streamed('g2', changed, { id: 'g1-1' })])).toEqual([]);
});

test('an older server may refuse the question for its era in any way', () => {
  const probe = request(1, 'server/discover', { _meta: meta() });
  const asked = [...OPEN, ...sent('x1', usual(LATEST, { 'mcp-method': 'server/discover' }), probe)];
  const own = (bodies: readonly EventBody[]): readonly string[] =>
    findingsOf([...asked, ...bodies])
      .filter(({ rule }) => rule.startsWith('http-'))
      .map(({ rule }) => rule);
  const json = { 'content-type': 'application/json' };
  expect(own([answer('x1', 200, json), server(failure(1, -32601), { x: 'x1' }), end('x1')])).toEqual([]);
  expect(own([answer('x1', 200, json), server('{}', { x: 'x1' }), end('x1')])).toEqual([]);
  expect(own([answer('x1', 404, { 'content-type': 'text/html' }), end('x1')])).toEqual([]);
});

test('placeholders are not compared', () => {
  const session = shakenOverHttp(REVISION, { session: '‹session:1›' });
  const own = usual(REVISION, { 'mcp-session-id': '‹session:2›' });
  expect(broken([...session, ...posted('x3', request(3, 'ping'), result(3), { headers: own })])).toEqual([]);
});

test('a line that begins like JSON waits for the lines after it', () => {
  const before = afterHandshake(REVISION, tools);
  const rules = (lines: readonly string[]): readonly (readonly [string, number])[] =>
    findingsOf([...before, ...lines.map((line) => server(line)), CLOSED]).map(({ rule, at }) => [
      rule,
      at - before.length,
    ]);
  const pretty = JSON.stringify(notification('notifications/progress'), undefined, 2).split('\n');
  expect(rules(pretty).filter(([rule]) => rule.startsWith('stdio-'))).toEqual([
    ['stdio-embedded-newline', pretty.length - 1],
  ]);
  expect(rules(['{', JSON.stringify(changed)])).toEqual([['stdio-stdout-nonmessage', 0]]);
  expect(rules(['{ "level": "info",'])).toEqual([['stdio-stdout-nonmessage', 0]]);
  expect(rules(['', '   '])).toEqual([]);
});

test('what a killed process was writing is not its fault', () => {
  const cut = server('{"jsonrpc":"2.0","id":5,"res', { unterminated: true });
  const ends: readonly EventBody[] = [cut, { k: 'process', event: 'exit', code: null, signal: 'SIGKILL' }];
  const kill: EventBody = { k: 'process', event: 'signal', signal: 'SIGKILL', by: 'host' };
  expect(broken([...afterHandshake(REVISION), client(request(5, 'ping')), ...ends])).toContain('stdio-partial-line');
  expect(broken([...afterHandshake(REVISION), client(request(5, 'ping')), kill, ...ends])).not.toContain(
    'stdio-partial-line',
  );
});

test('a GET before anything is agreed may look for HTTP+SSE', () => {
  const get = head('g1', { accept: 'text/event-stream' }, { method: 'GET', url: 'https://mcp.example/sse' });
  const refused = [...OPEN, ...sent('x1', headers, request(1, 'initialize', {})), answer('x1', 404), end('x1')];
  expect(broken([...refused, get, answer('g1', 404), end('g1')]).filter((rule) => rule.startsWith('http-'))).toEqual(
    [],
  );
});

test('a client whose GET is refused before initialize has no address to post to that it could miss', () => {
  const refusedGet = [head('g1', { accept: 'text/event-stream' }, { method: 'GET' }), answer('g1', 405), end('g1')];
  expect(broken([...OPEN, ...refusedGet, ...given.slice(OPEN.length)])).not.toContain('sse-post-target');
});

test('what rests on a header that browsers hide is not held against a server that a page spoke to', () => {
  const { before = [], violates } = exampleOf('http-x-accel-buffering') ?? { violates: [] };
  const found = (route: 'direct' | 'relay'): readonly string[] => {
    const fold = new SessionFold();
    const own = findingsFold({ route });
    const state = fold.follow(own, own.init());
    for (const event of toEvents([...before, ...violates])) fold.append(event);
    expect(state.unjudged.get('http-x-accel-buffering')?.why).toBe(route === 'direct' ? 'headers-hidden' : undefined);
    return state.found.map(({ rule }) => rule);
  };
  expect(found('relay')).toContain('http-x-accel-buffering');
  expect(found('direct')).not.toContain('http-x-accel-buffering');
});

test('two streams of a server without sessions may be of two programs, with ids of their own', () => {
  const asks = (x: string, id: number): readonly EventBody[] => [
    ...sent(x, headers, request(id, 'tools/call', { name: 'measure', arguments: {} })),
    stream(x),
    streamed(x, request(0, 'ping')),
  ];
  const bodies = [...asks('x3', 3), ...posted('x4', result(0), undefined, { headers }), ...asks('x5', 5)];
  const later = [...bodies, after(5, streamed('x3', notification('notifications/cancelled', { requestId: 0 })))];
  const ids = (all: readonly EventBody[]): readonly string[] =>
    broken(all).filter((rule) => /^(?:rpc-|cancel-|http-broadcast)/.test(rule));
  expect(ids([...given, ...later])).toEqual([]);
  expect(ids([...shakenOverHttp(REVISION, { ...tools, session: 'A' }), ...later])).toContain('rpc-request-id-reused');
});

test('a server of the per-request era has no version to offer in a handshake', () => {
  const asked = [...OPEN, client(request(1, 'initialize', { protocolVersion: REVISION }))];
  const refused = (supported: readonly string[]): readonly string[] =>
    broken([...asked, server(failure(1, -32022, 'unsupported', { supported, requested: REVISION }))]);
  expect(refused([LATEST])).not.toContain('init-version-error-instead');
  expect(refused([LATEST, '2025-06-18'])).toContain('init-version-error-instead');
});

test('bytes that are not UTF-8 are named where they are, and a line of them is told with what can be read', () => {
  const line = (dir: 'c2s' | 's2c', bytes: readonly number[]): EventBody => ({
    k: 'message',
    dir,
    b64: btoa(String.fromCharCode(...bytes)),
  });
  const found = findingsOf([
    ...(exampleOf('stdio-utf8')?.before ?? []),
    line('s2c', [0x63, 0x61, 0x66, 0xe9, 0x0d, 0x31]),
    line('c2s', [0xff, 0x68, 0x69]),
    server('\ufeff{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}'),
  ]);
  expect(found.filter(({ rule }) => rule.startsWith('stdio-')).map(({ rule, found: said }) => [rule, ...said])).toEqual(
    [
      ['stdio-utf8', 'e9 0d 31'],
      ['stdio-stdout-nonmessage', '"caf\ufffd\\r1"'],
      ['stdio-utf8', 'ff 68 69'],
      ['stdio-stdin-nonmessage', '"\ufffdhi"'],
      ['stdio-utf8', 'ef bb bf'],
    ],
  );
});
