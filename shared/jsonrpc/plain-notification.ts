/** Notifications in the form in which nearly all come, known by their characters: no value is built, and nothing is guessed. */
import { isJsonSpace, numberEnd } from './scan.ts';

export interface PlainNotification {
  readonly method: string;
  /** `progressToken` of its parameters. */
  readonly token?: string | number;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const LOW_LINE = 95;
const SMALL_A = 97;
const SMALL_J = 106;
const SMALL_M = 109;
const SMALL_P = 112;

/** Longer texts (UTF-16 units) and deeper ones are left to those who read them whole. */
const MAX_CHARS = 64 * 1024;
const MAX_DEPTH = 30;

/**
 * What a text says that is JSON, and a notification of JSON-RPC 2.0 without a fault: `jsonrpc`, `method` and `params`, an object, each
 * once and nothing else, its first character and its last a brace. Undefined for everything else, and where more would have to be read
 * to be sure: escapes in names, `_meta` in the parameters, a token that is no simple string or safe integer. Never throws.
 */
export function plainNotification(text: string): PlainNotification | undefined {
  const { length } = text;
  if (length > MAX_CHARS || text.charCodeAt(0) !== OPEN_BRACE) return undefined;
  const found: Found = { method: undefined, token: undefined, hasVersion: false, hasParams: false };
  if (bracketEnd(text, 0, MAX_DEPTH, found) !== length) return undefined;
  const { method, token, hasVersion, hasParams } = found;
  if (method === undefined || !hasVersion || !hasParams) return undefined;
  return token === undefined ? { method } : { method, token };
}

interface Found {
  method: string | undefined;
  token: string | number | undefined;
  hasVersion: boolean;
  hasParams: boolean;
}

/** Take in a member, of the message or of its parameters; false where it is not plain. */
function take(found: Found, isMessage: boolean, text: string, name: number, start: number, end: number): boolean {
  const first = text.charCodeAt(name);
  if (!isMessage) {
    if (first === LOW_LINE && text.startsWith('_meta"', name)) return false;
    if (first !== SMALL_P || !text.startsWith('progressToken"', name)) return true;
    const isText = simpleEnd(text, start) === end;
    const token = isText ? text.slice(start + 1, end - 1) : Number(text.slice(start, end));
    if (found.token !== undefined || !(isText || Number.isSafeInteger(token))) return false;
    found.token = token;
    return true;
  }
  if (first === SMALL_J && text.startsWith('jsonrpc"', name)) {
    if (found.hasVersion || !text.startsWith('"2.0"', start)) return false;
    return (found.hasVersion = true);
  }
  if (first === SMALL_M && text.startsWith('method"', name)) {
    if (found.method !== undefined || simpleEnd(text, start) !== end) return false;
    found.method = text.slice(start + 1, end - 1);
    return true;
  }
  if (!text.startsWith('params"', name) || found.hasParams) return false;
  return (found.hasParams = text.charCodeAt(start) === OPEN_BRACE);
}

/** End (exclusive) of the object or array at `start`; 0 where it is none, or not plain. `found` is for the message, and its parameters. */
function bracketEnd(text: string, start: number, deep: number, found?: Found): number {
  const isObject = text.charCodeAt(start) === OPEN_BRACE;
  const close = isObject ? CLOSE_BRACE : CLOSE_BRACKET;
  let at = spaceEnd(text, start + 1);
  if (text.charCodeAt(at) === close) return at + 1;
  for (;;) {
    const name = at + 1;
    if (isObject) {
      at = spaceEnd(text, simpleEnd(text, at));
      if (text.charCodeAt(at) !== COLON) return 0;
      at = spaceEnd(text, at + 1);
    }
    const isMessage = deep === MAX_DEPTH;
    const inside = isMessage && text.charCodeAt(name) === SMALL_P ? found : undefined;
    const end = valueEnd(text, at, deep, inside);
    if (end === 0 || (found && !take(found, isMessage, text, name, at, end))) return 0;
    at = spaceEnd(text, end);
    const code = text.charCodeAt(at);
    if (code === close) return at + 1;
    if (code !== COMMA) return 0;
    at = spaceEnd(text, at + 1);
  }
}

function valueEnd(text: string, start: number, deep: number, found?: Found): number {
  const code = text.charCodeAt(start);
  if (code === QUOTE) return stringEnd(text, start);
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return deep === 0 ? 0 : bracketEnd(text, start, deep - 1, found);
  if (code < SMALL_A) return Math.max(0, numberEnd(text, start));
  if (text.startsWith('true', start) || text.startsWith('null', start)) return start + 4;
  return text.startsWith('false', start) ? start + 5 : 0;
}

function spaceEnd(text: string, start: number): number {
  let at = start;
  for (; ; at++) {
    const code = text.charCodeAt(at);
    if (!(code <= 32) || !isJsonSpace(code)) return at;
  }
}

/** End (exclusive) of the string without an escape that opens at `start`; 0 for anything else. */
function simpleEnd(text: string, start: number): number {
  if (text.charCodeAt(start) !== QUOTE) return 0;
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    // Beyond the end there is NaN.
    if (code === BACKSLASH || !(code >= 32)) return 0;
  }
}

const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;

/** End (exclusive) of the string at `start`; 0 where it is none that JSON allows. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (!(code >= 32)) return 0;
    if (code !== BACKSLASH) continue;
    ESCAPE.lastIndex = at + 1;
    if (!ESCAPE.test(text)) return 0;
    at = ESCAPE.lastIndex - 1;
  }
}
