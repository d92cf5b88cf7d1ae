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

/** The exact text at a path of member names, or undefined. Of repeated members the last counts, as in `JSON.parse`. */
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

export function replaceAt(text: string, path: readonly string[], json: string): string | undefined {
  return changeAt(text, path, () => json);
}

/** The text with the id `json`, also as progress token where that was the old id (basic/utilities/progress). Undefined without an id. */
export function replaceId(text: string, json: string): string | undefined {
  const token = ['params', '_meta', 'progressToken'];
  const named = replaceMember(text, 'id', json);
  if (named === undefined || memberText(text, token) !== memberText(text, ['id'])) return named;
  return replaceAt(named, token, json);
}

/** The text without an outermost member and the comma that belonged to it; undefined when it has no such member. */
export function removeMember(text: string, name: string): string | undefined {
  const { root, members } = scanJson(text);
  const index = root === 'object' ? members.findLastIndex(({ key }) => key === name) : -1;
  return index < 0 ? undefined : cut(text, members, index);
}

/** The text of an object without any member of that name; other kinds of text come back unchanged. */
export function withoutMembers(text: string, name: string): string {
  let rest = text;
  for (;;) {
    const next = level(rest).root === 'object' ? removeMember(rest, name) : undefined;
    if (next === undefined) return rest;
    rest = next;
  }
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

export interface Level {
  /** 'none' when the text is no whole JSON value. */
  readonly root: 'object' | 'array' | 'scalar' | 'none';
  readonly members: readonly JsonMember[];
}

export function level(text: string): Level {
  const { root, members, fault } = scanJson(text);
  return fault ? { root: 'none', members: [] } : { root, members };
}

/** The object text with member `key` set to `json`; added at the end when it is new. Other kinds of text come back unchanged. */
export function setMember(text: string, key: string, json: string): string {
  const { root, members } = level(text);
  if (root !== 'object') return text;
  const member = members.findLast((each) => each.key === key);
  if (member) return text.slice(0, member.start) + json + text.slice(member.end);
  return append(text, members, `${JSON.stringify(key)}: ${json}`);
}

/** The array text with item `index` set to `json`; an index past the end adds it. */
export function setItem(text: string, index: number, json: string): string {
  const { root, members } = level(text);
  if (root !== 'array') return text;
  const item = members[index];
  return item ? text.slice(0, item.start) + json + text.slice(item.end) : append(text, members, json);
}

export function removeItem(text: string, index: number): string {
  const { root, members } = level(text);
  return root === 'array' && members[index] ? cut(text, members, index) : text;
}

/** Add an entry after the last one, on a line of its own where the entries have lines of their own. */
function append(text: string, members: readonly JsonMember[], entry: string): string {
  const close = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  const last = members[members.length - 1];
  const open = text.search(/[{[]/);
  if (!last) return `${text.slice(0, open + 1)}${entry}${text.slice(close)}`;
  const before = members[members.length - 2]?.end ?? open + 1;
  const gap = /^(?:\s*,)?(\s*)/.exec(text.slice(before, last.start))?.[1] ?? '';
  const space = gap.includes('\n') ? gap : members.length > 1 ? gap : ' ';
  return `${text.slice(0, last.end)},${space}${entry}${text.slice(last.end)}`;
}

/** The text without a member or item and the comma that belonged to it. What comes behind it moves up to where it began. */
function cut(text: string, members: readonly JsonMember[], index: number): string {
  const [before, member, next] = [members[index - 1], members[index], members[index + 1]];
  if (!member) return text;
  const open = text.search(/[{[]/);
  const begin = ({ start }: JsonMember, from: number): number => (text[open] === '[' ? start : text.indexOf('"', from));
  if (next) return text.slice(0, begin(member, before?.end ?? open)) + text.slice(begin(next, member.end));
  if (before) return text.slice(0, before.end) + text.slice(member.end);
  return text.slice(0, open + 1) + text.slice(member.end).replace(/^\s*,?\s*/, '');
}
