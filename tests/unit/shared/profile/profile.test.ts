import { describe, expect, test } from 'vitest';
import type { Finding } from '#shared/findings';
import { PROFILE, profileRecording, type Fact, type FactName } from '#shared/profile';
import type { EventBody, RecordingHeader, WireEvent } from '#shared/recording';
import { foldProperties } from '../../fold-properties.ts';
import { end, get, head, post, STREAM } from '../../http-events.ts';
import { c2s, failure, handshake, notification, OPEN, request, result, s2c } from '../../script.ts';

const HEADER: RecordingHeader = {
  mcprec: 1,
  id: 'a',
  title: 'server',
  startedAt: '2026-01-01T00:00:00.000Z',
  by: { name: 'test', version: '1' },
  route: 'tap',
  connection: { transport: 'stdio', command: 'server', args: [] },
};
const STDIO = HEADER;
const HTTP: RecordingHeader = {
  ...HEADER,
  connection: { transport: 'streamable-http', url: 'http://server/mcp' },
};

/** Seconds that pass before the events that follow. */
type Script = readonly (EventBody | number)[];

/** Events, each a millisecond after the one before, but for the seconds between them. */
function timed(script: Script): WireEvent[] {
  const events: WireEvent[] = [];
  let t = 0;
  for (const step of script)
    if (typeof step === 'number') t += step * 1_000_000;
    else {
      t += 1000;
      events.push({ ...step, s: events.length, t });
    }
  return events;
}

const factsOf = (script: Script, header = STDIO): readonly Fact<number>[] =>
  profileRecording({ header, events: timed(script) }).facts;

/** What was seen of one fact: how often each value, and the times in seconds. */
function seen(facts: readonly Fact<number>[], name: FactName, subject?: string): object | undefined {
  const fact = facts.find((each) => each.name === name && each.subject === subject);
  if (!fact) return undefined;
  const counts = Object.fromEntries([...fact.values].map(([value, { count }]) => [value, count]));
  return fact.times.length === 0 ? counts : { ...counts, after: fact.times.map((time) => time / 1e6) };
}

const LISTED = [c2s(request(2, 'tools/list')), s2c(result(2, { tools: [] }))];
const CHANGED = s2c(notification('notifications/tools/list_changed'));

describe('the fold', () => {
  foldProperties(PROFILE);
});

describe('who it is', () => {
  test('names, revisions, capabilities, the first calls', () => {
    const events = [...handshake('2025-06-18'), ...LISTED, c2s(request(3, 'prompts/list'))];
    const facts = factsOf(events, { ...STDIO, host: 'editor' });
    expect(profileRecording({ header: HEADER, events: timed(events) }).client).toEqual({
      name: 'client',
      version: '1',
    });
    expect(seen(facts, 'host')).toEqual({ editor: 1 });
    expect(seen(facts, 'transport')).toEqual({ stdio: 1 });
    expect(seen(facts, 'offered')).toEqual({ '2025-06-18': 1 });
    expect(seen(facts, 'revision')).toEqual({ '2025-06-18': 1 });
    expect(seen(facts, 'era')).toEqual({ handshake: 1 });
    expect(seen(facts, 'capability', 'roots')).toEqual({ yes: 1 });
    expect(seen(facts, 'capability', 'elicitation.form')).toBeUndefined();
    expect(seen(facts, 'capability', 'sampling')).toEqual({ no: 1 });
    // Later revisions have it.
    expect(seen(facts, 'capability', 'tasks')).toBeUndefined();
    expect(seen(facts, 'first')).toEqual({
      'initialize → notifications/initialized → tools/list → prompts/list': 1,
    });
    expect(seen(facts, 'method', 'tools/list')).toEqual({ '': 1 });
    expect(seen(facts, 'ids')).toEqual({ number: 3 });
    expect(seen(facts, 'rule', 'no-such-rule')).toBeUndefined();
  });

  test('a rule that the client broke is counted, one that the server broke is not', () => {
    const facts = factsOf([...handshake(), c2s({ id: 9, method: 'ping' }), s2c({ id: 9, result: {} })]);
    const rules = facts.filter(({ name }) => name === 'rule');
    expect(rules.length).toBeGreaterThan(0);
    const judged: Pick<Finding, 'at'>[] = rules.map(({ values }) => ({ at: values.get('')?.at[0] ?? -1 }));
    expect(judged.every(({ at }) => at === 5)).toBe(true);
  });
});

