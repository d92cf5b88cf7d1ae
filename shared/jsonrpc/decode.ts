/**
 * Any text to what it is in JSON-RPC 2.0: request, notification, response, batch, or not a message. The shape decides,
 * leniently: a message without `jsonrpc` is still shown as the request it is meant to be, with the fault beside it.
 * Nothing here throws on wire data.
 */
import type { Fault } from './faults.ts';
import { idDigits, idKey, type IdKey, type JsonRpcId } from './ids.ts';
import { scanJson, type JsonScan, type JsonMember } from './scan.ts';

/** Texts longer than this (UTF-16 units) are not parsed whole: only the envelope's small members are (`large: true`). */
export const LARGE_TEXT = 4 * 1024 * 1024;
const MAX_SMALL_MEMBER_CHARS = 64 * 1024;

interface Envelope {
  readonly faults: readonly Fault[];
  /** True when only the small outermost members were read and `params`, `result` may be absent for their size. */
  readonly large?: true;
  /** What is known of the one that is absent for its size, where it is an object. */
  readonly part?: LargePart;
}
interface Called extends Envelope {
  readonly method: string;
  readonly params?: unknown;
  /** It has the members of a response, too. */
  readonly mixed?: true;
}
export interface DecodedRequest extends Called {
  readonly kind: 'request';
  readonly id: JsonRpcId;
  readonly key: IdKey;
}
export interface DecodedNotification extends Called {
  readonly kind: 'notification';
}
export interface DecodedResponse extends Envelope {
  readonly kind: 'response';
  /** Absent when the id is missing, null or of a wrong type. */
  readonly id?: JsonRpcId;
  readonly key?: IdKey;
  readonly outcome: 'result' | 'error';
  readonly result?: unknown;
  readonly error?: unknown;
}
export interface DecodedBatch extends Envelope {
  readonly kind: 'batch';
  readonly items: readonly Decoded[];
  /** Their texts, where a number in one may be too long for a double. */
  readonly texts?: readonly string[];
}
export interface DecodedInvalid extends Envelope {
  readonly kind: 'invalid';
  readonly value?: unknown;
}
/** Not JSON; `at` is where it stops being JSON (UTF-16 units). */
export interface DecodedMalformed extends Envelope {
  readonly kind: 'malformed';
  readonly at: number;
}
export type Decoded =
  | DecodedRequest
  | DecodedNotification
  | DecodedResponse
  | DecodedBatch
  | DecodedInvalid
  | DecodedMalformed;

export type JsonObject = { readonly [key: string]: unknown };

/** True for a JSON object (not null, not an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Decode any text, exactly as on the wire, into one of six kinds; never throws. JSON-RPC 2.0, sections 4 to 6. */
export function decodeText(text: string): Decoded {
  if (text.length > LARGE_TEXT) return decodeLarge(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return malformed(text, scanJson(text));
  }
  const decoded = Array.isArray(value) ? decodeBatch(value, text) : decodeValue(value, () => idDigits(text));
  return isDeep(text) ? { ...decoded, faults: [...decoded.faults, 'deep-nesting'] } : decoded;
}

/** Nesting beyond which recursive programs (JSON.stringify among them) start to fail. */
const MAX_SAFE_DEPTH = 512;

/** True when a JSON text nests deeper than MAX_SAFE_DEPTH. Brackets are counted first, because the full scan costs more. */
function isDeep(text: string): boolean {
  if (text.length < 2 * MAX_SAFE_DEPTH) return false;
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 91 || code === 123) {
      if (++depth > deepest) deepest = depth;
    } else if (code === 93 || code === 125) depth--;
  }
  return deepest > MAX_SAFE_DEPTH && scanJson(text).depth > MAX_SAFE_DEPTH;
}

