/** What the client's requests and notifications say of it, and what it makes of the server's. */
import { isObject, type Decoded, type JsonObject } from '#shared/jsonrpc';
import { listByMethod, META, metaValue, SERVER_LISTS } from '#shared/mcp';
import type { MessageEvent } from '#shared/recording';
import { NO, NONE, YES } from './facts.ts';
import { saw } from './gather.ts';
import { fulfilled, expect, type ProfileState } from './state.ts';

/** Microseconds after which a client that did nothing is taken to do nothing. */
export const TIMEOUT_US = 2_000_000;
const FIRST = 8;
const MAX_META_COUNT = 20;

/** Members of `_meta` that have facts of their own, or that every request of the per-request era has. */
const HAS_OWN_FACT: ReadonlySet<string> = new Set([
  META.protocolVersion,
  META.clientInfo,
  META.clientCapabilities,
  META.logLevel,
  'progressToken',
]);

type Place = Pick<MessageEvent, 's' | 't'>;

export function stepClient(state: ProfileState, event: MessageEvent, message: Decoded): void {
  if (message.kind !== 'request' && message.kind !== 'notification') return;
  const { method } = message;
  const params = isObject(message.params) ? message.params : {};
  const { s, t } = event;
  saw(state.seen, 'method', { subject: method, s });
  if (state.first.length === 0) state.firstS = s;
  if (state.first.length < FIRST) state.first.push(method);
  if (method !== 'notifications/initialized') state.lastS = s;
  if (message.kind === 'notification') {
    const { reason } = params;
    const value = typeof reason === 'string' ? reason : NONE;
    if (method === 'notifications/cancelled') saw(state.seen, 'cancelReason', { value, s });
    return;
  }
  saw(state.seen, 'ids', { value: typeof message.id, s });
  observeMeta(state, params, s);
  if (method === 'ping') {
    if (state.pingT !== undefined) saw(state.seen, 'pings', { s, took: t - state.pingT });
    state.pingT = t;
  }
  if (method === 'logging/setLevel' && typeof params['level'] === 'string')
    saw(state.seen, 'logLevel', { value: params['level'], s });
  if (method === 'initialize') {
    fulfilled(state, 'session', event);
    state.initializeX = event.x;
    if (state.beganT < 0) state.beganT = t;
    state.agreed = undefined;
    state.session = undefined;
  }
  if (method === 'resources/read' && typeof params['uri'] === 'string')
    fulfilled(state, `updated ${params['uri']}`, event);
  const list = listByMethod(method)?.list;
  if (list !== undefined) lists(state, list, params['cursor'], event);
}

/** A message of the server, which the client may react to. */
export function stepServer(state: ProfileState, { s, t }: Place, message: Decoded): void {
  if (message.kind !== 'notification') return;
  for (const { list, changed } of SERVER_LISTS)
    if (changed === message.method && state.read.has(list))
      expect(state, `list ${list}`, { fact: 'listChanged', subject: list, s, t, timeoutUs: TIMEOUT_US });
  const uri = isObject(message.params) ? message.params['uri'] : undefined;
  if (message.method === 'notifications/resources/updated' && typeof uri === 'string')
    expect(state, `updated ${uri}`, { fact: 'updated', s, t, timeoutUs: TIMEOUT_US });
}

/** A page of a list came, and names the next one. */
export function pageCame(state: ProfileState, list: string, next: string, { s, t }: Place): void {
  expect(state, `page ${list}`, { fact: 'pages', subject: list, s, t, timeoutUs: TIMEOUT_US });
  state.cursors.set(list, next);
}

function lists(state: ProfileState, list: string, cursor: unknown, event: Place): void {
  const expected = state.expected.get(`page ${list}`);
  if (cursor !== undefined) {
    if (cursor === state.cursors.get(list)) fulfilled(state, `page ${list}`, event);
    return;
  }
  // From the first page on again, without having asked for the rest.
  if (expected && state.expected.delete(`page ${list}`))
    saw(state.seen, 'pages', { subject: list, value: NO, s: expected.s });
  state.read.add(list);
  fulfilled(state, `list ${list}`, event);
}

function observeMeta(state: ProfileState, params: JsonObject, s: number): void {
  const meta = params['_meta'];
  if (!isObject(meta)) return;
  for (const name of Object.keys(meta).slice(0, MAX_META_COUNT))
    if (!HAS_OWN_FACT.has(name)) saw(state.seen, 'meta', { value: name, s });
  const level = metaValue(params, META.logLevel);
  if (typeof level === 'string') saw(state.seen, 'logLevel', { value: level, s });
}

/** Requests of which a client wants to know how far they are. */
const LONG: ReadonlySet<string> = new Set(['tools/call']);

/** A request of the client, with its progress token or without. */
export function observeToken(state: ProfileState, method: string, has: boolean, s: number): void {
  if (has || LONG.has(method)) saw(state.seen, 'progressToken', { subject: method, value: has ? YES : NO, s });
}
