/** Whether a value that was made for a server is of a size that somebody would write: a schema or a template may ask for any. */
import { weigh } from '#shared/jsonrpc';

/** Of one text; a made-up text is longer only where its schema demands it. */
export const MAX_TEXT_CHARS = 4096;
/** Texts and names together. */
const MAX_TOTAL_CHARS = 64 * 1024;
const MAX_VALUE_COUNT = 64 * 1024;
const MAX_DEPTH = 64;

/** True for a value whose texts are short, one by one and together, and that does not nest deep. Takes any value of JSON. */
export function isShort(value: unknown): boolean {
  return (
    weigh(value, { nodes: MAX_VALUE_COUNT, chars: MAX_TOTAL_CHARS, depth: MAX_DEPTH, text: MAX_TEXT_CHARS }) !==
    undefined
  );
}
