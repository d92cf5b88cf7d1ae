/** Generators of JSON texts, wire events and sessions, for property tests of anything that reads them. */
import fc from 'fast-check';
import { META } from '#shared/mcp';
import { KINDS, type EventBody, type RecordingHeader, type WireEvent } from '#shared/recording';

/** JSON texts with white space, escapes, duplicate keys, odd numbers and `__proto__`: all valid. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => {
  const space = fc.constantFrom('', '', '', ' ', '\n', '\t', '\r\n');
  const key = fc.oneof(
    fc.constantFrom('"id"', '"method"', '"jsonrpc"', '"__proto__"', '""', '"a\\u0022b"', '"\\\\"'),
    fc.string({ unit: 'binary', maxLength: 6 }).map((text) => JSON.stringify(text)),
  );
  const list = (open: string, items: fc.Arbitrary<string>, close: string): fc.Arbitrary<string> =>
    fc.tuple(fc.array(items, { maxLength: 4 }), space).map(([all, gap]) => `${open}${gap}${all.join(',')}${close}`);
  return {
    value: fc
      .tuple(
        space,
        fc.oneof(
          { maxDepth: 4, depthSize: 'small' },
          fc.constantFrom('null', 'true', 'false', '0', '-0', '1.0', '1e5', '-1.5E-3', '9007199254740993', '1e400'),
          fc.string({ unit: 'binary', maxLength: 12 }).map((text) => JSON.stringify(text)),
          fc.constantFrom('"\\ud800"', '"\\/\\b\\f\\n\\r\\t"', '"\\\\\\""', '"\\u00e9"', '"é\u2028"'),
          list('[', tie('value'), ']'),
          list(
            '{',
            fc.tuple(space, key, space, tie('value')).map(([a, name, b, value]) => `${a}${name}${b}:${value}`),
            '}',
          ),
        ),
        space,
      )
      .map((parts) => parts.join('')),
  };
}).value;

/** JSON texts with a few characters removed, replaced or put in: mostly invalid. */
export const mutatedJson: fc.Arbitrary<string> = fc
  .tuple(
    jsonText,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat(2),
        fc.constantFrom(...'{}[],:"\\0123456789.-+eEtrufalsn \n\t\u0000\u001f\u007f\u00a0\ufeff/ux\'', '\\u12', 'null'),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((before, [place, removed, added]) => {
      const at = place % (before.length + 1);
      return before.slice(0, at) + added + before.slice(at + removed);
    }, text),
  );

const text = fc.oneof(fc.string({ maxLength: 20 }), fc.string({ unit: 'binary', maxLength: 20 }));
const payload = fc.oneof(
  fc.record({ raw: text }),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => ({ b64: Buffer.from(bytes).toString('base64') })),
);
const exchange = fc.constantFrom('x1', 'x2', 'x3');
const headers = fc.array(
  fc.tuple(
    fc.constantFrom('Content-Type', 'mcp-session-id', 'Last-Event-ID', 'X-Odd'),
    fc.oneof(text, fc.constantFrom('text/event-stream', 's1')),
  ),
  { maxLength: 3 },
);
/** The words that a member of a kind of event may be. */
const wordsOf = ({ schema }: { readonly schema: object }): readonly string[] =>
  (schema as { readonly enum: readonly string[] }).enum;
/** Optional members are left out, never undefined: a file can't hold undefined. */
const some = { requiredKeys: [] };

const message = (content: fc.Arbitrary<{ readonly raw?: string; readonly b64?: string }>): fc.Arbitrary<EventBody> =>
  fc
    .tuple(
      content,
      fc.constantFrom('c2s' as const, 's2c' as const),
      fc.record(
        {
          by: fc.constantFrom(
            'auto' as const,
            'user' as const,
            'host' as const,
            'rerun' as const,
            'exercise' as const,
            'mock' as const,
            'tap' as const,
          ),
          x: exchange,
          sse: fc.record({ event: text, id: text, retry: fc.nat(), block: text }, some),
          leg: fc.constantFrom('client' as const, 'server' as const),
          of: fc.nat(20),
          unterminated: fc.constant(true as const),
        },
        some,
      ),
    )
    .map(([body, dir, rest]): EventBody => ({ k: 'message', dir, ...body, ...rest }));

