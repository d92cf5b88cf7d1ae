/** Bounds on what a reader takes in. They are far above what this program writes, and keep a hostile file from filling the memory. */
import { stringEnd } from '#shared/jsonrpc';

/** Longest line a reader accepts, in UTF-16 units: the longest single payload plus its envelope fits a JavaScript string. */
export const MAX_LINE = 400 * 1024 * 1024;
export const MAX_EVENTS = 10_000_000;
/** Most lines without an event (empty ones, footers, damaged ones) and missing events beyond as many as there are events: they cost no space once packed. */
export const MAX_IDLE_LINES = 100_000;
/** Most problems of a file that are named; the others are counted. */
export const MAX_PROBLEMS = 100;
/** Longest recording that is read into memory as a whole, in UTF-16 units, or in bytes where it is read as those. */
export const MAX_TEXT = 2 * 1024 * 1024 * 1024;
/** Deepest nesting of objects and lists in a line. The texts of messages are strings, whatever nests in them. */
export const MAX_DEPTH = 128;
/** Most values outside of strings in a long line: what is long in a line of this format is one text. */
export const MAX_VALUES = 100_000;
/** Most values in a header: it lists what was replaced in a recording. */
export const MAX_HEADER_VALUES = 2_500_000;
/** Most entries of that list that are written, so that a header is never refused for it. */
export const MAX_REDACTED = 200_000;
/** Lines up to this length (UTF-16 units) are too short for their values to be many. */
const SHORT_LINE = 1024 * 1024;

const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;

/** True when parsing the line could cost far more memory than its text does: it is long, and not for its strings. */
export function isTooComplex(line: string, most = MAX_VALUES): boolean {
  if (line.length <= SHORT_LINE) return false;
  let values = 0;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(line, at) - 1;
      if (at < 0) return false;
    } else if (code === COMMA || code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++values > most) return true;
    }
  }
  return false;
}

/** True when a parsed value nests deeper than `limit`. Looks no deeper than that. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  for (const each of Object.values(value)) if (isDeeperThan(each, limit - 1)) return true;
  return false;
}
