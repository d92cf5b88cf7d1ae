/** What the fold makes of values that no peer should send. */
import { describe, expect, test } from 'vitest';
import { headerParams } from '#shared/mcp';
import type { EventBody } from '#shared/recording';
import { c2s, handshake, logOf, notification, OPEN, request, s2c } from '../../script.ts';
import { get, head, post, STREAM } from '../../http-events.ts';

/** A value that `String` cannot make a text of, as any JSON text can hold one. */
const NO_TEXT = { toString: 1, valueOf: 1 };

describe('values that cannot be made a text', () => {
  test('as the id of a cancelled request', () => {
    const log = logOf(...OPEN, s2c(notification('notifications/cancelled', { requestId: NO_TEXT })));
    expect(log.length).toBe(3);
  });

  test('as the name of a mirrored header', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': NO_TEXT } } };
    expect(headerParams(schema).faults).toEqual([{ code: 'not-a-string', at: '/properties/a', value: 'object' }]);
  });

  test('as the address of HTTP+SSE in a file that somebody wrote', () => {
    const log = logOf(...OPEN, get('x1'), {
      ...s2c('{}'),
      x: 'x1',
      sse: { event: 'endpoint', data: NO_TEXT },
    } as unknown as EventBody);
    expect(log.state.endpoint).toBeUndefined();
  });
});

test('a session id that comes with the answer to server/discover is none of the session', () => {
  const log = logOf(
    ...OPEN,
    ...post('x1', request(1, 'server/discover')),
    head('x1', 200, [['Mcp-Session-Id', 'one']]),
    { k: 'connection', event: 'era', reason: 'discovered', detail: '2026-07-28' },
  );
  expect(log.state.httpSession).toBeUndefined();
});

test('turns and steps of a later version of the format change nothing', () => {
  const open = [...OPEN, ...post('x1', request(1, 'ping'))];
  const later = [
    { k: 'connection', event: 'paused' },
    { k: 'http', x: 'x1', phase: 'trailers' },
  ] as unknown as EventBody[];
  const { state } = logOf(...open, ...later);
  expect(state).toMatchObject({ connection: 'open' });
  expect(state.pending.size).toBe(1);
  expect(state.exchanges.size).toBe(1);
});

test('an empty event id takes the last one back', () => {
  const bodies = [...handshake(), get('x1'), head('x1', 200, STREAM)];
  const id = (text: string): EventBody => ({ k: 'sse', x: 'x1', text: `id: ${text}\n`, id: text });
  expect(logOf(...bodies, id('7')).state.exchanges.get('x1')?.lastEventId).toBe('7');
  expect(logOf(...bodies, id('7'), id('')).state.exchanges.get('x1')).not.toHaveProperty('lastEventId');
});

test('requests of one batch whose ids a double cannot tell apart are cancelled and answered each by itself', () => {
  const many = (...texts: string[]): string => `[${texts.join(', ')}]`;
  const call = (id: string): string => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
  const log = logOf(
    ...handshake('2025-03-26'),
    c2s(many(call('9007199254740992'), call('9007199254740993'), call('9007199254740994'))),
    c2s(many('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9007199254740993}}')),
    s2c(many('{"jsonrpc":"2.0","id":9007199254740992,"result":{}}')),
  );
  expect([...log.state.pending.values()].map(({ key }) => key)).toEqual(['n:9007199254740994']);
  expect(log.operations.slice(-3).map(({ outcome }) => outcome)).toEqual(['result', 'cancelled', undefined]);
});

test('a subscription is found by the digits of its id', () => {
  const listen = (id: string): string =>
    `{"jsonrpc":"2.0","id":${id},"method":"subscriptions/listen","params":{"notifications":{}}}`;
  const said = (id: string): string =>
    `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":${id}}}}`;
  const log = logOf(
    ...OPEN,
    c2s(listen('9007199254740992')),
    c2s(listen('9007199254740993')),
    s2c(said('9007199254740993')),
  );
  expect([...log.state.subscriptions.values()].map(({ agreed }) => agreed)).toEqual([
    undefined,
    { toolsListChanged: true },
  ]);
});
