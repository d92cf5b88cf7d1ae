/** A text that may hold a batch. */
import { scanJson } from '#shared/jsonrpc';

/** A text with each item of its outermost list changed; a text that is no list is changed itself. */
export function eachMessage(text: string, change: (message: string) => string): string {
  const { root, members } = scanJson(text);
  if (root !== 'array') return change(text);
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of members) {
    parts.push(text.slice(from, start), change(text.slice(start, end)));
    from = end;
  }
  return parts.join('') + text.slice(from);
}
