/** What the client's HTTP requests say of it (basic/transports#streamable-http). */
import { headerOf, type HttpBody, type WireEvent } from '#shared/recording';
import { sendsVersionHeader } from '#shared/mcp';
import { NO, NONE, YES } from './facts.ts';
import { saw } from './gather.ts';
import { TIMEOUT_US } from './messages.ts';
import { fulfilled, expect, type ProfileState } from './state.ts';

/** Headers whose values are shown, as they are written in the specifications. Values of others may be secrets. */
const SHOWN_HEADERS: ReadonlyMap<string, string> = new Map(
  ['Accept', 'Content-Type', 'User-Agent', 'Origin'].map((name) => [name.toLowerCase(), name]),
);
/** Headers that have facts of their own, and those that say nothing of an MCP client. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name', 'last-event-id', 'authorization'],
  ...['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'accept-encoding', 'accept-language'],
  ...['cache-control', 'pragma', 'cookie', 'referer', 'te', 'priority', 'dnt', 'upgrade-insecure-requests'],
]);
const isKnown = (name: string): boolean =>
  KNOWN.has(name) || SHOWN_HEADERS.has(name) || name.startsWith('sec-') || name.startsWith('mcp-param-');

/** Streams that may be taken up later have their own pace: a server's `retry`, and a client's growing pauses. */
const STREAM_TIMEOUT_US = 10_000_000;

/** A step of an exchange. Never throws. */
export function stepHttp(state: ProfileState, event: HttpBody & WireEvent): void {
  if (event.phase === 'request') return began(state, event);
  if (event.phase === 'response') return answered(state, event);
  if (event.phase !== 'end') return;
  state.posts.delete(event.x);
  if (state.stream !== event.x) return;
  state.stream = undefined;
  if (event.by === 'client') state.streamEndS = event.s;
}

function began(state: ProfileState, event: HttpBody & WireEvent): void {
  const { x, s, method = '', headers } = event;
  observeHeaders(state, event);
  state.streamEndS = undefined;
  if (method === 'POST') {
    const has = (name: string): boolean => headerOf(headers, name) !== undefined;
    state.posts.set(x, { method: has('mcp-method'), name: has('mcp-name') });
  }
  const version = headerOf(headers, 'mcp-protocol-version');
  if (version !== undefined || (state.agreed && sendsVersionHeader(state.agreed.revision)))
    saw(state.seen, 'versionHeader', { value: version ?? NONE, s });
  if (state.session !== undefined) {
    const sent = headerOf(headers, 'mcp-session-id') !== undefined;
    saw(state.seen, 'sessionHeader', { value: sent ? YES : NO, s });
  }
  if (method === 'DELETE') saw(state.seen, 'deletes', { value: YES, s });
  if (method !== 'GET') return;
  if (headerOf(headers, 'last-event-id') !== undefined) {
    if (state.expected.has('stream')) fulfilled(state, 'stream', event);
    return;
  }
  // HTTP+SSE begins with a GET, and has no other stream.
  if (!state.agreed) return;
  state.stream = x;
  if (!state.seen.has('listens')) saw(state.seen, 'listens', { value: YES, s });
}

function observeHeaders({ seen }: ProfileState, { s, method, headers = [] }: HttpBody & WireEvent): void {
  for (const [name, value] of headers) {
    const low = name.toLowerCase();
    const told = SHOWN_HEADERS.get(low);
    // What is accepted depends on what is asked for.
    const subject = low === 'accept' ? `Accept (${method ?? ''})` : told;
    if (subject !== undefined) saw(seen, 'header', { subject, value, s });
    else if (low === 'authorization') saw(seen, 'authorization', { value: schemeOf(value), s });
    else if (!isKnown(low)) saw(seen, 'otherHeaders', { value: low, s });
  }
}

const schemeOf = (value: string): string => /^[A-Za-z]+(?= )/.exec(value)?.[0] ?? OPAQUE;
const OPAQUE = '?';

function answered(state: ProfileState, { x, s, t, status, headers }: HttpBody & WireEvent): void {
  const given = headerOf(headers, 'mcp-session-id');
  if (x === state.initializeX && given !== undefined && (status ?? 0) < 400) state.session = given;
  if (status === 404 && state.session !== undefined) {
    expect(state, 'session', { fact: 'reinitializes', s, t, timeoutUs: TIMEOUT_US });
    state.session = undefined;
  }
}

/** A stream with event ids ended before its time: the client can go on with it. */
export function streamBroke(state: ProfileState, { s, t }: WireEvent, retry = 0): void {
  const timeoutUs = Math.max(STREAM_TIMEOUT_US, retry * 2000);
  expect(state, 'stream', { fact: 'resumes', s, t, timeoutUs });
}

/** A request of the per-request era came in this exchange (2026-07-28, basic/transports/streamable-http#headers). */
export function observeMirrored({ posts, seen }: ProfileState, x: string | undefined, named: boolean, s: number): void {
  const post = x === undefined ? undefined : posts.get(x);
  if (!post) return;
  saw(seen, 'methodHeader', { value: post.method ? YES : NO, s });
  if (named) saw(seen, 'nameHeader', { value: post.name ? YES : NO, s });
}
