/**
 * Edits of one member or item in a JSON text, by position: every other character stays as it was typed. The functions
 * work on one level; a nested edit is the same edit made on the member's own text, put back one level up.
 */
import { scanJson, type JsonMember } from '#shared/jsonrpc';

export interface Level {
  /** 'none' when the text is no whole JSON value. */
  readonly root: 'object' | 'array' | 'scalar' | 'none';
  readonly members: readonly JsonMember[];
}

/** The members of the outermost object or array of a text. */
export function level(text: string): Level {
  const { root, members, fault } = scanJson(text);
  return fault ? { root: 'none', members: [] } : { root, members };
}

/** True when a text is one whole JSON value. */
export function isJson(text: string): boolean {
  return scanJson(text).fault === undefined;
}

/** True when a text is a JSON number; its digits may be more than a double holds. */
export function isJsonNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
}

/** The object text with member `key` set to `json`; added at the end when it is new. Other kinds of text come back unchanged. */
export function setMember(text: string, key: string, json: string): string {
  const { root, members } = level(text);
  if (root !== 'object') return text;
  const member = members.findLast((each) => each.key === key);
  if (member) return text.slice(0, member.start) + json + text.slice(member.end);
  return append(text, members, `${JSON.stringify(key)}: ${json}`);
}

/** The object text without the members named `key`, their commas included. */
export function removeMember(text: string, key: string): string {
  let rest = text;
  for (;;) {
    const { root, members } = level(rest);
    const index = root === 'object' ? members.findLastIndex((each) => each.key === key) : -1;
    if (index < 0) return rest;
    rest = cut(rest, members, index, '{');
  }
}

/** The array text with item `index` set to `json`; an index past the end adds it. */
export function setItem(text: string, index: number, json: string): string {
  const { root, members } = level(text);
  if (root !== 'array') return text;
  const item = members[index];
  return item ? text.slice(0, item.start) + json + text.slice(item.end) : append(text, members, json);
}

/** The array text without item `index`. */
export function removeItem(text: string, index: number): string {
  const { root, members } = level(text);
  return root === 'array' && members[index] ? cut(text, members, index, '[') : text;
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

function cut(text: string, members: readonly JsonMember[], index: number, bracket: '{' | '['): string {
  const member = members[index];
  if (!member) return text;
  const open = text.indexOf(bracket);
  const begin = (at: number): number => {
    const from = members[at - 1]?.end ?? open + 1;
    return bracket === '{' ? text.indexOf('"', from) : (members[at]?.start ?? from);
  };
  const previous = members[index - 1];
  if (previous) return text.slice(0, previous.end) + text.slice(member.end);
  if (members.length > 1) return text.slice(0, begin(index)) + text.slice(begin(index + 1));
  const close = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  return text.slice(0, open + 1) + text.slice(close);
}

/**
 * The text on one line, because a stdio server reads each line as a message. In valid JSON a line break can only stand
 * between tokens, so nothing but white space changes; a text that is not JSON comes back as it is.
 */
export function oneLine(text: string): string {
  return /[\r\n]/.test(text) && isJson(text) ? text.replace(/\s*[\r\n]+\s*/g, ' ').trim() : text;
}
