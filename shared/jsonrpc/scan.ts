/**
 * A JSON text scanner that keeps positions and never builds values: it says where the members of the outermost object
 * (or the items of the outermost array) stand, how deep the text nests, and where it stops being JSON (RFC 8259). It
 * is iterative, so a text nested a million deep is as safe as a flat one, and it skips long strings at memory speed.
 */

/** One member of the outermost object, or one item of the outermost array (then `key` is its index). */
export interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

export type JsonFaultCode =
  | 'empty'
  | 'unexpected-character'
  | 'unexpected-end'
  | 'trailing-comma'
  | 'bad-string'
  | 'bad-number'
  | 'text-after-value';

export interface JsonScan {
  /** What the outermost value is; 'none' when no value begins. */
  readonly root: 'object' | 'array' | 'scalar' | 'none';
  readonly members: readonly JsonMember[];
  /** Deepest nesting of objects and arrays; 0 for a scalar. */
  readonly depth: number;
  /** Where the outermost value ends (exclusive), or where scanning stopped. */
  readonly end: number;
  readonly fault?: { readonly code: JsonFaultCode; readonly at: number };
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const WORDS = ['true', 'false', 'null'];

/** True for the four characters that JSON counts as white space. */
export function isJsonSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

/** End (exclusive) of the string literal that opens at `start`, or -1 when it never closes. */
export function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return -1;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

const CONTROL_OR_BAD_ESCAPE = /[\u0000-\u001f]|\\(?:[^"\\/bfnrtu]|u(?![0-9a-fA-F]{4}))/;

/** First character inside the string literal [start, end) that RFC 8259 section 7 forbids, or -1. */
function badInString(text: string, start: number, end: number): number {
  const body = text.slice(start, end).replace(/\\\\/g, '//');
  const at = body.search(CONTROL_OR_BAD_ESCAPE);
  return at < 0 ? -1 : start + at;
}

/** The open brackets, a byte each: an array of numbers is copied again and again by its engine when it shrinks from huge. */
class ByteStack {
  #bytes = new Uint8Array(64);
  length = 0;

  get top(): number | undefined {
    return this.#bytes[this.length - 1];
  }
  push(code: number): void {
    if (this.length === this.#bytes.length) {
      const larger = new Uint8Array(this.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.length++] = code;
  }
  pop(): void {
    this.length--;
  }
}

/** Scan a JSON text (any string). Positions are UTF-16 units. Never throws: members before a fault are kept, e.g. a cut message's id. */
export function scanJson(text: string): JsonScan {
  const length = text.length;
  const members: JsonMember[] = [];
  const stack = new ByteStack();
  let root: JsonScan['root'] = 'none';
  let depth = 0;
  let at = 0;
  let memberKey = '';
  let memberStart = -1;
  let index = 0;
  // What may come next: a value, a key, the colon after a key, or a comma/close after a value.
  let expect: 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'after' = 'value';
  const fault = (code: JsonFaultCode, where: number): JsonScan => ({
    root,
    members,
    depth,
    end: where,
    fault: { code, at: where },
  });
  const closeMember = (end: number): void => {
    if (stack.length === 1 && memberStart >= 0) {
      members.push({ key: root === 'array' ? String(index++) : memberKey, start: memberStart, end });
      memberStart = -1;
    }
  };

  for (;;) {
    while (at < length && isJsonSpace(text.charCodeAt(at))) at++;
    if (expect === 'after' && stack.length === 0) {
      return at < length ? fault('text-after-value', at) : { root, members, depth, end: at };
    }
    if (at >= length) return fault(root === 'none' ? 'empty' : 'unexpected-end', at);
    const code = text.charCodeAt(at);

    if (expect === 'colon') {
      if (code !== COLON) return fault('unexpected-character', at);
      at++;
      expect = 'value';
      continue;
    }
    if (expect === 'after') {
      const open = stack.top;
      if (code === COMMA) {
        at++;
        expect = open === OPEN_BRACE ? 'key' : 'value';
      } else if ((code === CLOSE_BRACE && open === OPEN_BRACE) || (code === CLOSE_BRACKET && open === OPEN_BRACKET)) {
        stack.pop();
        at++;
        closeMember(at);
      } else return fault('unexpected-character', at);
      continue;
    }
    if (expect === 'key' || expect === 'first-key') {
      if (code === CLOSE_BRACE) {
        if (expect === 'key') return fault('trailing-comma', at);
        stack.pop();
        at++;
        closeMember(at);
        expect = 'after';
        continue;
      }
      if (code !== QUOTE) return fault('unexpected-character', at);
      const end = stringEnd(text, at);
      if (end < 0) return fault('unexpected-end', length);
      const bad = badInString(text, at, end);
      if (bad >= 0) return fault('bad-string', bad);
      if (stack.length === 1) memberKey = JSON.parse(text.slice(at, end)) as string;
      at = end;
      expect = 'colon';
      continue;
    }
    if (code === CLOSE_BRACKET && stack.top === OPEN_BRACKET) {
      if (expect === 'value') return fault('trailing-comma', at);
      stack.pop();
      at++;
      closeMember(at);
      expect = 'after';
      continue;
    }
    if (stack.length === 1) memberStart = at;
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (stack.length === 0) root = code === OPEN_BRACE ? 'object' : 'array';
      stack.push(code);
      if (stack.length > depth) depth = stack.length;
      at++;
      expect = code === OPEN_BRACE ? 'first-key' : 'first-value';
      continue;
    }
    if (stack.length === 0) root = 'scalar';
    if (code === QUOTE) {
      const end = stringEnd(text, at);
      if (end < 0) return fault('unexpected-end', length);
      const bad = badInString(text, at, end);
      if (bad >= 0) return fault('bad-string', bad);
      at = end;
    } else {
      if (startsNumber(code)) {
        const end = numberEnd(text, at);
        if (end < 0) {
          if (stack.length === 0) root = 'none';
          const cut = isCutNumber(text, at);
          return fault(cut ? 'unexpected-end' : 'bad-number', cut ? length : at);
        }
        at = end;
      } else {
        const word = WORDS.find((each) => text.startsWith(each, at));
        if (word === undefined) {
          if (stack.length === 0) root = 'none';
          const rest = text.slice(at, at + 5);
          const cut = rest.length > 0 && at + rest.length === length && WORDS.some((each) => each.startsWith(rest));
          return fault(cut ? 'unexpected-end' : 'unexpected-character', cut ? length : at);
        }
        at += word.length;
      }
    }
    closeMember(at);
    expect = 'after';
  }
}

const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const UPPER_E = 69;
const LOWER_E = 101;

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
const isE = (code: number): boolean => code === UPPER_E || code === LOWER_E;
const isSign = (code: number): boolean => code === PLUS || code === MINUS;

function startsNumber(code: number): boolean {
  return code === MINUS || isDigit(code);
}

function digitsEnd(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

/** End (exclusive) of the number at `start` (RFC 8259, section 6), or -1. By character: a text may hold millions, and regexes cost more. */
function numberEnd(text: string, start: number): number {
  const first = text.charCodeAt(start) === MINUS ? start + 1 : start;
  let at = text.charCodeAt(first) === ZERO ? first + 1 : digitsEnd(text, first);
  if (at === first) return -1;
  if (text.charCodeAt(at) === DOT) {
    const end = digitsEnd(text, at + 1);
    if (end === at + 1) return -1;
    at = end;
  }
  if (isE(text.charCodeAt(at))) {
    const exponent = isSign(text.charCodeAt(at + 1)) ? at + 2 : at + 1;
    const end = digitsEnd(text, exponent);
    if (end === exponent) return -1;
    at = end;
  }
  const next = text.charCodeAt(at);
  return isDigit(next) || isSign(next) || isE(next) || next === DOT ? -1 : at;
}

const CUT = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?)?)?$/;

/** True when the text ends within what could have become a number at `start`. */
function isCutNumber(text: string, start: number): boolean {
  return CUT.test(text.slice(start));
}

export function isJson(text: string): boolean {
  return scanJson(text).fault === undefined;
}

/** True when a text is a JSON number; its digits may be more than a double holds. */
export function isJsonNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
}

/** The text on one line, as stdio servers read lines. In valid JSON only white space changes; other text is returned as it is. */
export function oneLine(text: string): string {
  return /[\r\n]/.test(text) && isJson(text) ? text.replace(/\s*[\r\n]+\s*/g, ' ').trim() : text;
}

/** The text of each JSON object member by name; undefined for other texts, repeated (RFC 8259, 4) or escaped names. Never throws. */
export function membersOnce(text: string): ReadonlyMap<string, string> | undefined {
  const { root, members, fault } = scanJson(text);
  if (root !== 'object' || fault) return undefined;
  const found = new Map<string, string>();
  const folded = new Set<string>();
  let from = 0;
  for (const { key, start, end } of members) {
    if (!text.slice(from, start).includes(JSON.stringify(key)) || folded.has(foldedName(key))) return undefined;
    folded.add(foldedName(key));
    found.set(key, text.slice(start, end));
    from = end;
  }
  return found;
}

/** Names that programs take for the same: some read them in any case, some fold compatible letters too (ſ for s). */
export const foldedName = (name: string): string => name.normalize('NFKC').toLowerCase();
