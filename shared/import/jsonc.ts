/** JSON with comments and with commas behind last members, as people write it in files and documents. */
import { isJsonSpace, stringEnd } from '#shared/jsonrpc';

const SLASH = 47;
const STAR = 42;

/** The text with comments and trailing commas blanked, so offsets and lines stay. Strings are kept; other non-JSON stays non-JSON. */
export function plainJson(text: string): string {
  const ranges: [number, number][] = [];
  // Where a comma stands that nothing but space and comments follows.
  let comma = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isJsonSpace(code)) continue;
    const comment = code === SLASH ? commentEnd(text, at) : undefined;
    if (comment !== undefined) {
      ranges.push([at, comment]);
      at = comment - 1;
      continue;
    }
    if ((code === 0x7d || code === 0x5d) && comma >= 0) ranges.push([comma, comma + 1]);
    comma = code === 44 ? at : -1;
    if (code !== 34) continue;
    const end = stringEnd(text, at);
    if (end < 0) break;
    at = end - 1;
  }
  ranges.sort(([a], [b]) => a - b);
  const out: string[] = [];
  let kept = 0;
  for (const [from, to] of ranges) {
    out.push(text.slice(kept, from), text.slice(from, to).replace(/[^\r\n]/g, ' '));
    kept = to;
  }
  out.push(text.slice(kept));
  return out.join('');
}

/** End (exclusive) of the comment that begins at a slash; undefined when none does. One that never closes ends with the text. */
function commentEnd(text: string, at: number): number | undefined {
  const next = text.charCodeAt(at + 1);
  if (next !== SLASH && next !== STAR) return undefined;
  const end = next === SLASH ? text.indexOf('\n', at) : text.indexOf('*/', at + 2);
  return end < 0 ? text.length : next === SLASH ? end : end + 2;
}

/** End (exclusive) of the object or array that begins at `start`, comments and strings passed over; undefined when its brackets don't close before `limit`. */
export function bracketsEnd(text: string, start: number, limit: number): number | undefined {
  let depth = 0;
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      const end = stringEnd(text, at);
      if (end < 0 || end > limit) return undefined;
      at = end - 1;
    } else if (code === SLASH) at = (commentEnd(text, at) ?? at + 1) - 1;
    else if (code === 0x7b || code === 0x5b) depth++;
    else if ((code === 0x7d || code === 0x5d) && --depth === 0) return at + 1;
  }
  return undefined;
}
