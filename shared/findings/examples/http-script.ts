/** The same over HTTP: exchanges, streams, sessions. */
import type { EventBody, HeaderPairs, SseFields } from '#shared/recording';
import { agreed, client, found, LATEST, meta, notification, offered, request, server } from './messages.ts';
import { OPEN, type Agreed } from './script.ts';

/** An SSE event of the server that carries a message. */
export const streamed = (x: string, content: object | string, sse: SseFields = {}): EventBody =>
  server(content, { x, sse });

const ENDPOINT = 'https://mcp.example/mcp';
export type Headers = { readonly [name: string]: string };
const pairs = (headers: Headers): HeaderPairs => Object.entries(headers);

/** The head of an HTTP request; POST to the endpoint unless said otherwise. */
export const head = (
  x: string,
  headers: Headers = {},
  { method = 'POST', url = ENDPOINT }: { readonly method?: string; readonly url?: string } = {},
): EventBody => ({ k: 'http', x, phase: 'request', method, url, headers: pairs(headers) });
export const answer = (x: string, status: number, headers: Headers = {}): EventBody => ({
  k: 'http',
  x,
  phase: 'response',
  status,
  headers: pairs(headers),
});
export const end = (x: string, by: 'server' | 'client' | 'network' = 'server'): EventBody => ({
  k: 'http',
  x,
  phase: 'end',
  by,
});

/** One exchange over HTTP: a POST with a message, its answer as JSON. */
export const posted = (
  x: string,
  sent: object,
  got: object | undefined,
  {
    headers = {},
    status = got ? 200 : 202,
    answers = {},
  }: {
    readonly headers?: Headers;
    readonly status?: number;
    readonly answers?: Headers;
  } = {},
): readonly EventBody[] => [
  head(x, { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }),
  client(sent, { x }),
  answer(x, status, { ...(got ? { 'content-type': 'application/json' } : {}), ...answers }),
  ...(got ? [server(got, { x })] : []),
  end(x),
];

/** Headers of a POST, from `MCP-Protocol-Version` on. */
export const usual = (revision: string, more: Headers = {}): Headers => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': revision,
  ...more,
});

/** Over Streamable HTTP: a handshake at `revision`; with `session` the server gives that id. */
export const shakenOverHttp = (
  revision: string,
  { server: other = {}, session }: Agreed & { readonly session?: string } = {},
): readonly EventBody[] => {
  const own: Headers = session === undefined ? {} : { 'mcp-session-id': session };
  return [
    ...OPEN,
    ...posted('h1', offered('h1', revision), agreed('h1', revision, { capabilities: other }), { answers: own }),
    ...posted('h2', notification('notifications/initialized'), undefined, { headers: usual(revision, own) }),
  ];
};

/** Over Streamable HTTP: a server of the per-request era that was asked what it can do. */
export const discoveredOverHttp = ({ server: other = {} }: Agreed = {}): readonly EventBody[] => [
  ...OPEN,
  ...posted('d1', request('d1', 'server/discover', { _meta: meta() }), found('d1', other), {
    headers: usual(LATEST, { 'mcp-method': 'server/discover' }),
  }),
];

/** A POST to the endpoint and its message, without an answer yet. */
export const sent = (x: string, headers: Headers, content: object): readonly EventBody[] => [
  head(x, headers),
  client(content, { x }),
];

/** Its answer as a stream, without events yet. */
export const stream = (x: string, headers: Headers = {}): EventBody =>
  answer(x, 200, { 'content-type': 'text/event-stream', ...headers });
/** A GET stream of the server. */
export const listening = (x: string, headers: Headers): readonly EventBody[] => [
  head(x, { accept: 'text/event-stream', ...headers }, { method: 'GET' }),
  stream(x),
];
/** An SSE event without a message. */
export const priming = (x: string, id: string, retry?: number): EventBody => ({
  k: 'sse',
  x,
  text: [`id: ${id}`, ...(retry === undefined ? [] : [`retry: ${String(retry)}`]), 'data:'].join('\n'),
  id,
  ...(retry === undefined ? {} : { retry }),
});
