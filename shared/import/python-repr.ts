/** Values as Python prints them (`repr`), as JSON: literals, lists, tuples, dicts, and objects as `Name(member=value, …)`. */
import { parsedJson } from '#shared/jsonrpc';

/** Values nest no deeper than this in what is read. */
const DEEPEST = 100;
const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_][\w.]*/y;
const ESCAPES: { readonly [letter: string]: string } = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

/** JSON text of what stands at `start`, and where it ends; undefined for what has no JSON. Never throws. */
export function reprAsJson(text: string, start = 0): { readonly json: string; readonly end: number } | undefined {
  const reader = new Reader(text, start);
  const json = reader.value(0);
  return json === undefined ? undefined : { json, end: reader.at };
}

/** JSON text of members that stand one after another as `name=value`, up to the end of the text, without those that are None. */
export function membersAsJson(text: string): string | undefined {
  const reader = new Reader(text, 0);
  const json = reader.members('', 0);
  return json !== undefined && reader.at >= text.trimEnd().length ? json : undefined;
}

class Reader {
  at: number;
  readonly #text: string;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  value(depth: number): string | undefined {
    if (depth > DEEPEST) return undefined;
    this.#skip();
    const first = this.#text[this.at] ?? '';
    if (first === '[' || first === '(') return this.#list(first === '[' ? ']' : ')', depth);
    if (first === '{') return this.#dict(depth);
    if (first === "'" || first === '"') return this.#string();
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
    const out: string[] = [];
    for (;;) {
      this.#skip();
      if (this.at >= this.#text.length) return close === '' ? `{${out.join(',')}}` : undefined;
      if (close !== '' && this.#text[this.at] === close) {
        this.at++;
        return `{${out.join(',')}}`;
      }
      const name = this.#match(NAME);
      if (name === undefined || this.#text[this.at] !== '=') return undefined;
      this.at++;
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      // The library's own name for a member that begins with an underscore.
      if (value !== 'null') out.push(`${JSON.stringify(name === 'meta' ? '_meta' : name)}:${value}`);
      this.#skip();
      if (this.#text[this.at] === ',') this.at++;
    }
  }

  #list(close: string, depth: number): string | undefined {
    const out: string[] = [];
    this.at++;
    for (;;) {
      this.#skip();
      if (this.#text[this.at] === close) {
        this.at++;
        return `[${out.join(',')}]`;
      }
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      out.push(value);
      this.#skip();
      if (this.#text[this.at] === ',') this.at++;
      else if (this.#text[this.at] !== close) return undefined;
    }
  }

  #dict(depth: number): string | undefined {
    const out: string[] = [];
    this.at++;
    for (;;) {
      this.#skip();
      if (this.#text[this.at] === '}') {
        this.at++;
        return `{${out.join(',')}}`;
      }
      const key = this.value(depth + 1);
      this.#skip();
      if (!key?.startsWith('"') || this.#text[this.at] !== ':') return undefined;
      this.at++;
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      out.push(`${key}:${value}`);
      this.#skip();
      if (this.#text[this.at] === ',') this.at++;
      else if (this.#text[this.at] !== '}') return undefined;
    }
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
        return JSON.stringify(out.join(''));
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

const WORDS: { readonly [name: string]: string | undefined } = { None: 'null', True: 'true', False: 'false' };

/** Python writes `1.` and `.5` for nothing, but shells of it may; JSON has neither. */
function jsonNumber(number: string): string | undefined {
  const json = number.replace(/\.(?=$|[eE])/, '').replace(/^(-?)\./, '$10.');
  return parsedJson(json) === undefined ? undefined : json;
}
