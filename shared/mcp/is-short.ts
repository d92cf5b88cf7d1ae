/** Whether a value that was made for a server is of a size that somebody would write: a schema or a template may ask for any. */
import { weigh } from '#shared/jsonrpc';

/** UTF-16 units of one text; a made-up text is longer than a few only where its schema demands it. */
export const LONGEST_TEXT = 4096;
/** UTF-16 units of all texts and names together, and values. */
const LONGEST_ALL = 64 * 1024;
const MOST_VALUES = 64 * 1024;
const DEEPEST = 64;

/** True for a value whose texts are short, one by one and together, and that does not nest deep. Takes any value of JSON. */
export function isShort(value: unknown): boolean {
  return weigh(value, { nodes: MOST_VALUES, chars: LONGEST_ALL, depth: DEEPEST, text: LONGEST_TEXT }) !== undefined;
}
