/** A message of a stream as its form, the message without its values, which those of one stream share, and its texts. */
import { GZIP } from './bytes-view.ts';
import type { Spot } from './findings.ts';

const MAX_TEXT_COUNT = 64;
const MAX_STREAMED_CHARS = 512;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const BEFORE_VALUE = /\s*:/y;
const NUMBER = /-?\d[\d.eE+-]*/g;
const IN_NUMBER = /[\d.eE+-]/;
const SPACE = 32;
const QUOTE = 34;
const COLON = 58;
const BRACE = 125;

interface StreamedText {
  readonly text: string;
  readonly from: number;
}

/** Of one stream, messages with values in the same places. What it is made of is found when it is asked for. */
export class StreamedMessage {
  readonly spot: Spot;
  readonly #raw: string;
  readonly #hasEscapes: boolean;
  #found: { readonly form?: string; readonly texts: readonly StreamedText[] } | undefined;

  constructor(raw: string, spot: Spot, hasEscapes: boolean) {
    this.#raw = raw;
    this.spot = spot;
    this.#hasEscapes = hasEscapes;
  }

  /** True when this message and another have the same form, and texts, but not too many. */
  hasFormOf(other: StreamedMessage): boolean {
    return this.#mayBeLike(other) && this.#parts.form !== undefined && this.#parts.form === other.#parts.form;
  }

  /** The texts that may go on in the next message; empty where one can't. */
  get texts(): readonly StreamedText[] {
    return this.#parts.texts;
  }

  /** False when the forms surely differ: most messages do, after a few names. */
  #mayBeLike(other: StreamedMessage): boolean {
    const a = this.#raw;
    const b = other.#raw;
    for (let at = 0, there = 0; at < a.length && there < b.length;) {
      if (a.charCodeAt(at) === QUOTE && b.charCodeAt(there) === QUOTE) {
        const end = this.#closing(at);
        const otherEnd = other.#closing(there);
        if (end < 0 || otherEnd < 0) return true;
        const [value, otherValue] = [valueAfter(a, end + 1), valueAfter(b, otherEnd + 1)];
        if (value < 0 !== otherValue < 0) return false;
        if (value >= 0 && a.slice(at, value) !== b.slice(there, otherValue)) return /\d/.test(a.slice(at, value));
        at = Math.max(end + 1, value);
        there = Math.max(otherEnd + 1, otherValue);
      } else if (a.charCodeAt(at) === b.charCodeAt(there)) {
        at++;
        there++;
      } else {
        const [next, otherNext] = [pastNumber(a, at), pastNumber(b, there)];
        if (next === at && otherNext === there) return false;
        at = next;
        there = otherNext;
      }
    }
    return true;
  }

  get #parts() {
    return (this.#found ??= this.#read());
  }

  #read() {
    const raw = this.#raw;
    const texts: StreamedText[] = [];
    const form: string[] = [];
    let at = 0;
    for (let quote = raw.indexOf('"'); quote >= 0;) {
      const end = this.#closing(quote);
      if (end < 0) {
        quote = raw.indexOf('"', quote + 1);
        continue;
      }
      const value = valueAfter(raw, end + 1);
      form.push(raw.slice(at, quote), value < 0 ? '""' : raw.slice(quote, value));
      at = Math.max(end + 1, value);
      if (value < 0) texts.push({ text: this.#piece(quote + 1, end), from: quote + 1 });
      quote = raw.indexOf('"', at);
    }
    if (texts.length === 0 || texts.length > MAX_TEXT_COUNT) return { texts: [] };
    form.push(raw.slice(at));
    return { form: form.join('').replace(NUMBER, '0'), texts };
  }

  /** Where the string ends that opens at a quote; -1 when it is none. */
  #closing(quote: number): number {
    if (!this.#hasEscapes) return this.#raw.indexOf('"', quote + 1);
    STRING.lastIndex = quote;
    return STRING.test(this.#raw) ? STRING.lastIndex - 1 : -1;
  }

  /** A long text is whole, and so is what was packed; with an escape in it, a range of the text would not be one of what it means. */
  #piece(from: number, to: number): string {
    if (to - from > MAX_STREAMED_CHARS) return '';
    const text = this.#raw.slice(from, to);
    return (this.#hasEscapes && text.includes('\\')) || text.startsWith(GZIP) ? '' : text;
  }
}

/** Where the value stands behind a name that ends there; -1 when what ends there is no name. */
function valueAfter(raw: string, at: number): number {
  const code = raw.charCodeAt(at);
  if (code === COLON) return at + 1;
  if (code > SPACE && code <= BRACE) return -1;
  BEFORE_VALUE.lastIndex = at;
  return BEFORE_VALUE.test(raw) ? BEFORE_VALUE.lastIndex : -1;
}

function pastNumber(raw: string, from: number): number {
  let at = from;
  while (IN_NUMBER.test(raw.charAt(at))) at++;
  return at;
}
