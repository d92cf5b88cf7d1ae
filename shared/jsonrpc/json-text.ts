/** Whole JSON texts: whether a text is one, and the same on one line. */
import { scanJson } from './scan.ts';

/** True when a text is one whole JSON value. */
export function isJson(text: string): boolean {
  return scanJson(text).fault === undefined;
}

/** True when a text is a JSON number; its digits may be more than a double holds. */
export function isJsonNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
}

/**
 * The text on one line, because a stdio server reads each line as a message. In valid JSON a line break can only stand
 * between tokens, so nothing but white space changes; a text that is not JSON comes back as it is.
 */
export function oneLine(text: string): string {
  return /[\r\n]/.test(text) && isJson(text) ? text.replace(/\s*[\r\n]+\s*/g, ' ').trim() : text;
}
