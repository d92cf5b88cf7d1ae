/** Replaces single values in a JSON text and leaves every other byte as it is. */
import { scanJson } from '#shared/jsonrpc';

/** Where the value at a path of member names stands in `text`, or undefined. Of repeated members the last counts. */
function placeOf(text: string, path: readonly string[]): { readonly start: number; readonly end: number } | undefined {
  let start = 0;
  let end = text.length;
  for (const name of path) {
    const scan = scanJson(text.slice(start, end));
    const member = scan.root === 'object' ? scan.members.findLast(({ key }) => key === name) : undefined;
    if (!member) return undefined;
    end = start + member.end;
    start += member.start;
  }
  return { start, end };
}

/** The text with the value at `path` replaced by what `replace` gives for it, if anything. Never throws. */
export function replaceValue(
  text: string,
  path: readonly string[],
  replace: (value: string) => string | undefined,
): string {
  const place = placeOf(text, path);
  const to = place && replace(text.slice(place.start, place.end));
  return to === undefined || !place ? text : text.slice(0, place.start) + to + text.slice(place.end);
}

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