const unknown: fc.Arbitrary<EventBody> = fc
  .tuple(
    fc.constantFrom('weather', 'message-2', 'unknown', ''),
    fc.dictionary(
      text.filter((name) => !['s', 't', 'k', '__proto__'].includes(name)),
      fc.jsonValue({ maxDepth: 2 }),
      { maxKeys: 3, noNullPrototype: true },
    ),
  )
  .map(([k, fields]): EventBody => ({
    k: 'unknown',
    fields: JSON.parse(JSON.stringify({ k, ...fields })) as { [name: string]: unknown },
  }));

/** Any event body of every kind; message texts are arbitrary. */
export const eventBody: fc.Arbitrary<EventBody> = fc.oneof(
  message(payload),
  fc
    .oneof(
      fc.record({ text }),
      payload.filter((each) => 'b64' in each),
    )
    .map((body): EventBody => ({ k: 'stderr', ...body })),
  fc
    .tuple(
      fc.constantFrom(...wordsOf(KINDS.process.required.event)),
      fc.record(
        {
          pid: fc.nat(),
          command: text,
          bytes: fc.nat(),
          code: fc.option(fc.nat(255)),
          signal: fc.option(fc.constant('SIGTERM')),
          error: text,
          by: fc.constantFrom('host' as const, 'server' as const),
        },
        some,
      ),
    )
    .map(([event, rest]): EventBody => ({ k: 'process', event, ...rest }) as EventBody),
  fc
    .tuple(
      exchange,
      fc.constantFrom('request' as const, 'redirect' as const, 'retry' as const, 'response' as const, 'end' as const),
      fc.record(
        {
          method: fc.constantFrom('GET', 'POST', 'DELETE'),
          url: fc.oneof(text, fc.constant('http://server/mcp')),
          step: fc.constantFrom('token' as const, 'server-metadata' as const),
          status: fc.constantFrom(200, 202, 400, 401, 404, 500),
          phrase: text,
          headers,
          by: fc.constantFrom('server' as const, 'client' as const, 'network' as const),
          error: text,
          without: fc.array(text, { maxLength: 2 }),
          proxy: fc.constant('proxy.corp:3128'),
          proxyFrom: fc.constantFrom('HTTPS_PROXY', 'setting'),
          unverified: fc.constantFrom('DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED'),
        },
        some,
      ),
    )
    .map(([x, phase, rest]): EventBody => ({ k: 'http', x, phase, ...rest })),
  fc
    .tuple(
      exchange,
      text,
      fc.record(
        { id: text, retry: fc.nat(), event: fc.constant('endpoint'), data: fc.oneof(text, fc.constant('/post')) },
        some,
      ),
    )
    .map(([x, block, rest]): EventBody => ({ k: 'sse', x, text: block, ...rest })),
  fc
    .tuple(exchange, fc.constantFrom('c2s' as const, 's2c' as const), payload)
    .map(([x, dir, body]): EventBody => ({ k: 'body', x, dir, ...body })),
  fc
    .tuple(fc.nat(40), fc.constantFrom('idle' as const, 'total' as const), fc.nat())
    .map(([at, limit, ms]): EventBody => ({ k: 'timeout', at, limit, ms })),
  fc
    .tuple(
      fc.constantFrom(...wordsOf(KINDS.tap.required.act)),
      fc.record(
        {
          at: fc.nat(20),
          rule: text,
          by: fc.constantFrom('user' as const, 'rule' as const, 'limit' as const, 'gone' as const),
          ms: fc.nat(),
          times: fc.nat(5),
          status: fc.constantFrom(404, 503),
          orders: fc.oneof(text, fc.constant('{"breakpoints":[{"when":"method:ping"}],"rules":[],"limit":30000}')),
        },
        some,
      ),
    )
    .map(([act, rest]): EventBody => ({ k: 'tap', act, ...rest }) as EventBody),
  fc
    .constantFrom(
      { event: 'era', reason: 'discovered', detail: '2026-07-28' } as const,
      { event: 'era', reason: 'silence', detail: '2025-11-25' } as const,
      { event: 'restarted', reason: 'session-lost' } as const,
      { event: 'authorization', reason: 'needed' } as const,
      { event: 'authorization', reason: 'granted' } as const,
      { event: 'authorization', reason: 'nonce' } as const,
      { event: 'slowed', reason: 'list-changed', detail: '250' } as const,
      { event: 'slowed', reason: 'stream-retry', detail: '200' } as const,
      { event: 'opening', steps: ['handshake', 'ping'] } as const,
      { event: 'policy', steps: ['ping', 'a later step'] } as const,
      { event: 'policy' } as const,
    )
    .map((turn): EventBody => ({ k: 'connection', ...turn })),
  fc
    .tuple(
      fc.constantFrom(...(['opening', 'open', 'resumed', 'closing', 'closed', 'problem'] as const)),
      fc.record({ reason: text, detail: text }, some),
    )
    .map(([event, rest]): EventBody => ({ k: 'connection', event, ...rest })),
  fc.tuple(fc.nat(100), text).map(([at, note]): EventBody => ({ k: 'note', at, text: note })),
  fc
    .tuple(text, fc.record({ bytes: fc.nat(), events: fc.nat(), atMost: fc.constant(true as const) }, some))
    .map(([why, rest]): EventBody => ({ k: 'gap', why, ...rest })),
  unknown,
);

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/subscribe',
  'sampling/createMessage',
  'server/discover',
  'subscriptions/listen',
  'tasks/get',
  'tasks/result',
];
const NOTIFICATIONS = [
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/tools/list_changed',
  'notifications/message',
  'notifications/tasks',
  'notifications/subscriptions/acknowledged',
];
const id = fc.constantFrom<unknown>(1, 2, 3, 'a', 1.5, null, '1');

