/** The ways in which a text is read: as it is, unescaped, percent-decoded, out of UTF-16 and base64, and one inside another. */
import { base64View, bytesOfHex, bytesOfRun, decodeUtf8, gunzipped, GZIP, hexView, listViews } from './bytes-view.ts';
import type { Decoded } from './bytes-view.ts';
import { MIN_BASE64_CHARS, SIGN } from './signs.ts';
import { Decoding, View } from './view.ts';

/** A view in which every match of `pattern` (global) is what `decode` gives for it; undefined when nothing matches. */
function decodedView(
  parent: View,
  pattern: RegExp,
  level: number | undefined,
  decode: (match: string) => Iterable<Decoded>,
  encoded = parent.encoded,
): View | undefined {
  const { text } = parent;
  if (text.search(pattern) < 0) return undefined;
  const decoding = new Decoding();
  let from = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    decoding.keep(text.slice(from, index));
    let start = index;
    for (const part of decode(match)) {
      decoding.decode(part.text, start, start + part.length);
      start += part.length;
    }
    from = index + match.length;
  }
  decoding.keep(text.slice(from));
  return new View(decoding.text(), level, parent, decoding.pieces, encoded);
}

const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt'])/g;
const CONTROL = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function unescape(match: string): string {
  const letter = match.charAt(1);
  return letter === 'u' ? String.fromCharCode(parseInt(match.slice(2), 16)) : (CONTROL.get(letter) ?? letter);
}

/** A JSON string's content as the text it means; escapes that are none stay. */
export const unescaped = (text: string): string => (text.includes('\\') ? text.replace(ESCAPE, unescape) : text);

/** The parent with one level of JSON escapes resolved, strings and what is between them alike. */
const unescapedView = (parent: View): View | undefined =>
  (parent.signs & SIGN.escape) === 0
    ? undefined
    : decodedView(parent, ESCAPE, (parent.level ?? 0) + 1, (match) => [
        { text: unescape(match), length: match.length },
      ]);

/** The parent with percent-encoded bytes (RFC 3986 section 2.1) as the UTF-8 text they mean. */
function percentView(parent: View): View | undefined {
  if ((parent.signs & SIGN.percent) === 0) return undefined;
  return decodedView(parent, /(?:%[0-9a-fA-F]{2})+/g, undefined, percentDecoded);
}

function* percentDecoded(match: string): Generator<Decoded> {
  const bytes = Uint8Array.from(match.slice(1).split('%'), (hex) => parseInt(hex, 16));
  for (const { text, length } of decodeUtf8(bytes)) yield { text, length: length * 3 };
}

/** An SSE block whose lines of data are one text. */
function dataView(parent: View): View | undefined {
  return decodedView(parent, /(?:\r\n|\r|\n)data: ?/g, parent.level, (match) => [{ text: '\n', length: match.length }]);
}

const WIDE = /(?:[^\0]\0){6,}|(?:\0[^\0]){6,}/g;

/** Text in UTF-16, as far as its characters are ASCII: each has a zero byte beside it. */
function wideView(parent: View): View | undefined {
  if ((parent.signs & SIGN.zero) === 0) return undefined;
  return decodedView(parent, WIDE, parent.level === undefined ? undefined : 0, narrowed, true);
}

function* narrowed(run: string): Generator<Decoded> {
  for (let at = 0; at < run.length; at += 2) yield { text: run.slice(at, at + 2).replace('\0', ''), length: 2 };
}

/** Characters of base64, standard or for addresses (RFC 4648 sections 4 and 5). */
const IN_BASE64 = Uint8Array.from({ length: 128 }, (_, code) => (/[\w+/-]/.test(String.fromCharCode(code)) ? 1 : 0));

/** Every run of such characters that is long enough. No pattern: runs of many megabytes are more than one can match. */
function* base64Runs(text: string): Generator<readonly [from: number, to: number]> {
  // What is written at every twentieth place tells where no run can be.
  for (let at = MIN_BASE64_CHARS - 1; at < text.length; at += MIN_BASE64_CHARS) {
    if (IN_BASE64[text.charCodeAt(at)] !== 1) continue;
    let from = at;
    while (from > 0 && IN_BASE64[text.charCodeAt(from - 1)] === 1) from--;
    let to = at + 1;
    while (to < text.length && IN_BASE64[text.charCodeAt(to)] === 1) to++;
    if (to - from >= MIN_BASE64_CHARS) yield [from, to];
    // The next place to look at lies behind what was read.
    at += Math.floor((to - at) / MIN_BASE64_CHARS) * MIN_BASE64_CHARS;
  }
}

