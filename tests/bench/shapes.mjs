/** Recordings of every shape that once cost more than its length: what they hold, each a list of event bodies of any length. */
const message = (dir, value, by) => ({
  k: 'message',
  dir,
  ...(by ? { by } : {}),
  raw: typeof value === 'string' ? value : JSON.stringify({ jsonrpc: '2.0', ...value }),
});
const sent = (value) => message('c2s', value, 'user');
const automatic = (value) => message('c2s', value, 'auto');
const came = (value) => message('s2c', value);

/** The beginning of a session that speaks `revision`. */
function* opening(revision = '2025-11-25') {
  yield { k: 'connection', event: 'opening' };
  yield { k: 'process', event: 'spawn', pid: 1 };
  yield { k: 'connection', event: 'open' };
  const party = { protocolVersion: revision, capabilities: { tools: {}, resources: { subscribe: true } } };
  yield automatic({
    id: 'first',
    method: 'initialize',
    params: { ...party, capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  });
  yield came({ id: 'first', result: { ...party, serverInfo: { name: 'bench-server', version: '1' } } });
  yield automatic({ method: 'notifications/initialized' });
}

const call = (id) => ({ id, method: 'tools/call', params: { name: 'search', arguments: { query: `item ${id}` } } });
const result = (id) => ({ id, result: { content: [{ type: 'text', text: `found item ${id}` }], isError: false } });
const each = function* (count, ...steps) {
  for (let id = 1; id <= count; id++) for (const step of steps) yield step(id);
};

/** By name: the bodies of about `count` events (of a batch: messages). `most` is the largest count that a shape can have. */
export const SHAPES = {
  'calls one by one': {
    *bodies(count) {
      yield* opening();
      yield* each(
        count / 2,
        (id) => sent(call(id)),
        (id) => came(result(id)),
      );
    },
  },
  'all in flight': {
    *bodies(count) {
      yield* opening();
      yield* each(count / 2, (id) => sent(call(id)));
      yield* each(count / 2, (id) => came(result(id)));
    },
  },
  'never answered': {
    *bodies(count) {
      yield* opening();
      yield* each(count, (id) => sent(call(id)));
    },
  },
  timeouts: {
    *bodies(count) {
      yield* opening();
      yield* each(count / 3, (id) => sent(call(id)));
      yield* each(
        count / 3,
        (id) => ({ k: 'timeout', at: id + 5, limit: 'total', ms: 1000 }),
        (id) => automatic({ method: 'notifications/cancelled', params: { requestId: id, reason: 'timeout' } }),
      );
    },
  },
  'malformed and answers without id': {
    *bodies(count) {
      yield* opening();
      yield* each(count / 2, (id) => sent(`{"jsonrpc":"2.0","id":${id},"method":`));
      yield* each(count / 2, () => came({ id: null, error: { code: -32700, message: 'Parse error' } }));
    },
  },
  'messages that break several rules': {
    *bodies(count) {
      yield* opening();
      yield* each(
        count / 5,
        (id) => sent({ id, method: 'resources/read', params: { uri: 5 } }),
        (id) => came({ id, error: { code: 1.5, message: 3 } }),
        (id) => came({ method: 'notifications/progress', params: { progressToken: `unknown ${id}`, progress: 1 } }),
        (id) => sent({ id: `other ${id}`, method: 'nope/x', params: [] }),
        (id) => came({ id: `unknown ${id}`, result: 3 }),
      );
    },
  },
  'resource subscriptions': {
    *bodies(count) {
      yield* opening();
      yield* each(
        count / 3,
        (id) => sent({ id, method: 'resources/subscribe', params: { uri: `file:///${id}` } }),
        (id) => came({ id, result: {} }),
        (id) => came({ method: 'notifications/resources/updated', params: { uri: `file:///${id}` } }),
      );
    },
  },
  'pages of one': {
    *bodies(count) {
      yield* opening();
      yield* each(
        count / 2,
        (id) => automatic({ id, method: 'tools/list', ...(id === 1 ? {} : { params: { cursor: `page ${id}` } }) }),
        (id) =>
          came({
            id,
            result: {
              tools: [{ name: `tool-${id}`, inputSchema: { type: 'object' } }],
              ...(id + 1 > count / 2 ? {} : { nextCursor: `page ${id + 1}` }),
            },
          }),
      );
    },
  },
  'one batch': {
    // Longer texts are not taken apart.
    most: 130_000,
    *bodies(count) {
      yield* opening('2025-03-26');
      const items = (item) =>
        `[${[...each(count / 2, (id) => JSON.stringify({ jsonrpc: '2.0', id, ...item }))].join()}]`;
      yield sent(items({ method: 'a/b', params: {} }));
      yield came(items({ result: {} }));
    },
  },
  'reused ids': {
    *bodies(count) {
      yield* opening();
      yield* each(count / 2, () => sent(call(1)));
      yield* each(count / 2, () => came(result(1)));
    },
  },
  notes: {
    *bodies(count) {
      yield* opening();
      yield* each(
        count / 4,
        (id) => sent(call(id)),
        (id) => came(result(id)),
      );
      // Each event has one, written in no order; 7919 is prime.
      const noted = Math.floor(count / 2);
      yield* each(noted, (id) => ({ k: 'note', at: (id * 7919) % noted, text: `note ${id}` }));
    },
  },
};

/** A recording of a shape: its header, its events, its last line. */
export function recordedOf(shape, count) {
  const events = [];
  for (const body of SHAPES[shape].bodies(count)) events.push({ s: events.length, t: events.length * 1000, ...body });
  const header = {
    mcprec: 1,
    id: 'benchbenchbench00000',
    title: shape,
    startedAt: '2026-01-01T00:00:00.000Z',
    by: { name: 'mcp-lifeline', version: '0.1.0' },
    route: 'relay',
    connection: { transport: 'stdio', command: 'node', args: ['server.mjs'] },
  };
  return { header, events, footer: { footer: true, events: events.length, reason: 'closed by user' } };
}