function decodeBatch(values: readonly unknown[], text: string): DecodedBatch {
  const texts = exactItems(text);
  return {
    kind: 'batch',
    items: values.map((item, index) => decodeValue(item, () => idDigits(texts[index] ?? ''))),
    ...(texts.length > 0 ? { texts } : {}),
    faults: values.length === 0 ? ['empty-batch'] : [],
  };
}

/** Decode an already parsed message; `digits` gives the id's text when precision matters. */
export function decodeValue(value: unknown, digits?: () => string | undefined): Decoded {
  if (!isObject(value)) return { kind: 'invalid', value, faults: ['not-an-object'] };
  const faults: Fault[] = [];
  if (!Object.hasOwn(value, 'jsonrpc')) faults.push('missing-jsonrpc');
  else if (value['jsonrpc'] !== '2.0') faults.push('wrong-jsonrpc');

  const hasId = Object.hasOwn(value, 'id');
  const id = value['id'];
  const usable = typeof id === 'string' || typeof id === 'number';
  let key: IdKey | undefined;
  if (usable) {
    const unsafe = typeof id === 'number' && !Number.isSafeInteger(id);
    if (typeof id === 'number' && !Number.isInteger(id)) faults.push('id-not-integer');
    else if (unsafe) faults.push('unsafe-number');
    key = idKey(id, unsafe ? digits?.() : undefined);
  } else if (hasId) faults.push(id === null ? 'null-id' : 'bad-id');

  const hasResult = Object.hasOwn(value, 'result');
  const hasError = Object.hasOwn(value, 'error');
  if (Object.hasOwn(value, 'method')) {
    const method = value['method'];
    if (typeof method !== 'string') return { kind: 'invalid', value, faults: [...faults, 'bad-method'] };
    const params = value['params'];
    if (params !== undefined && (typeof params !== 'object' || params === null)) faults.push('bad-params');
    // Set only where it is true: nearly all messages keep one shape.
    const more = hasResult || hasError ? ({ mixed: true } as const) : undefined;
    if (usable && key) {
      const request = { kind: 'request', id, key, method, params, faults } as const;
      return more ? { ...request, ...more } : request;
    }
    if (!hasId) {
      const notification = { kind: 'notification', method, params, faults } as const;
      return more ? { ...notification, ...more } : notification;
    }
    return { kind: 'invalid', value, faults };
  }
  if (hasResult || hasError) {
    if (hasResult && hasError) faults.push('result-and-error');
    const error = value['error'];
    if (hasError && !(isObject(error) && typeof error['code'] === 'number' && typeof error['message'] === 'string')) {
      faults.push('bad-error');
    }
    const outcome = hasError ? 'error' : 'result';
    const base = { kind: 'response', outcome, faults } as const;
    return {
      ...base,
      ...(usable && key ? { id, key } : {}),
      ...(hasResult ? { result: value['result'] } : {}),
      ...(hasError ? { error } : {}),
    };
  }
  return { kind: 'invalid', value, faults: [...faults, 'not-a-message'] };
}

/** Read the envelope of a text too long to parse whole: the outermost members that are small, and that the rest is JSON. */
function decodeLarge(text: string): Decoded {
  const scan = scanJson(text);
  if (scan.fault) return malformed(text, scan);
  if (scan.root === 'array') return { kind: 'batch', items: [], faults: [], large: true };
  if (scan.root !== 'object') return { kind: 'invalid', faults: ['not-an-object'], large: true };
  const envelope: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  let digits: string | undefined;
  let part: LargePart | undefined;
  for (const { key, start, end } of scan.members) {
    const small = end - start <= MAX_SMALL_MEMBER_CHARS;
    if (key === 'id' && small) digits = text.slice(start, end);
    // Of repeated members the last one counts.
    if (part?.key === key) part = undefined;
    if (!small && isPartKey(key) && text.charAt(start) === '{')
      part = largePart(text, key, start, end, MAX_SMALL_MEMBER_CHARS);
    envelope[key] = small ? JSON.parse(text.slice(start, end)) : tooLarge(key, text.charAt(start));
  }
  const decoded = decodeValue(envelope, () => digits);
  const faults: readonly Fault[] = scan.depth > MAX_SAFE_DEPTH ? [...decoded.faults, 'deep-nesting'] : decoded.faults;
  // An envelope that is no message was read in part only, so it is not the value.
  if (decoded.kind === 'invalid') return { kind: 'invalid', faults, large: true };
  return withoutPlaceholders({ ...decoded, faults, large: true, ...(part ? { part } : {}) });
}