/** Characters of it that show whether it is text: pictures and hashes are not looked into. */
const PROBE_CHARS = 32;
/** Base64 inside base64 that is looked into. */
const MAX_DEPTH = 3;

/** Where a line ends inside base64 that is broken into lines (RFC 2045 section 6.8). */
const LINE_END = /[\r\n]{1,2}(?<=[\w+/-]{40}[\r\n]{1,2})(?=[\w+/-]{4})/g;
/** Digits, with what says that they are hexadecimal. */
const HEX = /^(?:0x)?((?:[\da-f]{2})+)$/i;

/** What stands in a view as base64, hexadecimal digits or a list of bytes of a text. `taken` has the ranges that were read already. */
function* encodedViews(parent: View, taken: Set<string>): Generator<View> {
  const { signs } = parent;
  const hasRuns = (signs & SIGN.base64) !== 0;
  if (hasRuns) yield* runViews(parent, taken);
  const flat =
    hasRuns && (signs & SIGN.line) !== 0
      ? decodedView(parent, LINE_END, undefined, (end) => [{ text: '', length: end.length }])
      : undefined;
  if (flat) yield* runViews(flat, taken);
  if ((signs & (SIGN.list | SIGN.angle)) !== 0)
    yield* listViews(parent, (bytes) => isText(bytes.subarray(0, PROBE_CHARS)));
}

function* runViews(parent: View, taken: Set<string>): Generator<View> {
  for (const [from, to] of base64Runs(parent.text)) {
    const unzipped = parent.text.startsWith(GZIP, from) ? gunzipped(parent.text.slice(from, to)) : undefined;
    // Whatever is found in it, the whole of what it was packed in is replaced.
    if (unzipped !== undefined) yield new View(unzipped, 0, { encoded: true, source: () => parent.source(from, to) });
    const start = parent.text.slice(from, Math.min(to, from + PROBE_CHARS));
    const digits = HEX.exec(start)?.[1];
    const isHex = digits !== undefined && isText(bytesOfHex(digits));
    if (!isHex && !isText(bytesOfRun(start))) continue;
    const range = parent.source(from, to).join();
    if (taken.has(range)) continue;
    taken.add(range);
    const run = parent.text.slice(from, to);
    const hex = isHex ? HEX.exec(run)?.[1] : undefined;
    if (hex === undefined) yield base64View(bytesOfRun(run), from, parent);
    else yield hexView(hex, to - hex.length, parent);
  }
}

/** True for the beginning of a text: characters that are written, in UTF-8; the last one may be cut. */
function isText(bytes: Uint8Array): boolean {
  let at = 0;
  for (const { text, length } of decodeUtf8(bytes)) {
    if (/[^\P{C}\t\r\n]/u.test(text) && (at < bytes.length - 4 || length > 1)) return false;
    at += length;
  }
  return at > 0;
}

/** What a text has that is read in more than one way. */
const DECODED = SIGN.escape | SIGN.percent | SIGN.zero | SIGN.base64 | SIGN.list | SIGN.angle;
/** Levels of JSON inside strings of JSON that are looked into. */
const MAX_LEVEL = 8;

/** All readings of a text: as is, unescaped level by level, each percent-decoded, and UTF-16 or base64 text in them. */
export function viewsOf(base: View, isBlock = false): View[] {
  // Most texts are only what they are.
  if (!isBlock && (base.signs & DECODED) === 0) return [base];
  const views: View[] = [];
  addViews(base, isBlock, 0, new Set(), views);
  return views;
}

function addViews(base: View, isBlock: boolean, depth: number, taken: Set<string>, views: View[]): void {
  const first = views.length;
  const joined = isBlock ? dataView(base) : undefined;
  for (const start of joined ? [base, joined] : [base]) {
    for (let view: View | undefined = start; view && (view.level ?? 0) <= MAX_LEVEL; view = unescapedView(view))
      views.push(view);
  }
  for (let at = first, chain = views.length; at < chain; at++) {
    const view = views[at];
    const once = view && percentView(view);
    const twice = once && percentView(once);
    const wide = view && wideView(view);
    for (const each of [once, twice, wide]) if (each) views.push(each);
  }
  if (depth === MAX_DEPTH) return;
  for (let at = first, plain = views.length; at < plain; at++) {
    const view = views[at];
    if (!view) continue;
    for (const inner of encodedViews(view, taken)) addViews(inner, false, depth + 1, taken, views);
  }
}
