export * from './cors.ts';
export type { Fetch, FetchInit, FetchResponse } from './redirect.ts';
export * from './redirect.ts';
export { isPlainBody, responseBody, type ResponseBody } from './response-body.ts';
export * from './sse-parser.ts';
export * from './streamable-http.ts';
export * from './transport.ts';
export { MAX_UNTAKEN_COUNT } from './untaken.ts';
