/** A session that is over leaves nothing to the one that is. */
import { describe, expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { toEvents } from '../../arbitraries.ts';
import { c2s, OPEN, request, result, s2c } from '../../script.ts';

function folded(bodies: readonly EventBody[]): SessionLog {
  const log = new SessionLog();
  for (const event of toEvents(bodies)) log.append(event);
  return log;
}

const post = (x: string, message: object, session?: string): EventBody[] => [
  {
    k: 'http',
    x,
    phase: 'request',
    method: 'POST',
    url: 'http://server/mcp',
    headers: session === undefined ? [] : [['Mcp-Session-Id', session]],
  },
  c2s(message, { x }),
];

const get = (x: string, headers: readonly (readonly [string, string])[] = []): EventBody => ({
  k: 'http',
  x,
  phase: 'request',
  method: 'GET',
  url: 'http://server/mcp',
  headers,
});

const head = (x: string, status: number, headers: readonly (readonly [string, string])[] = []): EventBody => ({
  k: 'http',
  x,
  phase: 'response',
  status,
  headers,
});

const STREAM = [['Content-Type', 'text/event-stream']] as const;

const end = (x: string, by: 'server' | 'client' | 'network' = 'server'): EventBody => ({
  k: 'http',
  x,
  phase: 'end',
  by,
});

describe('a session that is over', () => {
  const welcome = (id: number): object =>
    result(id, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} });
  const initialize = (id: number): object => request(id, 'initialize', { protocolVersion: '2025-11-25' });
  const begun = (x: string, id: number, session: string): EventBody[] => [
    ...post(x, initialize(id)),
    head(x, 200, [['Mcp-Session-Id', session]]),
    s2c(welcome(id), { x }),
    end(x),
  ];
  const LOST: EventBody = { k: 'connection', event: 'restarted', reason: 'session-lost' };

  test('leaves no stream to be gone on with', () => {
    const before = [...OPEN, ...begun('x1', 1, 'one'), get('x2', [['Mcp-Session-Id', 'one']]), head('x2', 200, STREAM)];
    expect(folded([...before, end('x2')]).state.dropped.size).toBe(1);
    expect(folded([...before, LOST, ...begun('x3', 2, 'two'), end('x2')]).state.dropped.size).toBe(0);
  });

  test('does not give its id to the one that is', () => {
    const log = folded([
      ...OPEN,
      ...begun('x1', 1, 'one'),
      ...post('x2', request(2, 'ping'), 'one'),
      LOST,
      ...begun('x3', 3, 'two'),
      head('x2', 200, [['Mcp-Session-Id', 'one']]),
    ]);
    expect(log.state.httpSession).toBe('two');
  });
});
