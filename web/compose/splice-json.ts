/** Changes to single members of a message's text, by position: every other character stays as it was typed. */
import { scanJson, type JsonMember } from '#shared/jsonrpc';

/** The last outermost member of that name (the one that counts), also in a text that is broken further on. */
export function memberOf(text: string, name: string): JsonMember | undefined {
  const { root, members } = scanJson(text);
  return root === 'object' ? members.findLast(({ key }) => key === name) : undefined;
}

/** The text with the value of an outermost member replaced by `json`; undefined when it has no such member. */
export function replaceMember(text: string, name: string, json: string): string | undefined {
  const member = memberOf(text, name);
  return member && text.slice(0, member.start) + json + text.slice(member.end);
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
