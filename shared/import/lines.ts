/** The lines of a text, and the JSON values that begin in them. */
import { compactJson, isJsonSpace, parsedJson, scanJson } from '#shared/jsonrpc';
import { bracketsEnd, plainJson } from './jsonc.ts';

export interface TextLine {
  /** From 1. */
  readonly number: number;
  readonly start: number;
  /** Without the line end. */
  readonly end: number;
}

/** The lines from an offset on. Empty ones are passed over. */
export function* linesOf(text: string): Generator<TextLine> {
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (let number = 1; start < text.length; number++) {
    const found = text.indexOf('\n', start);
    const next = found < 0 ? text.length : found;
    const end = next > start && text.charCodeAt(next - 1) === 13 ? next - 1 : next;
    if (text.slice(start, Math.min(end, start + 1000)).trim() !== '' || end - start > 1000)
      yield { number, start, end };
    start = next + 1;
  }
}

/** Of a value over several lines. */
const MAX_JSON_CHARS = 8 * 1024 * 1024;

/** Finds where JSON values end, be it in their line or in a later one, in time that grows with the text and no more. */
export class JsonEnds {
  readonly #text: string;
  #budget: number;

  constructor(text: string) {
    this.#text = text;
    this.#budget = 4 * text.length + 65536;
  }

  /** End (exclusive) of the object or array that begins at `start`, comments included, in a line that ends at `lineEnd`; or undefined. */
  find(start: number, lineEnd: number): number | undefined {
    return this.#strict(start, lineEnd) ?? this.#commented(start);
  }

  #strict(start: number, lineEnd: number): number | undefined {
    const text = this.#text.slice(start, lineEnd);
    if (isDocument(text)) return this.#trim(lineEnd);
    const line = scanJson(text);
    if (line.root !== 'object' && line.root !== 'array') return undefined;
    if (!line.fault || line.fault.code === 'text-after-value') return this.#trim(start + line.end);
    if (line.fault.code !== 'unexpected-end' || this.#budget <= 0) return undefined;
    const piece = scanJson(this.#text.slice(start, start + Math.min(MAX_JSON_CHARS, this.#budget)));
    this.#budget -= piece.end;
    return !piece.fault || piece.fault.code === 'text-after-value' ? this.#trim(start + piece.end) : undefined;
  }

  /** A value is looked for only where a comment, or a comma before a bracket, may be what the scanner stumbled over. */
  #commented(start: number): number | undefined {
    if (this.#budget <= 0) return undefined;
    const limit = Math.min(this.#text.length, start + Math.min(MAX_JSON_CHARS, this.#budget));
    const end = bracketsEnd(this.#text, start, limit);
    this.#budget -= (end ?? limit) - start;
    if (end === undefined) return undefined;
    const piece = this.#text.slice(start, end);
    if (!/\/[/*]|,\s*[}\]]/.test(piece)) return undefined;
    const scan = scanJson(plainJson(piece));
    return scan.fault ? undefined : end;
  }

  /** The scanner passes over the white space behind a value, which is no part of it. */
  #trim(end: number): number {
    while (isJsonSpace(this.#text.charCodeAt(end - 1))) end--;
    return end;
  }
}

/** Longer texts (UTF-16 units) are only scanned: parsing them builds values that nobody wants. */
const PARSED = 4 * 1024 * 1024;

/** True for an object or array with nothing behind it. Most lines are one, and parsing tells so faster than the scanner. */
function isDocument(text: string): boolean {
  return text.length <= PARSED && (text.startsWith('{') || text.startsWith('[')) && parsedJson(text) !== undefined;
}

/** A message as one line: exactly as it stands there, or without the white space between its parts when it goes over several. */
export function oneLine(json: string): { readonly raw: string; readonly changed: boolean } {
  return /[\r\n]/.test(json) ? { raw: compactJson(json), changed: true } : { raw: json, changed: false };
}