describe('what it does when it has the occasion', () => {
  test('a list that changed is asked for again, is not, or there was nothing to be told of', () => {
    const obeyed = [...handshake(), ...LISTED, CHANGED, 0.5, c2s(request(3, 'tools/list'))];
    expect(seen(factsOf(obeyed), 'listChanged', 'tools')).toEqual({ yes: 1, after: [0.501] });
    expect(
      seen(factsOf([...handshake(), ...LISTED, CHANGED, c2s(request(3, 'ping'))]), 'listChanged', 'tools'),
    ).toEqual({
      no: 1,
    });
    expect(
      seen(factsOf([...handshake(), ...LISTED, CHANGED, 3, { k: 'stderr', text: '' }]), 'listChanged', 'tools'),
    ).toEqual({ no: 1 });
    // It never read the list.
    expect(seen(factsOf([...handshake(), CHANGED, c2s(request(3, 'ping'))]), 'listChanged', 'tools')).toBeUndefined();
  });

  test('an occasion that has just come is none that never came up', () => {
    const told = [...handshake(), ...LISTED, CHANGED];
    expect(seen(factsOf(told), 'listChanged', 'tools')).toEqual({ due: 1 });
    const soon = [...told, 1, { k: 'stderr', text: '' }] as const;
    expect(seen(factsOf(soon), 'listChanged', 'tools')).toEqual({ due: 1, after: [1.001] });
    // It has listed again before, which says more.
    const again = [...told, c2s(request(3, 'tools/list')), s2c(result(3, { tools: [] })), CHANGED];
    expect(seen(factsOf(again), 'listChanged', 'tools')).toEqual({ yes: 1, after: [0.001] });
    const asked = [...handshake(), s2c(request(1, 'elicitation/create')), 1, { k: 'stderr', text: '' }] as const;
    expect(seen(factsOf(asked), 'answers', 'elicitation/create')).toEqual({ due: 1, after: [1.001] });
  });

  test('pages are followed to the end, or not', () => {
    const first = [c2s(request(2, 'tools/list')), s2c(result(2, { tools: [], nextCursor: 'b' }))];
    const next = c2s(request(3, 'tools/list', { cursor: 'b' }));
    expect(seen(factsOf([...handshake(), ...first, next]), 'pages', 'tools')).toMatchObject({ yes: 1 });
    expect(seen(factsOf([...handshake(), ...first, c2s(request(3, 'ping'))]), 'pages', 'tools')).toEqual({ no: 1 });
    expect(seen(factsOf([...handshake(), ...LISTED]), 'pages', 'tools')).toBeUndefined();
  });

  test('requests of the server are answered, refused, or left', () => {
    const asks = [s2c(request(1, 'roots/list')), s2c(request(2, 'elicitation/create')), s2c(request(3, 'ping'))];
    const answers = [c2s(failure(1, -32601)), 2, c2s(result(2, { action: 'decline' }))];
    const facts = factsOf([...handshake(), ...asks, ...answers, 3, { k: 'stderr', text: '' }]);
    expect(seen(facts, 'answers', 'roots/list')).toEqual({ 'error -32601': 1, after: [0.003] });
    expect(seen(facts, 'answers', 'elicitation/create')).toEqual({ decline: 1, after: [2.003] });
    expect(seen(facts, 'answers', 'ping')).toEqual({ none: 1 });
    expect(seen(facts, 'answers', 'sampling/createMessage')).toBeUndefined();
  });

  test('it cancels after a while, says why, and sends progress tokens', () => {
    const call = c2s(request(2, 'tools/call', { name: 'slow', _meta: { progressToken: 2 } }));
    const cancel = c2s(notification('notifications/cancelled', { requestId: 2, reason: 'timed out' }));
    const facts = factsOf([...handshake(), call, c2s(request(3, 'tools/call', { name: 'a' })), 60, cancel]);
    expect(seen(facts, 'givesUp', 'tools/call')).toEqual({ cancelled: 1, after: [60.002] });
    expect(seen(facts, 'cancelReason')).toEqual({ 'timed out': 1 });
    expect(seen(facts, 'progressToken', 'tools/call')).toEqual({ yes: 1, no: 1 });
    expect(facts.find(({ name }) => name === 'concurrency')).toMatchObject({ most: 2 });
  });

  test('without giving up it has waited for the slowest response', () => {
    const call = (id: number, wait: number): Script => [
      c2s(request(id, 'tools/call', { name: 'a' })),
      wait,
      s2c(result(id)),
    ];
    const waited = [...handshake(), ...call(2, 1), ...call(3, 7), ...call(4, 2)];
    expect(seen(factsOf(waited), 'givesUp', 'tools/call')).toEqual({ waited: 1, after: [7.001] });
    const cancel = c2s(notification('notifications/cancelled', { requestId: 5 }));
    const gaveUp = [...waited, c2s(request(5, 'tools/call', { name: 'a' })), 3, cancel, ...call(6, 9)];
    expect(seen(factsOf(gaveUp), 'givesUp', 'tools/call')).toEqual({ cancelled: 1, after: [3.001] });
  });

  test('how it ends the process of the server', () => {
    const process = (event: 'stdin-end' | 'signal' | 'exit', signal?: string): EventBody => ({
      k: 'process',
      event,
      by: 'host',
      ...(signal === undefined ? {} : { signal }),
    });
    const killed = [...handshake(), process('stdin-end'), 2, process('signal', 'SIGTERM'), process('exit')];
    expect(seen(factsOf(killed), 'ends')).toEqual({ 'stdin SIGTERM': 1 });
    expect(seen(factsOf(killed), 'killsAfter')).toEqual({ '': 1, after: [2.001] });
    expect(
      seen(factsOf([...handshake(), { k: 'process', event: 'exit' }, process('stdin-end')]), 'ends'),
    ).toBeUndefined();
  });
});

