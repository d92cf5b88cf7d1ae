/** The steps of HTTP exchanges, as events. */
import type { EventBody, HeaderPairs } from '#shared/recording';
import { c2s } from './script.ts';

const URL = 'http://server/mcp';

/** A message in its own POST, in a session when one is named. */
export const post = (x: string, message: object, session?: string): readonly EventBody[] => [
  {
    k: 'http',
    x,
    phase: 'request',
    method: 'POST',
    url: URL,
    headers: session === undefined ? [] : [['Mcp-Session-Id', session]],
  },
  c2s(message, { x }),
];

export const get = (x: string, headers: HeaderPairs = []): EventBody => ({
  k: 'http',
  x,
  phase: 'request',
  method: 'GET',
  url: URL,
  headers,
});

/** Status and headers of a response. */
export const head = (x: string, status: number, headers: HeaderPairs = []): EventBody => ({
  k: 'http',
  x,
  phase: 'response',
  status,
  headers,
});

/** The headers of a response that is a stream. */
export const STREAM: HeaderPairs = [['Content-Type', 'text/event-stream']];

export const end = (x: string, by: 'server' | 'client' | 'network' = 'server'): EventBody => ({
  k: 'http',
  x,
  phase: 'end',
  by,
});

/** The event with which a stream of HTTP+SSE names the address for messages. */
export const endpoint = (x: string, data: string): EventBody => ({
  k: 'sse',
  x,
  text: 'event: endpoint\n',
  event: 'endpoint',
  data,
});
