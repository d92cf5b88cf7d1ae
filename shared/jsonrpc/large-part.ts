/** `params`, `result` or `error` of a message too large to be read whole: where its members stand, and those that are small. */
import { scanJson, type JsonMember } from './scan.ts';

export interface LargePart {
  readonly key: 'params' | 'result' | 'error';
  /** Where it stands in the message's text (UTF-16 units; `end` is exclusive), and its first members. */
  readonly start: number;
  readonly end: number;
  readonly members: readonly JsonMember[];
  readonly small: { readonly [name: string]: unknown };
}

/** Every object that the protocol has at this place has fewer. */
const MAX_MEMBER_COUNT = 256;

/** The object at [start, end) of a text that is JSON. Members longer than `short` (UTF-16 units) stay unread. */
export function largePart(text: string, key: LargePart['key'], start: number, end: number, short: number): LargePart {
  const members = scanJson(text.slice(start, end))
    .members.slice(0, MAX_MEMBER_COUNT)
    .map((member) => ({ key: member.key, start: start + member.start, end: start + member.end }));
  const small = members
    .filter((member) => member.end - member.start <= short)
    .map((member) => [member.key, JSON.parse(text.slice(member.start, member.end)) as unknown] as const);
  return { key, start, end, members, small: Object.fromEntries(small) };
}
