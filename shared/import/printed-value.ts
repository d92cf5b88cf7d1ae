/** Values printed by Python (`repr`) and Node (`util.inspect`), as JSON: literals, lists, dicts, `{ name: value }`, `Name(a=b, …)`. */
import { parsedJson } from '#shared/jsonrpc';

const MAX_DEPTH = 100;
const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_][\w.]*/y;
const QUOTES = ["'", '"', '`'];
const PLUS = /\s*\+/y;
const KEY = /[A-Za-z_$][\w$]*(?=:)/y;
/** What Node puts in place of what it does not print. */
const LEFT_OUT = /\[(?:Object|Array)\]|\.\.\. \d+ more (?:items?|characters?)/y;
const ESCAPES: { readonly [letter: string]: string } = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

/** JSON text of what Python printed at `start`, and where it ends; undefined for what has no JSON. Never throws. */
export function reprAsJson(text: string, start = 0): { readonly json: string; readonly end: number } | undefined {
  const reader = new Reader(text, start, 'python');
  const json = reader.value(0);
  return json === undefined ? undefined : { json, end: reader.at };
}

/** The object Node printed at `start`, as JSON unless parts are elided, and its end; else undefined. Never throws. */
export function inspectedAsJson(text: string, start = 0): { readonly json?: string; readonly end: number } | undefined {
  const reader = new Reader(text, start, 'node');
  const json = reader.value(0);
  if (json === undefined) return undefined;
  return reader.isCut ? { end: reader.at } : { json, end: reader.at };
}

/** JSON text of members that stand one after another as `name=value`, up to the end of the text, without those that are None. */
export function membersAsJson(text: string): string | undefined {
  const reader = new Reader(text, 0, 'python');
  const json = reader.members('', 0);
  return json !== undefined && reader.at >= text.trimEnd().length ? json : undefined;
}

class Reader {
  at: number;
  isCut = false;
  readonly #text: string;
  readonly #by: 'python' | 'node';

  constructor(text: string, at: number, by: 'python' | 'node') {
    this.#text = text;
    this.at = at;
    this.#by = by;
  }

  value(depth: number): string | undefined {
    if (depth > MAX_DEPTH) return undefined;
    this.#skip();
    if (this.#leftOut()) return 'null';
    const first = this.#text[this.at] ?? '';
    if (first === '[' || first === '(') return this.#list(first === '[' ? ']' : ')', depth);
    if (first === '{') return this.#dict(depth);
    if (QUOTES.includes(first)) return this.#strings();
    const number = this.#match(NUMBER);
    if (number !== undefined) return jsonNumber(number);
    const name = this.#match(NAME);
    if (name === undefined) return undefined;
    if (this.#text[this.at] === '(') {
      this.at++;
      return this.members(')', depth + 1);
    }
    return Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  }

  /** `name=value`, parted by commas or space, as an object; those that are None were not sent. */
  members(close: string, depth: number): string | undefined {
    const member = (): string | undefined => {
      const name = this.#match(NAME);
      if (name === undefined || this.#text[this.at] !== '=') return undefined;
      this.at++;
      const value = this.value(depth + 1);
      // The library's own name for a member that begins with an underscore.
      return value === 'null' ? '' : value && `${JSON.stringify(name === 'meta' ? '_meta' : name)}:${value}`;
    };
    const members = this.#entries(close, member, true);
    return members && `{${members.join(',')}}`;
  }

  #list(close: string, depth: number): string | undefined {
    this.at++;
    const items = this.#entries(close, () => this.value(depth + 1));
    return items && `[${items.join(',')}]`;
  }

  #dict(depth: number): string | undefined {
    this.at++;
    const members = this.#entries('}', () => {
      const bare = this.#by === 'node' ? this.#match(KEY) : undefined;
      const key = bare === undefined ? this.value(depth + 1) : JSON.stringify(bare);
      this.#skip();
      if (!key?.startsWith('"') || this.#text[this.at] !== ':') return undefined;
      this.at++;
      const value = this.value(depth + 1);
      return value && `${key}:${value}`;
    });
    return members && `{${members.join(',')}}`;
  }

  /** Entries up to the closing bracket, or without one up to the end of the text; empty ones are left out. `loose`: commas are not needed. */
  #entries(close: string, entry: () => string | undefined, loose = false): string[] | undefined {
    const found: string[] = [];
    for (;;) {
      this.#skip();
      const next = this.#text[this.at];
      if (next === undefined) return close === '' ? found : undefined;
      if (next === close) {
        this.at++;
        return found;
      }
      const one = entry();
      if (one === undefined) return undefined;
      if (one !== '') found.push(one);
      this.#skip();
      if (this.#text[this.at] === ',') this.at++;
      else if (!loose && this.#text[this.at] !== close) return undefined;
    }
  }

  /** One string, or several with a plus between them, which Node prints for lines. */
  #strings(): string | undefined {
    let all = '';
    do {
      this.#skip();
      const part = QUOTES.includes(this.#text[this.at] ?? '') ? this.#string() : undefined;
      if (part === undefined) return undefined;
      all += part;
      this.#leftOut();
    } while (this.#match(PLUS) !== undefined);
    return JSON.stringify(all);
  }

  #string(): string | undefined {
    const text = this.#text;
    const quote = text[this.at] ?? '';
    const out: string[] = [];
    let from = ++this.at;
    for (; this.at < text.length; this.at++) {
      const character = text[this.at];
      if (character === '\n') return undefined;
      if (character === quote) {
        out.push(text.slice(from, this.at++));
        return out.join('');
      }
      if (character !== '\\') continue;
      out.push(text.slice(from, this.at));
      const escaped = this.#escape();
      if (escaped === undefined) return undefined;
      out.push(escaped);
      from = this.at + 1;
    }
    return undefined;
  }

  /** What a backslash stands for; leaves `at` on the last character of it. */
  #escape(): string | undefined {
    const letter = this.#text[++this.at] ?? '';
    const digits = { x: 2, u: 4, U: 8 }[letter];
    if (digits === undefined) return Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    const hex = this.#text.slice(this.at + 1, this.at + 1 + digits);
    this.at += digits;
    const code = /^[\da-f]+$/i.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : -1;
    return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
  }

  #leftOut(): boolean {
    if (this.#by === 'python' || this.#match(LEFT_OUT) === undefined) return false;
    return (this.isCut = true);
  }

  #skip(): void {
    this.#match(SPACE);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }
}

const WORDS: { readonly [name: string]: string | undefined } = {
  None: 'null',
  True: 'true',
  False: 'false',
  null: 'null',
  true: 'true',
  false: 'false',
};

/** Python writes `1.` and `.5` for nothing, but shells of it may; JSON has neither. */
function jsonNumber(number: string): string | undefined {
  const json = number.replace(/\.(?=$|[eE])/, '').replace(/^(-?)\./, '$10.');
  return parsedJson(json) === undefined ? undefined : json;
}