describe('over HTTP', () => {
  const SESSION = [['Mcp-Session-Id', 'one']] as const;
  const initialize = request(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'client', version: '1' },
  });
  const initialized = [
    ...OPEN,
    ...post('a', initialize),
    head('a', 200, SESSION),
    s2c(result(1, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} }), { x: 'a' }),
    end('a'),
    ...post('b', notification('notifications/initialized'), 'one'),
    head('b', 202),
    end('b'),
  ];
  const facts = (...more: Script): readonly Fact<number>[] => factsOf([...initialized, ...more], HTTP);
  const sent = [...post('c', request(2, 'ping'), 'one'), head('c', 200), s2c(result(2), { x: 'c' }), end('c')];
  const withHeaders: EventBody = {
    ...{ k: 'http', x: 'd', phase: 'request', method: 'POST', url: '' },
    headers: [
      ['accept', 'text/event-stream, application/json'],
      ['X-Own', 'secret'],
      ['Authorization', 'Bearer secret'],
      ['mcp-protocol-version', '2025-11-25'],
    ],
  };

  test('headers by name and value, secrets never', () => {
    const found = facts(withHeaders);
    expect(seen(found, 'header', 'Accept (POST)')).toEqual({ 'text/event-stream, application/json': 1 });
    expect(seen(found, 'otherHeaders')).toEqual({ 'x-own': 1 });
    expect(seen(found, 'authorization')).toEqual({ Bearer: 1 });
    expect(seen(found, 'versionHeader')).toEqual({ '': 1, '2025-11-25': 1 });
    expect(seen(found, 'sessionHeader')).toEqual({ yes: 1, no: 1 });
    expect(JSON.stringify(found.map(({ values }) => [...values.keys()]))).not.toContain('secret');
  });

  test('the stream of the server is opened and taken up again, or not', () => {
    const broken = [
      get('g'),
      head('g', 200, STREAM),
      { k: 'sse', x: 'g', text: 'id: 5\n', id: '5' },
      end('g'),
    ] as const;
    const again = facts(...broken, 1, get('h', [['Last-Event-ID', '5']]));
    expect(seen(again, 'listens')).toEqual({ yes: 1 });
    expect(seen(again, 'resumes')).toEqual({ yes: 1, after: [1.001] });
    expect(seen(facts(...broken, 11, { k: 'stderr', text: '' }), 'resumes')).toEqual({ no: 1 });
    expect(seen(facts(...broken), 'resumes')).toEqual({ due: 1 });
    expect(seen(facts(...sent), 'listens')).toEqual({ no: 1 });
    expect(seen(facts(), 'listens')).toEqual({ due: 1, after: [0.005] });
  });

  test('a session that was lost is begun anew, or not', () => {
    const lost = [...post('c', request(2, 'ping'), 'one'), head('c', 404), end('c')];
    expect(seen(facts(...lost, ...post('d', { ...initialize, id: 3 })), 'reinitializes')).toMatchObject({ yes: 1 });
    expect(seen(facts(...lost, ...post('d', request(3, 'ping'), 'one')), 'reinitializes')).toEqual({ no: 1 });
    expect(seen(facts(...sent), 'reinitializes')).toBeUndefined();
  });

  test('the session is ended by DELETE, or only left', () => {
    const opened = [get('g'), head('g', 200, STREAM)];
    const over: EventBody = { k: 'http', x: 'z', phase: 'request', method: 'DELETE', url: '', headers: SESSION };
    expect(seen(facts(...opened, end('g', 'client'), over), 'deletes')).toEqual({ yes: 1 });
    expect(seen(facts(...opened, end('g', 'client')), 'deletes')).toEqual({ no: 1 });
    expect(seen(facts(...opened), 'deletes')).toBeUndefined();
  });
});

