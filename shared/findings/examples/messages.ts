/** Messages as events, in short. */
import { requestMeta } from '#shared/mcp';
import type { EventBody, MessageBody } from '#shared/recording';

type More = Partial<Omit<MessageBody, 'k' | 'dir' | 'raw'>>;
const message = (dir: 'c2s' | 's2c', content: object | string, more: More): EventBody => ({
  k: 'message',
  dir,
  raw: typeof content === 'string' ? content : JSON.stringify(content),
  ...more,
});

/** A message of the client (an object, or its exact text); with `x` it travels in that HTTP exchange. */
export const client = (content: object | string, more: More = {}): EventBody => message('c2s', content, more);
export const server = (content: object | string, more: More = {}): EventBody => message('s2c', content, more);
/** A message of the client, and what answers it. */
export const answered = (asked: object, got: object): readonly EventBody[] => [client(asked), server(got)];

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

const [CLIENT, SERVER] = ['client', 'server'].map((name) => ({ name, version: '1.0.0' }));
/** `initialize` at a revision, without capabilities. */
export const offered = (id: unknown, protocolVersion: string, more: object = {}): object =>
  request(id, 'initialize', { protocolVersion, capabilities: {}, clientInfo: CLIENT, ...more });
/** Its result. */
export const agreed = (id: unknown, protocolVersion: string, more: object = {}): object =>
  result(id, { protocolVersion, capabilities: {}, serverInfo: SERVER, ...more });

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
/** A complete result that may not be kept. */
export const fresh = (id: unknown, value: object): object =>
  complete(id, { ...value, ttlMs: 0, cacheScope: 'private' });
/** The result of `server/discover`. */
export const found = (id: unknown, capabilities: object = {}, supportedVersions: unknown = [LATEST]): object =>
  fresh(id, { supportedVersions, capabilities });
