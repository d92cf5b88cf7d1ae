/** Short ways to write down what breaks a rule and what keeps it. */
import { requestMeta } from '#shared/mcp';
import type { EventBody, HeaderPairs, MessageBody, SseFields } from '#shared/recording';

export interface Example {
  /** What precedes both. */
  readonly given?: readonly EventBody[];
  readonly breaks: readonly EventBody[];
  readonly keeps: readonly EventBody[];
}

/** Examples of a category; `given` precedes those that do not say what does. */
export const examples = <Id extends string>(
  given: readonly EventBody[],
  own: { readonly [id in Id]: Example },
): { readonly [id in Id]: Example } =>
  Object.fromEntries(Object.entries<Example>(own).map(([id, each]) => [id, { given, ...each }])) as typeof own;

type More = Partial<Omit<MessageBody, 'k' | 'dir' | 'raw'>>;
const message = (dir: 'c2s' | 's2c', content: object | string, more: More): EventBody => ({
  k: 'message',
  dir,
  raw: typeof content === 'string' ? content : JSON.stringify(content),
  ...more,
});

/** A message of the client (an object, or its exact text); with `x` it travels in that HTTP exchange. */
export const client = (content: object | string, more: More = {}): EventBody => message('c2s', content, more);
/** A message of the server. */
export const server = (content: object | string, more: More = {}): EventBody => message('s2c', content, more);
/** An SSE event of the server that carries a message. */
export const streamed = (x: string, content: object | string, sse: SseFields = {}): EventBody =>
  message('s2c', content, { x, sse });

export const request = (id: unknown, method: string, params?: object): object => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params ? { params } : {}),
});
export const notification = (method: string, params?: object): object => ({
  jsonrpc: '2.0',
  method,
  ...(params ? { params } : {}),
});
export const result = (id: unknown, value: unknown = {}): object => ({ jsonrpc: '2.0', id, result: value });
export const failure = (id: unknown, code: number, text = 'failed', data?: unknown): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: text, ...(data === undefined ? {} : { data }) },
});

const ENDPOINT = 'https://mcp.example/mcp';
const pairs = (headers: { readonly [name: string]: string }): HeaderPairs => Object.entries(headers);

/** The head of an HTTP request; POST to the endpoint unless said otherwise. */
export const head = (
  x: string,
  headers: { readonly [name: string]: string } = {},
  { method = 'POST', url = ENDPOINT }: { readonly method?: string; readonly url?: string } = {},
): EventBody => ({ k: 'http', x, phase: 'request', method, url, headers: pairs(headers) });
/** The head of its answer. */
export const answer = (x: string, status: number, headers: { readonly [name: string]: string } = {}): EventBody => ({
  k: 'http',
  x,
  phase: 'response',
  status,
  headers: pairs(headers),
});
/** Its end. */
export const end = (x: string, by: 'server' | 'client' | 'network' = 'server'): EventBody => ({
  k: 'http',
  x,
  phase: 'end',
  by,
});

export const OPEN: readonly EventBody[] = [
  { k: 'connection', event: 'opening' },
  { k: 'connection', event: 'open' },
];
/** The event, so many seconds after the session began. Whatever follows it has to be later, too. */
export const after = (seconds: number, event: EventBody): EventBody & { readonly t: number } => ({
  ...event,
  t: seconds * 1_000_000,
});
/** The connection was closed in order. */
export const CLOSED: EventBody = { k: 'connection', event: 'closed', reason: 'finished' };
/** A process of the server began. */
export const SPAWNED: readonly EventBody[] = [...OPEN, { k: 'process', event: 'spawn', pid: 4711 }];

export interface Agreed {
  readonly client?: object;
  readonly server?: object;
}

/** Over stdio: a handshake at `revision`, with these capabilities. Ids `h1`. */
export const shaken = (
  revision: string,
  { client: own = {}, server: other = {} }: Agreed = {},
): readonly EventBody[] => [
  ...SPAWNED,
  client(
    request('h1', 'initialize', {
      protocolVersion: revision,
      capabilities: own,
      clientInfo: { name: 'client', version: '1.0.0' },
    }),
  ),
  server(
    result('h1', { protocolVersion: revision, capabilities: other, serverInfo: { name: 'server', version: '1.0.0' } }),
  ),
  client(notification('notifications/initialized')),
];

export const LATEST = '2026-07-28';
/** `_meta` of a request of the per-request era. */
export const meta = (capabilities: object = {}, logLevel?: string): object =>
  requestMeta({
    revision: LATEST,
    clientInfo: { name: 'client', version: '1.0.0' },
    capabilities,
    ...(logLevel === undefined ? {} : { logLevel }),
  });
/** A complete result of the per-request era. */
export const complete = (id: unknown, value: object = {}): object => result(id, { resultType: 'complete', ...value });

/** Over stdio: a server of the per-request era that was asked what it can do. Id `d1`. */
export const discovered = ({ client: own = {}, server: other = {} }: Agreed = {}): readonly EventBody[] => [
  ...SPAWNED,
  client(request('d1', 'server/discover', { _meta: meta(own) })),
  server(complete('d1', { supportedVersions: [LATEST], capabilities: other, ttlMs: 0, cacheScope: 'private' })),
];

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
    readonly headers?: { readonly [name: string]: string };
    readonly status?: number;
    readonly answers?: { readonly [name: string]: string };
  } = {},
): readonly EventBody[] => [
  head(x, { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }),
  client(sent, { x }),
  answer(x, status, { ...(got ? { 'content-type': 'application/json' } : {}), ...answers }),
  ...(got ? [server(got, { x })] : []),
  end(x),
];

/** Headers of a POST, from `MCP-Protocol-Version` on. */
export const usual = (
  revision: string,
  more: { readonly [name: string]: string } = {},
): { readonly [name: string]: string } => ({
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
  const own: { readonly [name: string]: string } = session === undefined ? {} : { 'mcp-session-id': session };
  const clientInfo = { name: 'client', version: '1.0.0' };
  const serverInfo = { name: 'server', version: '1.0.0' };
  return [
    ...OPEN,
    ...posted(
      'h1',
      request('h1', 'initialize', { protocolVersion: revision, capabilities: {}, clientInfo }),
      result('h1', { protocolVersion: revision, capabilities: other, serverInfo }),
      { answers: own },
    ),
    ...posted('h2', notification('notifications/initialized'), undefined, { headers: usual(revision, own) }),
  ];
};

/** Over Streamable HTTP: a server of the per-request era that was asked what it can do. */
export const discoveredOverHttp = ({ server: other = {} }: Agreed = {}): readonly EventBody[] => [
  ...OPEN,
  ...posted(
    'd1',
    request('d1', 'server/discover', { _meta: meta() }),
    complete('d1', { supportedVersions: [LATEST], capabilities: other, ttlMs: 0, cacheScope: 'private' }),
    { headers: usual(LATEST, { 'mcp-method': 'server/discover' }) },
  ),
];

/** A POST to the endpoint and its message, without an answer yet. */
export const sent = (
  x: string,
  headers: { readonly [name: string]: string },
  content: object,
): readonly EventBody[] => [head(x, headers), client(content, { x })];

/** Its answer as a stream, without events yet. */
export const stream = (x: string, headers: { readonly [name: string]: string } = {}): EventBody =>
  answer(x, 200, { 'content-type': 'text/event-stream', ...headers });
/** A GET stream of the server. */
export const listening = (x: string, headers: { readonly [name: string]: string }): readonly EventBody[] => [
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
