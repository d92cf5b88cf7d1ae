/** A part of a JSON text as it is written, found without building values. */
import { scanJson } from './scan.ts';

/**
 * The exact text of the value at a path of member names from the outermost object, or undefined when it is not there. Of
 * repeated members the last counts, as for `JSON.parse`. Never throws.
 */
export function memberText(text: string, path: readonly string[]): string | undefined {
  let at: string | undefined = text;
  for (const name of path) {
    const scan = scanJson(at);
    const member = scan.root === 'object' ? scan.members.findLast(({ key }) => key === name) : undefined;
    if (!member) return undefined;
    at = at.slice(member.start, member.end);
  }
  return at;
}