const isPartKey = (key: string): key is LargePart['key'] => key === 'params' || key === 'result' || key === 'error';

/** The message with the small members of what it has no room for in its place: enough to say what it means for a session. */
export function withSmallMembers(decoded: Decoded): Decoded {
  const { part } = decoded;
  return part ? { ...decoded, [part.key]: part.small } : decoded;
}

const PLACEHOLDER = Object.freeze({ code: 0, message: '' });
const WRONG_TYPE = Symbol('neither object nor array');

/** Stands for a member too large to read, so that the envelope is still judged by its members' names and types. */
function tooLarge(key: string, first: string): unknown {
  if (key === 'result') return PLACEHOLDER;
  if (key !== 'params' && key !== 'error') return undefined;
  return first === '{' || (first === '[' && key === 'params') ? PLACEHOLDER : WRONG_TYPE;
}

function withoutPlaceholders(decoded: Decoded): Decoded {
  const entries = Object.entries(decoded).filter(([, value]) => value !== PLACEHOLDER && value !== WRONG_TYPE);
  return Object.fromEntries(entries) as unknown as Decoded;
}

function malformed(text: string, scan: JsonScan): DecodedMalformed {
  const at = scan.fault?.at ?? scan.end;
  return { kind: 'malformed', at, faults: [nameFault(text, scan)] };
}

function nameFault(text: string, scan: JsonScan): Fault {
  if (text.charCodeAt(0) === 0xfeff) return 'byte-order-mark';
  switch (scan.fault?.code) {
    case 'empty':
      return 'empty';
    case 'trailing-comma':
      return 'trailing-comma';
    case 'unexpected-end':
      return 'incomplete-json';
    case 'text-after-value': {
      const next = text[scan.fault.at];
      return scan.root !== 'scalar' && (next === '{' || next === '[') ? 'two-messages' : 'not-json';
    }
    default:
      return /^\s*<(?:!doctype|html|\?xml|head|body)/i.test(text.slice(0, 200)) ? 'html' : 'not-json';
  }
}

/** No shorter number is beyond 2^53. */
const LONG_NUMBER = /\d{16}/;

/** The text of each item of an array text, in order; empty when no number in it can be too long for a double. */
function exactItems(text: string): readonly string[] {
  return LONG_NUMBER.test(text) ? scanJson(text).members.map(({ start, end }) => text.slice(start, end)) : [];
}

export interface LargePart {
  readonly key: 'params' | 'result' | 'error';
  /** Where it stands in the message's text (UTF-16 units; `end` is exclusive), and its first members. */
  readonly start: number;
  readonly end: number;
  readonly members: readonly JsonMember[];
  readonly small: { readonly [name: string]: unknown };
}

/** Every object that the protocol has at this place has fewer. */
const MAX_MEMBER_COUNT = 256;

/** The object at [start, end) of a text that is JSON. Members longer than `short` (UTF-16 units) stay unread. */
function largePart(text: string, key: LargePart['key'], start: number, end: number, short: number): LargePart {
  const members = scanJson(text.slice(start, end))
    .members.slice(0, MAX_MEMBER_COUNT)
    .map((member) => ({ key: member.key, start: start + member.start, end: start + member.end }));
  const small = members
    .filter((member) => member.end - member.start <= short)
    .map((member) => [member.key, JSON.parse(text.slice(member.start, member.end)) as unknown] as const);
  return { key, start, end, members, small: Object.fromEntries(small) };
}
