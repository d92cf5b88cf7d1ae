/** Which part of two lines differs, so that it is in sight however long they are. */
import { commonEnds } from './list-pairs.ts';

export interface LineParts {
  readonly lead: string;
  readonly differs: string;
  readonly tail: string;
}

/** Units of what is equal that stay before what differs, unless more are wanted. */
const LEAD = 12;
const MAX_PART_CHARS = 600;

export function oneLine(text: string): LineParts {
  return { lead: cut(text), differs: '', tail: '' };
}

/** The equal beginning, what differs, the equal end, of both lines. A long equal beginning is left out but for its last part. */
export function lineParts(before: string, after: string, most = LEAD): readonly [LineParts, LineParts] {
  let { start, end } = commonEnds(before, after);
  // Half of a surrogate pair alone is no character.
  if (start > 0 && isHigh(before.charCodeAt(start - 1))) start--;
  if (end > 0 && isLow(before.charCodeAt(before.length - end))) end--;
  const indent = /^\s*/.exec(before)?.[0].length ?? 0;
  const from = start > most + indent + 2 ? start - most : 0;
  const lead = from === 0 ? before.slice(0, start) : `${' '.repeat(Math.min(indent, 12))}…${before.slice(from, start)}`;
  const part = (text: string): LineParts => ({
    lead,
    differs: cut(text.slice(start, text.length - end)),
    tail: cut(text.slice(text.length - end)),
  });
  return [part(before), part(after)];
}

const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
const isLow = (code: number): boolean => code >= 0xdc00 && code < 0xe000;
const cut = (text: string): string => (text.length > MAX_PART_CHARS ? `${text.slice(0, MAX_PART_CHARS)}…` : text);
