/** Whether a value that was made for a server is of a size that somebody would write: a schema or a template may ask for any. */
import { weigh } from '#shared/jsonrpc';

/** Of one text; a made-up text is longer only where its schema demands it. */
export const MAX_TEXT_CHARS = 4096;
/** Texts and names together have at most `chars`. */
const BOUNDS = { nodes: 64 * 1024, chars: 64 * 1024, depth: 64, text: MAX_TEXT_CHARS };

/** True for a value whose texts are short, one by one and together, and that does not nest deep. Takes any value of JSON. */
export const isShort = (value: unknown): boolean => weigh(value, BOUNDS) !== undefined;
