export * from './cors.ts';
export * from './redirect.ts';
export * from './sse-parser.ts';
export * from './streamable-http.ts';
export * from './transport.ts';
export { MOST_UNTAKEN } from './untaken.ts';
