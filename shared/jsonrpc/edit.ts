/** Parts of a JSON text found and changed by position: every other character stays as it was written. Nothing here throws. */
import { scanJson, type JsonMember } from './scan.ts';

/** The last outermost member of that name (the one that counts), also in a text that is broken further on. */
export function memberOf(text: string, name: string): JsonMember | undefined {
  const { root, members } = scanJson(text);
  return root === 'object' ? members.findLast(({ key }) => key === name) : undefined;
}

/** Where the value at a path of member names is; the whole text for an empty path, undefined when it is not there. */
function spanAt(text: string, path: readonly string[]): { readonly start: number; readonly end: number } | undefined {
  let start = 0;
  let end = text.length;
  for (const name of path) {
    const member = memberOf(text.slice(start, end), name);
    if (!member) return undefined;
    [start, end] = [start + member.start, start + member.end];
  }
  return { start, end };
}

/**
 * The exact text of the value at a path of member names from the outermost object, or undefined when it is not there. Of
 * repeated members the last counts, as for `JSON.parse`.
 */
export function memberText(text: string, path: readonly string[]): string | undefined {
  const span = spanAt(text, path);
  return span && text.slice(span.start, span.end);
}

/** The text with some of its ranges (UTF-16 units), which do not overlap, replaced. */
export function splice(
  text: string,
  edits: readonly { readonly start: number; readonly end: number; readonly text: string }[],
): string {
  const pieces: string[] = [];
  let at = 0;
  for (const edit of [...edits].sort((one, other) => one.start - other.start)) {
    pieces.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return pieces.join('') + text.slice(at);
}

/** The text with the value of an outermost member replaced by `json`; undefined when it has no such member. */
export function replaceMember(text: string, name: string, json: string): string | undefined {
  return replaceAt(text, [name], json);
}

/** The text with the value at a path replaced by `json`; undefined when it is not there. */
export function replaceAt(text: string, path: readonly string[], json: string): string | undefined {
  return changeAt(text, path, () => json);
}

/** The text without an outermost member and the comma that belonged to it; undefined when it has no such member. */
export function removeMember(text: string, name: string): string | undefined {
  const { root, members } = scanJson(text);
  if (root !== 'object') return undefined;
  const index = members.findLastIndex(({ key }) => key === name);
  const member = members[index];
  if (!member) return undefined;
  const before = members[index - 1];
  const from = before?.end ?? text.indexOf('{') + 1;
  const key = text.indexOf('"', from);
  const comma = /^\s*,\s*/.exec(text.slice(member.end));
  // With a comma behind it, what follows moves up to where its key stood; else the comma before it goes.
  return comma
    ? text.slice(0, key) + text.slice(member.end + comma[0].length)
    : text.slice(0, before ? from : key) + text.slice(member.end);
}

/** The text without the member at a path; undefined when it is not there. */
export function removeAt(text: string, path: readonly string[]): string | undefined {
  const name = path[path.length - 1];
  return name === undefined ? undefined : changeAt(text, path.slice(0, -1), (holder) => removeMember(holder, name));
}

/** The text with one more member at the end of its outermost object; undefined when that is not a whole object. */
export function addMember(text: string, name: string, json: string): string | undefined {
  const { root, members, end, fault } = scanJson(text);
  if (root !== 'object' || (fault && fault.code !== 'text-after-value')) return undefined;
  const last = members[members.length - 1];
  const member = `${JSON.stringify(name)}:${json}`;
  return last
    ? `${text.slice(0, last.end)},${member}${text.slice(last.end)}`
    : `${text.slice(0, end - 1)}${member}${text.slice(end - 1)}`;
}

/** The text with one more member in `params`, which is made where there is none. */
export function addParam(text: string, name: string, json: string): string | undefined {
  if (spanAt(text, ['params'])) return changeAt(text, ['params'], (params) => addMember(params, name, json));
  return addMember(text, 'params', `{${JSON.stringify(name)}:${json}}`);
}

/** The text with the value at a path replaced by what `change` gives for it; undefined when it is not there or gives none. */
export function changeAt(
  text: string,
  path: readonly string[],
  change: (value: string) => string | undefined,
): string | undefined {
  const span = spanAt(text, path);
  const next = span && change(text.slice(span.start, span.end));
  return span && next !== undefined ? text.slice(0, span.start) + next + text.slice(span.end) : undefined;
}
