/** Bytes as a view: as they are, or as the base64 in which they stand. */
import { gunzipSync } from 'fflate';
import { fromBase64 } from '#shared/recording';
import { Decoding, View, type Source } from './view.ts';
import { quoteAt } from './json-places.ts';
import { allMatches } from './matches.ts';

/** A character and how long it is where it is written. */
export interface Decoded {
  readonly text: string;
  readonly length: number;
}

/** Bytes as text, character by character; a byte that is not UTF-8 is a lone surrogate, U+DC80 to U+DCFF. */
export function* decodeUtf8(bytes: Uint8Array): Generator<Decoded> {
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
    let code = length === 0 ? -1 : length === 1 ? first : first & (0x7f >> length);
    for (let more = 1; more < length && code >= 0; more++) {
      const byte = bytes[at + more] ?? 0;
      code = (byte & 0xc0) === 0x80 ? (code << 6) | (byte & 0x3f) : -1;
    }
    const whole = code >= 0 && code <= 0x10ffff;
    yield {
      text: whole ? String.fromCodePoint(code) : String.fromCharCode(0xdc00 + first),
      length: whole ? length : 1,
    };
    at += whole ? length : 1;
  }
}

const ASCII_AT_A_TIME = 4096;

/** Bytes as a view whose ranges count bytes, or what `parent` makes of them. */
export function bytesView(bytes: Uint8Array, parent?: Source): View {
  const decoding = new Decoding();
  for (let start = 0; start < bytes.length;) {
    let end = start;
    while (end < bytes.length && end - start < ASCII_AT_A_TIME && (bytes[end] ?? 0x80) < 0x80) end++;
    if (end > start) decoding.keep(String.fromCharCode(...bytes.subarray(start, end)));
    const rest = bytes.subarray(end, end + 4);
    const [next] = (rest[0] ?? 0) < 0x80 ? [] : decodeUtf8(rest);
    if (next) decoding.decode(next.text, end, end + next.length);
    start = end + (next?.length ?? 0);
  }
  return new View(decoding.text(), 0, parent, decoding.pieces);
}

/** Bytes that stand from `offset` on in `width` characters each: a range covers every character that holds a bit of it. */
const runAt = (offset: number, width: number, parent?: View): Source => ({
  encoded: true,
  source: (from, to) => {
    const [start, end] = [offset + Math.floor(from * width), offset + Math.ceil(to * width)];
    return parent ? parent.source(start, end) : [start, end];
  },
});

export function base64View(bytes: Uint8Array, offset: number, parent?: View): View {
  return bytesView(bytes, runAt(offset, 4 / 3, parent));
}

export function hexView(digits: string, offset: number, parent: View): View {
  return bytesView(bytesOfHex(digits), runAt(offset, 2, parent));
}

export function bytesOfHex(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length >> 1 }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

/** A list of bytes, as programs print it and as JSON has it; an object by index is what JSON makes of a typed array. */
const LISTS =
  /\[\s{0,40}\d{1,3}(?:\s{0,40},\s{0,40}\d{1,3}){7,65000}|\{\s{0,40}"0"\s{0,4}:\s{0,4}\d{1,3}(?:\s{0,40},\s{0,40}"\d{1,5}"\s{0,4}:\s{0,4}\d{1,3}){7,65000}|<Buffer [\da-f]{2}(?: [\da-f]{2}){7,65000}/g;

/** Every text that stands in a view as a list of its bytes, if `isText` says that they may be one. */
export function* listViews(parent: View, isText: (bytes: Uint8Array) => boolean): Generator<View> {
  for (const { 0: list, index } of allMatches(parent.text, LISTS)) {
    const radix = list.startsWith('<') ? 16 : 10;
    const numbers = [...list.matchAll(radix === 16 ? /(?<= )[\da-f]{2}/g : /(?<!["\d])\d+(?!["\d])/g)];
    const values = numbers.map(([digits]) => parseInt(digits, radix));
    const bytes = Uint8Array.from(values);
    if (values.some((value) => value > 255) || !isText(bytes)) continue;
    const decoding = new Decoding();
    for (const { 0: digits, index: at } of numbers) decoding.decode(' ', index + at, index + at + digits.length);
    const quotes = radix === 16 || parent.encoded ? undefined : quoteAt(parent.level ?? 0);
    yield bytesView(bytes, new View('', 0, parent, decoding.pieces, true, quotes));
  }
}

/** The bytes that a run of base64 characters, of either alphabet and without padding, stands for; a character too many is left out. */
export function bytesOfRun(run: string): Uint8Array {
  const standard = run.replaceAll('-', '+').replaceAll('_', '/');
  return fromBase64(standard.length % 4 === 1 ? standard.slice(0, -1) : standard);
}

/** Base64 of what gzip begins with (RFC 1952 section 2.3). */
export const GZIP = 'H4sI';

/** So many times the length of the base64 is unpacked, and so much at the most: a short text may unpack to one without end. */
const RATIO = 50;
const MAX_UNPACKED_BYTES = 4 * 1024 * 1024;

/** The text in gzipped bytes that stand as base64; its beginning where it is longer. Undefined when they are no gzip. */
export function gunzipped(base64: string): string | undefined {
  const out = new Uint8Array(Math.min(MAX_UNPACKED_BYTES, RATIO * base64.length));
  try {
    return new TextDecoder().decode(gunzipSync(bytesOfRun(base64), { out }));
  } catch {
    return undefined;
  }
}
