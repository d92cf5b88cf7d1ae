/** Two values that differ, as texts in which the difference can be seen. */
import { Opaque, showExact, type Exact } from './exact-json.ts';
import { commonEnds } from './list-pairs.ts';

/** Units of what is equal that stay before what differs, where both are too long to be held. */
const LEAD = 200;
/** Both values' JSON texts, at most `most` UTF-16 units: a long common beginning becomes `…`; look-alike strings are escaped. */
export function showBoth(
  before: Exact | undefined,
  after: Exact | undefined,
  most: number,
): readonly [string | undefined, string | undefined] {
  if (before === undefined || after === undefined) return [showIfThere(before, most), showIfThere(after, most)];
  const [one, other] = [textOf(before), textOf(after)];
  if (one === undefined || other === undefined) return [showExact(before, most), showExact(after, most)];
  const from = Math.max(one.length, other.length) > most ? Math.max(0, commonEnds(one, other).start - LEAD) : 0;
  const escapes = typeof before === 'string' && typeof after === 'string' && looksAlike(one, other);
  const show = (value: Exact, text: string): string => {
    const cut = from > 0 ? text.slice(trim(text, from)) : text;
    const json = showExact(typeof value === 'string' ? cut : new Opaque(cut), most);
    const whole = from === 0 ? json : json.startsWith('"') ? `"…${json.slice(1)}` : `…${json}`;
    return escapes ? whole.replaceAll(/[^\u0020-\u007e]/gu, escaped) : whole;
  };
  return [show(before, one), show(after, other)];
}

export const showIfThere = (value: Exact | undefined, most: number): string | undefined =>
  value === undefined ? undefined : showExact(value, most);

function textOf(value: Exact): string | undefined {
  if (typeof value === 'string') return value;
  return value instanceof Opaque ? value.text : undefined;
}

/** Half of a surrogate pair alone is no character. */
const trim = (text: string, from: number): number => (isLow(text.charCodeAt(from)) ? from + 1 : from);

const MAX_NORMALIZED_CHARS = 65_536;

/** True for texts that differ only in how letters are composed, and in characters that take no room or look like a space. */
function looksAlike(one: string, other: string): boolean {
  if (one.length > MAX_NORMALIZED_CHARS || other.length > MAX_NORMALIZED_CHARS) return false;
  const bare = (text: string): string =>
    text
      .normalize('NFC')
      .replaceAll(/[\p{Cf}\p{Variation_Selector}]/gu, '')
      .replaceAll(/\p{Zs}/gu, ' ');
  return bare(one) === bare(other);
}

/** A character as JSON escapes it, where it is one that hides what it is. */
function escaped(character: string): string {
  if (!/[\p{M}\p{Cf}\p{Zs}]/u.test(character) && character.normalize('NFD') === character) return character;
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
    .join('');
}

export interface LineParts {
  readonly lead: string;
  readonly differs: string;
  readonly tail: string;
}

/** Units of what is equal that stay before what differs, unless more are wanted. */
const LINE_PARTS_LEAD = 12;
const MAX_PART_CHARS = 600;

/** Which part of two lines differs, so that it is in sight however long they are. */
export const oneLine = (text: string): LineParts => ({ lead: cut(text), differs: '', tail: '' });

/** The equal beginning, what differs, the equal end, of both lines. A long equal beginning is left out but for its last part. */
export function lineParts(before: string, after: string, most = LINE_PARTS_LEAD): readonly [LineParts, LineParts] {
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
