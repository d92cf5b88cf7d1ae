/** HTTP+SSE in the fold: what its streams carry and end. */
import { describe, expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { toEvents } from '../../arbitraries.ts';
import { c2s, handshake, OPEN, request } from '../../script.ts';

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

const endpoint = (x: string, data: unknown): EventBody => ({
  k: 'sse',
  x,
  text: 'event: endpoint\n',
  event: 'endpoint',
  data: data as string,
});

describe('HTTP+SSE', () => {
  const opened = [...OPEN, get('x1'), head('x1', 200, STREAM), endpoint('x1', '/messages')];

  test('the end of its stream ends what waits for an answer on it', () => {
    const log = folded([...opened, ...post('x2', request(1, 'ping')), head('x2', 202), end('x2'), end('x1')]);
    expect(log.operations[0]?.outcome).toBe('no-answer');
    expect(log.state.endpoint).toBeUndefined();
    expect(log.state.pending.size).toBe(0);
    expect(log.state.dropped.size).toBe(0);
  });

  test('a message that did not arrive is not answered on the stream', () => {
    const log = folded([...opened, ...post('x2', request(1, 'ping')), end('x2', 'network')]);
    expect(log.operations[0]?.outcome).toBe('no-answer');
  });

  test('only the stream that was opened for it says where to post', () => {
    const log = folded([...handshake(), get('x1'), head('x1', 200, STREAM), endpoint('x1', '/elsewhere')]);
    expect(log.state.endpoint).toBeUndefined();
    expect(folded(opened).state.endpoint).toEqual({ url: 'http://server/messages', x: 'x1' });
  });
});
