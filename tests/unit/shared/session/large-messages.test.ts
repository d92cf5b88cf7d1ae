/** Messages too large to be decoded whole: what they mean for a session is known all the same, to the relay and to its page. */
import { describe, expect, test } from 'vitest';
import { LARGE_TEXT } from '#shared/jsonrpc';
import { META, SERVER_LISTS } from '#shared/mcp';
import { encodeEvent, type WireEvent } from '#shared/recording';
import { decodeFrame, encodeEvents } from '#shared/relay-protocol';
import { SESSION, SessionLog } from '#shared/session';
import { stubOf } from '../../../../relay/recording/view-lines.ts';

const FILL = 'x'.repeat(LARGE_TEXT);

/** The log that a relay has of these texts (the client's, or the server's after `<`), and the one that its page has. */
function bothLogs(...texts: readonly string[]): readonly [SessionLog, SessionLog] {
  const events = texts.map((text, s): WireEvent => {
    const s2c = text.startsWith('<');
    return { s, t: s, k: 'message', dir: s2c ? 's2c' : 'c2s', raw: text.slice(s2c ? 1 : 0) };
  });
  const lines = events.map((event) => (event.k === 'message' && stubOf(event)) || encodeEvent(event));
  const head = { type: 'events', session: 'a', from: 0, count: lines.length, caughtUp: true } as const;
  const frame = decodeFrame(encodeEvents(head, lines));
  if (frame.type !== 'events') throw new Error(`a frame that is ${frame.type}`);
  return [events, frame.events].map((each) => {
    const log = new SessionLog();
    for (const event of each) log.append(event);
    return log;
  }) as [SessionLog, SessionLog];
}

const request = (id: number, method: string, params: unknown = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const answer = (id: number, result: unknown): string => `<${JSON.stringify({ jsonrpc: '2.0', id, result })}`;

describe('a list of the server', () => {
  test('of 100,000 tools in 12 MB is read, on both sides of the relay', () => {
    const tools = Array.from({ length: 100_000 }, (_, at) => ({
      name: `tool-${at}`,
      description: `Does thing number ${at}.`,
      inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
    }));
    const text = answer(1, { tools, nextCursor: 'more' });
    expect(text.length).toBeGreaterThan(12_000_000);
    for (const log of bothLogs(request(1, 'tools/list'), text)) {
      const { items, pages, complete, cursor, error, unread } = log.state.lists.tools;
      expect({ length: items.length, pages, complete, cursor, error, unread }).toEqual({
        length: 100_000,
        pages: 1,
        complete: false,
        cursor: 'more',
        error: undefined,
        unread: undefined,
      });
      expect(items.at(99_999)).toEqual(tools[99_999]);
      expect([...log.operations]).toMatchObject([{ method: 'tools/list', outcome: 'result' }]);
    }
  });

  test.each(SERVER_LISTS)('of more than 4 MiB is read: $method', ({ list, method, member }) => {
    const result = { [member]: [{ name: 'one', description: FILL }, { name: 'two' }] };
    for (const log of bothLogs(request(1, method), answer(1, result)))
      expect(log.state.lists[list]).toMatchObject({
        items: { all: [{ name: 'one' }, { name: 'two' }] },
        complete: true,
        pages: 1,
      });
  });

  test('that is beyond what is read is called too large, not refused', () => {
    const text = answer(1, { tools: [{ name: 'a', description: 'x'.repeat(65 * 1024 * 1024) }] });
    for (const log of bothLogs(request(1, 'tools/list'), text)) {
      expect(log.state.lists.tools).toMatchObject({ items: { all: [] }, complete: true, unread: 'too-large' });
      expect(log.state.lists.tools).not.toHaveProperty('error');
    }
  });

  test.each([
    ['a result without it', {}],
    ['a result that has a text in its place', { tools: 'too-large' }],
    ['a result that is none', 7],
    ['a large result without it', { other: FILL }],
    ['a large result with a text in its place', { tools: FILL }],
  ])('that is not in %s is missing, not refused', (_name, result) => {
    for (const log of bothLogs(request(1, 'tools/list'), answer(1, result))) {
      expect(log.state.lists.tools).toMatchObject({ items: { all: [] }, complete: true, unread: 'no-list' });
      expect(log.state.lists.tools).not.toHaveProperty('error');
    }
  });

  test('is refused only by an error, and a later answer takes that back', () => {
    const refusal = '<{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}';
    const [log] = bothLogs(request(1, 'tools/list'), refusal, request(2, 'tools/list'), answer(2, 7));
    expect(log.asOf(SESSION, 1).lists.tools).toMatchObject({ error: 'no' });
    expect(log.asOf(SESSION, 1).lists.tools).not.toHaveProperty('unread');
    expect(log.state.lists.tools).toMatchObject({ unread: 'no-list' });
    expect(log.state.lists.tools).not.toHaveProperty('error');
  });
});

describe('a large message', () => {
  test('is known as one of the revision that it names', () => {
    const meta = { [META.protocolVersion]: '2026-07-28', [META.clientInfo]: { name: 'c', version: '1' } };
    const params = { name: 'a', arguments: { text: FILL }, _meta: { ...meta, progressToken: 'p' } };
    for (const log of bothLogs(request(1, 'tools/call', params))) {
      expect(log.state.offered).toBe('2026-07-28');
      expect([...log.state.pending.values()]).toMatchObject([{ revision: '2026-07-28', token: 's:p' }]);
    }
  });

  test.each([
    ['a failed tool', { content: [{ type: 'text', text: FILL }], isError: true }, 'tool-error'],
    ['a tool', { content: [{ type: 'text', text: FILL }] }, 'result'],
  ])('that is the result of %s says so', (_name, result, outcome) => {
    for (const log of bothLogs(request(1, 'tools/call', { name: 'a' }), answer(1, result)))
      expect([...log.operations]).toMatchObject([{ outcome }]);
  });

  test('of which members are repeated means its last ones', () => {
    const text = `<{"jsonrpc":"2.0","id":1,"result":{"isError":true,"a":"${FILL}"},"result":{"isError":false,"isError":true,"a":"${FILL}","isError":false}}`;
    for (const log of bothLogs(request(1, 'tools/call'), text))
      expect([...log.operations]).toMatchObject([{ outcome: 'result' }]);
  });
});