/** A JSON-RPC message as peers send them, ids drawn from a few so that they meet. */
const plausible: fc.Arbitrary<object> = fc.oneof(
  fc.record({
    jsonrpc: fc.constant('2.0'),
    id,
    method: fc.constantFrom(...METHODS),
    params: fc.oneof(
      fc.record({ protocolVersion: fc.constantFrom('2025-03-26', '2025-11-25'), capabilities: fc.object() }),
      fc.record({ cursor: fc.constantFrom('p2', 'p3', 7), _meta: fc.record({ progressToken: id }) }),
      fc.record(
        {
          _meta: fc.record(
            { [META.protocolVersion]: fc.constantFrom<unknown>('2026-07-28', 7), [META.clientInfo]: fc.object() },
            some,
          ),
          requestState: fc.constantFrom('s', 't'),
          inputResponses: fc.constantFrom({}, { a: {} }),
          notifications: fc.constantFrom<unknown>({}, { toolsListChanged: true }, 'all'),
          uri: fc.constantFrom<unknown>('a:b', 3),
          taskId: fc.constantFrom<unknown>('t1', 't2', 4),
        },
        some,
      ),
      fc.constantFrom(null, [], 'text'),
    ),
  }),
  fc.record({
    jsonrpc: fc.constant('2.0'),
    method: fc.constantFrom(...NOTIFICATIONS),
    params: fc.record(
      {
        requestId: id,
        progressToken: id,
        taskId: fc.constantFrom('t1', 't2'),
        status: fc.constantFrom('working', 'completed'),
        notifications: fc.constant({ toolsListChanged: true }),
        _meta: fc.record({ [META.subscriptionId]: id }, some),
      },
      some,
    ),
  }),
  fc.record({
    jsonrpc: fc.constant('2.0'),
    id,
    result: fc.oneof(
      fc.record({
        protocolVersion: fc.constantFrom('2025-03-26', '2025-11-25', '1999-01-01'),
        capabilities: fc.constantFrom<unknown>({}, { tools: {} }, { tools: {}, resources: {} }, null),
      }),
      fc.record({ tools: fc.array(fc.constant({ name: 't' })), nextCursor: fc.constantFrom('p2', 'p3', 9) }, some),
      fc.constantFrom<unknown>(
        { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, resultType: 'complete' },
        { supportedVersions: ['2025-11-25'] },
        { resultType: 'input_required', requestState: 's' },
        { resultType: 'input_required', inputRequests: { a: { method: 'roots/list' }, b: 3 } },
        { resultType: 'task', taskId: 't1', status: 'working' },
        { task: { taskId: 't2', status: 'working', ttl: null } },
        { taskId: 't1', status: 'input_required', inputRequests: { a: { method: 'elicitation/create', params: {} } } },
        { taskId: 't1', status: 'completed', result: {} },
      ),
      fc.constantFrom({}, null, [], { isError: true, content: [] }),
    ),
  }),
  fc.record({ id, error: fc.constantFrom<unknown>({ code: -32700, message: 'Parse error' }, null, 'no') }, some),
);

