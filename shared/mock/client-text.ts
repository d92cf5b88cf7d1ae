/** Reads a text of a client: what it asks, which of the server's requests it answers, what it cancels. */
import {
  type Decoded,
  type DecodedNotification,
  type DecodedRequest,
  decodeText,
  type IdKey,
  idKey,
  isObject,
  memberText,
  parsedJson,
  scanJson,
} from '#shared/jsonrpc';
import { nameKey, paramsKey } from './key.ts';
import type { ClientCall, OwnValue } from './types.ts';

export interface ClientText {
  /** Absent for a text that holds nothing but answers. */
  readonly call?: ClientCall;
  /** Ids of requests by the server that are answered in it. */
  readonly answers: readonly IdKey[];
  readonly cancels?: IdKey;
}

export function readClientText(text: string): ClientText {
  const decoded = decodeText(text);
  switch (decoded.kind) {
    case 'response':
      return { answers: decoded.key === undefined ? [] : [decoded.key] };
    case 'request':
    case 'notification':
      return { call: callOf(decoded, text), answers: [], ...cancelsOf(decoded, text) };
    case 'batch':
      return decoded.items.length === 0 ? { call: textCall(text), answers: [] } : batchOf(text);
    default:
      return { call: textCall(text), answers: [] };
  }
}

function callOf(decoded: DecodedRequest | DecodedNotification, text: string): ClientCall {
  const { kind, method, params, faults } = decoded;
  // Parameters that are too large to be read are compared by their text.
  const large = decoded.large ? memberText(text, ['params']) : undefined;
  const asked = large ?? paramsKey(params, kind === 'notification' ? OF_NOTIFICATIONS : undefined);
  const keyWith = (named: readonly string[]): string => [kind, ...named, method, asked].join(' ');
  const request = kind === 'request';
  return {
    kind,
    method,
    params,
    key: keyWith(faults),
    looseKey: keyWith(faults.filter((fault) => fault !== 'unsafe-number')),
    nameKey: `${kind} ${method} ${nameKey(params)}`,
    ids: request ? ownValues(text, ['id']) : [],
    tokens: request ? ownValues(text, ['params', '_meta', 'progressToken']) : [],
  };
}

const OF_NOTIFICATIONS: ReadonlySet<string> = new Set(['requestId', 'progressToken']);

function cancelsOf({ method }: DecodedRequest | DecodedNotification, text: string): { cancels?: IdKey } {
  if (method !== 'notifications/cancelled') return {};
  const cancels = ownValues(text, ['params', 'requestId'])[0]?.key;
  return cancels === undefined ? {} : { cancels };
}

/** A call that says nothing: what a server does before its client sends anything belongs to it. */
export const NO_CALL = textCall('');

function textCall(text: string): ClientCall {
  // A line may end in CR LF.
  const key = `text ${text.endsWith('\r') ? text.slice(0, -1) : text}`;
  return { kind: 'text', key, looseKey: key, nameKey: key, ids: [], tokens: [] };
}

function batchOf(text: string): ClientText {
  const calls: ClientCall[] = [];
  const answers: IdKey[] = [];
  for (const { start, end } of scanJson(text).members) {
    const item = text.slice(start, end);
    const decoded: Decoded = decodeText(item);
    if (decoded.kind === 'response') {
      if (decoded.key !== undefined) answers.push(decoded.key);
    } else calls.push(isCall(decoded) ? callOf(decoded, item) : textCall(item));
  }
  if (calls.length === 0) return { answers };
  const joined = (key: (call: ClientCall) => string): string => `batch ${calls.map(key).join('\n')}`;
  return {
    answers,
    call: {
      kind: 'batch',
      key: joined(({ key }) => key),
      looseKey: joined(({ looseKey }) => looseKey),
      nameKey: joined(({ nameKey }) => nameKey),
      ids: calls.flatMap(({ ids }) => ids),
      tokens: calls.flatMap(({ tokens }) => tokens),
    },
  };
}

const isCall = (decoded: Decoded): decoded is DecodedRequest | DecodedNotification =>
  decoded.kind === 'request' || decoded.kind === 'notification';

function ownValues(text: string, path: readonly string[]): OwnValue[] {
  const value = memberText(text, path);
  const key = value === undefined ? undefined : ownKey(value);
  return value === undefined || key === undefined ? [] : [{ key, text: value }];
}

/** The key of an id or progress token as it is written in JSON; undefined for what can be neither. Never throws. */
export function ownKey(text: string): IdKey | undefined {
  const value = parsedJson(text);
  return typeof value === 'string' || typeof value === 'number' ? idKey(value, text) : undefined;
}

/** `tools/call echo`, for people. */
export const callName = ({ method, params }: Pick<ClientCall, 'method' | 'params'>): string =>
  [method, aboutOf(params)].join(' ').trim();

/** What a call is about, for people: the tool's or prompt's name, or the resource's address. */
export function aboutOf(params: unknown): string {
  const { name, uri } = isObject(params) ? params : {};
  const about = typeof name === 'string' ? name : uri;
  return typeof about === 'string' ? about.slice(0, 200) : '';
}