describe('in the era without a handshake', () => {
  const META = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'client', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  };
  const call = (id: number, more: object = {}): object =>
    request(id, 'tools/call', { name: 'a', arguments: {}, _meta: { ...META, traceparent: 'x' }, ...more });
  const asked = result(1, {
    resultType: 'input_required',
    inputRequests: { k: { method: 'elicitation/create', params: { message: 'm' } } },
    requestState: 's',
  });

  test('each request declares, and what the server asks for is in its answers', () => {
    const facts = factsOf([
      ...OPEN,
      c2s(call(1)),
      s2c(asked),
      2,
      c2s(call(2, { requestState: 's', inputResponses: { k: { action: 'cancel' } } })),
    ]);
    expect(seen(facts, 'era')).toEqual({ 'per-request': 1 });
    expect(seen(facts, 'capability', 'elicitation.form')).toEqual({ yes: 1 });
    expect(seen(facts, 'meta')).toEqual({ traceparent: 2 });
    expect(seen(facts, 'answers', 'elicitation/create')).toEqual({ cancel: 1, after: [2.001] });
    const left = factsOf([...OPEN, c2s(call(1)), s2c(asked), 3, { k: 'stderr', text: '' }]);
    expect(seen(left, 'answers', 'elicitation/create')).toEqual({ none: 1 });
  });

  test('headers that repeat parts of the message are sent, or not', () => {
    const mirrored: EventBody = {
      ...{ k: 'http', x: 'a', phase: 'request', method: 'POST', url: '' },
      headers: [['Mcp-Method', 'tools/call']],
    };
    const facts = factsOf([...OPEN, mirrored, c2s(call(1), { x: 'a' })], HTTP);
    expect(seen(facts, 'methodHeader')).toEqual({ yes: 1 });
    expect(seen(facts, 'nameHeader')).toEqual({ no: 1 });
  });
});

test('what a tap sent by itself, or changed on the way, is not the client’s', () => {
  const own = c2s(request(2, 'ping'));
  const injected = c2s(request(3, 'tools/list'), { by: 'tap', leg: 'server' });
  const changed = c2s(request(2, 'ping', { a: 1 }), { of: 5, leg: 'server' });
  const facts = factsOf([...handshake(), own, changed, injected]);
  expect(seen(facts, 'method', 'ping')).toEqual({ '': 1 });
  expect(seen(facts, 'method', 'tools/list')).toBeUndefined();
  const told = notification('notifications/tools/list_changed');
  const after = (changed: EventBody): Script => [...handshake(), ...LISTED, changed, c2s(request(3, 'ping'))];
  expect(seen(factsOf(after(s2c(told, { by: 'tap', leg: 'client' }))), 'listChanged', 'tools')).toEqual({ no: 1 });
  expect(seen(factsOf(after(s2c(told, { leg: 'server' }))), 'listChanged', 'tools')).toBeUndefined();
});