/** Events as a session has them: plausible messages, alone and in batches, among every other kind. */
export const sessionBody: fc.Arbitrary<EventBody> = fc.oneof(
  { weight: 5, arbitrary: message(plausible.map((value) => ({ raw: JSON.stringify(value) }))) },
  {
    weight: 1,
    arbitrary: message(fc.array(plausible, { maxLength: 3 }).map((value) => ({ raw: JSON.stringify(value) }))),
  },
  { weight: 3, arbitrary: eventBody },
);

/** A conversation of the per-request era: every request is answered, perhaps by asking for input, with ids that meet. */
export const conversation: fc.Arbitrary<EventBody[]> = fc
  .array(
    fc.record({
      method: fc.constantFrom('server/discover', 'tools/call', 'tasks/get', 'tasks/result', 'subscriptions/listen'),
      state: fc.option(fc.constantFrom('s', 't')),
      result: fc.constantFrom<object | undefined>(
        undefined,
        { supportedVersions: ['2026-07-28'], capabilities: {}, resultType: 'complete' },
        { resultType: 'complete', content: [] },
        { resultType: 'input_required', requestState: 's' },
        { resultType: 'input_required', inputRequests: { a: { method: 'roots/list' } }, requestState: 't' },
        { resultType: 'task', taskId: 't1', status: 'working' },
        { taskId: 't1', status: 'input_required', inputRequests: { a: { method: 'roots/list' } } },
        { taskId: 't1', status: 'completed', result: {} },
      ),
      also: fc.option(eventBody, { freq: 4 }),
    }),
    { maxLength: 20 },
  )
  .map((turns) =>
    turns.flatMap(({ method, state, result, also }, index): EventBody[] => {
      const params = {
        taskId: 't1',
        notifications: {},
        ...(state === null ? {} : { requestState: state }),
        _meta: { [META.protocolVersion]: '2026-07-28' },
      };
      const request = { jsonrpc: '2.0', id: index, method, params };
      return [
        { k: 'message', dir: 'c2s', raw: JSON.stringify(request) },
        ...(also === null ? [] : [also]),
        ...(result
          ? [{ k: 'message', dir: 's2c', raw: JSON.stringify({ jsonrpc: '2.0', id: index, result }) } as const]
          : []),
      ];
    }),
  );

/** Put bodies in their places: `s` dense from 0, `t` ascending by 10 microseconds. */
export function toEvents(bodies: readonly EventBody[]): WireEvent[] {
  return bodies.map((body, s): WireEvent => ({ s, t: s * 10, ...body }));
}

/** Sequences of events of every kind. */
export const anyEvents = (body: fc.Arbitrary<EventBody> = eventBody, maxLength = 20): fc.Arbitrary<WireEvent[]> =>
  fc.array(body, { maxLength }).map(toEvents);

/** Cut a text at the given places (any numbers; taken modulo its length). */
export function cut(whole: string, places: readonly number[]): string[] {
  const at = [0, ...places.map((place) => place % (whole.length + 1)).sort((a, b) => a - b), whole.length];
  return at.slice(1).map((end, index) => whole.slice(at[index], end));
}

export const HEADER: RecordingHeader = {
  mcprec: 1,
  id: 'r1',
  title: 'demo – 演示',
  startedAt: '2026-11-20T10:00:00.000Z',
  by: { name: 'mcp-lifeline', version: '0.1.0' },
  route: 'relay',
  connection: { transport: 'stdio', command: 'node', args: ['server.js'] },
};
