/** A frame from a page to a message. What is malformed is refused with a word on what is wrong, and never trusted. */
import { isObject, parsedJson } from '#shared/jsonrpc';
import { readRetention } from '#shared/library';
import { decodeLine } from '#shared/recording';
import type { PageMessage } from '#shared/relay-protocol';
import {
  isBoolean,
  isConnectSpec,
  isCount,
  isHttpDetails,
  isLimits,
  isMethod,
  isNetwork,
  isPolicy,
  isString,
  isStrings,
  isTapChange,
  listOf,
  oneOf,
  optional,
  valuesOf,
  type Check,
} from './check.ts';

export type ParseResult =
  | { readonly ok: true; readonly message: PageMessage }
  /** `request` where the frame had one, so that the page knows which of its messages it was. */
  | { readonly ok: false; readonly detail: string; readonly request?: number; readonly session?: string };

const isProgram = oneOf('rerun', 'exercise');

/** A valid header, with an id as this program makes them. */
function isOwnHeader(value: unknown): boolean {
  if (!isObject(value) || !isString(value['id']) || !/^[0-9a-f]{20}$/.test(value['id'])) return false;
  return decodeLine(JSON.stringify(value), 1).type === 'header';
}

const MESSAGES: { readonly [type in PageMessage['type']]: { readonly [name: string]: Check } } = {
  ping: { n: isCount },
  open: { request: isCount, spec: isConnectSpec, policy: isPolicy, title: isString },
  watch: { session: isString, from: isCount },
  unwatch: { session: isString },
  send: {
    session: isString,
    text: isString,
    by: optional(isProgram),
    form: optional(oneOf(true)),
    http: optional(isHttpDetails),
    limits: optional(isLimits),
    b64: optional(isString),
  },
  cancel: { session: isString, op: isCount, reason: isString, by: optional(isProgram) },
  listen: { session: isString },
  policy: { session: isString, policy: isPolicy },
  note: { request: isCount, recording: isString, at: isCount, text: isString },
  authorized: { session: isString, callback: optional(isString) },
  close: { session: isString },
  tap: { session: isString, command: isObject },
  forget: { session: isString },
  recordings: { request: isCount },
  'describe-recording': { request: isCount, recording: isString, meta: isObject },
  'delete-recordings': { request: isCount, ids: isStrings },
  'restore-recordings': { request: isCount, ids: isStrings },
  'empty-trash': { request: isCount },
  retention: { request: isCount, retention: (value) => readRetention(value) !== undefined },
  'keep-recording': { request: isCount, header: isOwnHeader, from: isCount, lines: isString, end: optional(isString) },
  'read-masks': { request: isCount, recording: isString },
  'write-masks': { request: isCount, recording: isString, text: isString },
  'read-values': { request: isCount },
  'write-values': {
    request: isCount,
    values: valuesOf((each) => each === null || isString(each)),
    lasting: isBoolean,
  },
  authorizations: { request: isCount, forget: optional(isString), network: isNetwork },
  hosts: { request: isCount, changes: listOf(isTapChange), write: isBoolean },
  preflight: {
    request: isCount,
    url: isString,
    origin: isString,
    headers: isStrings,
    method: optional(isMethod),
  },
};

/** Never throws. */
export function parsePageMessage(text: string): ParseResult {
  const value = parsedJson(text);
  if (value === undefined) return { ok: false, detail: 'not JSON' };
  if (!isObject(value)) return { ok: false, detail: 'not an object' };
  const place = {
    ...(isCount(value['request']) ? { request: value['request'] } : {}),
    ...(isString(value['session']) ? { session: value['session'] } : {}),
  };
  const { type } = value;
  if (!isString(type) || !Object.hasOwn(MESSAGES, type)) return { ok: false, detail: 'unknown type', ...place };
  const fields = MESSAGES[type as PageMessage['type']];
  const wrong = Object.keys(fields).find((name) => fields[name]?.(value[name]) !== true);
  if (wrong !== undefined) return { ok: false, detail: `${type}: ${wrong}`, ...place };
  return { ok: true, message: value as unknown as PageMessage };
}
