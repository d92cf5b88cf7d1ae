/** The exact text of a value inside a message, so that it can be shown with its digits and duplicate keys. */
import { scanJson } from '#shared/jsonrpc';

/** Text of the value at a path of member names in a JSON text; undefined when there is none. The last duplicate counts. */
export function textAt(text: string, path: readonly string[]): string | undefined {
  let at = text;
  for (const name of path) {
    const { root, members } = scanJson(at);
    const member = root === 'object' ? members.findLast(({ key }) => key === name) : undefined;
    if (!member) return undefined;
    at = at.slice(member.start, member.end);
  }
  return at;
}
