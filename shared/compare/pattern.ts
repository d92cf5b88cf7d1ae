/** Mask patterns: text with placeholders, `took {duration}, 3 rows`, `{{` for `{`. No repetition or choice: matching time is linear. */
import { isPlaceholder, pieceEnd, PLACEHOLDERS, type Placeholder, type Steps } from './placeholders.ts';

export type PatternPart = { readonly literal: string } | { readonly kind: Placeholder };
type Bounded = { readonly literal: string } | { readonly kind: Exclude<Placeholder, 'any'> };

export interface Pattern {
  readonly parts: readonly PatternPart[];
  /** The parts between those that take any text. */
  readonly segments: readonly Segment[];
}
interface Segment {
  readonly parts: readonly Bounded[];
  readonly needle?: SearchText;
}

/** A piece of a text that a placeholder took, in UTF-16 units. */
export interface Piece {
  readonly kind: Placeholder;
  readonly start: number;
  readonly end: number;
}

export const MAX_PATTERN_CHARS = 65_536;
const MAX_TEXT_CHARS = 1024 * 1024;
/** So many units may be looked at for each one of a text and its pattern; the others are for short texts. */
const STEPS_EACH = 64;
const STEPS_MORE = 20_000;

const NAME = /\{([A-Za-z]{1,20})\}/y;

/** Read a pattern. Gives a sentence that says what is wrong with it, to follow its name. Never throws. */
export function parsePattern(text: string): Pattern | string {
  if (text.length > MAX_PATTERN_CHARS) return 'is too long';
  const parts: PatternPart[] = [];
  let literal = '';
  for (let at = 0; at < text.length;) {
    NAME.lastIndex = at;
    const name = text.startsWith('{{', at) ? undefined : NAME.exec(text)?.[1];
    if (name === undefined) {
      literal += text.charAt(at);
      at += text.startsWith('{{', at) ? 2 : 1;
      continue;
    }
    if (!isPlaceholder(name))
      return `has a placeholder {${name}}, which is unknown; there are ${PLACEHOLDERS.map((each) => `{${each}}`).join(' ')}`;
    parts.push({ literal }, { kind: name });
    literal = '';
    at += name.length + 2;
  }
  return patternOf([...parts, { literal }]);
}

/** A pattern of parts, of which empty literals are left out and neighbours are joined. */
export function patternOf(given: readonly PatternPart[]): Pattern {
  const parts: PatternPart[] = [];
  for (const part of given) {
    const last = parts.at(-1);
    if ('literal' in part) {
      if (part.literal === '') continue;
      if (last && 'literal' in last) parts[parts.length - 1] = { literal: last.literal + part.literal };
      else parts.push(part);
    } else if (part.kind !== 'any' || !last || !('kind' in last) || last.kind !== 'any') parts.push(part);
  }
  const segments: Bounded[][] = [[]];
  for (const part of parts)
    if ('literal' in part) segments.at(-1)?.push(part);
    else if (part.kind === 'any') segments.push([]);
    else segments.at(-1)?.push({ kind: part.kind });
  return {
    parts,
    segments: segments.map((each): Segment => {
      const [first] = each;
      return first && 'literal' in first ? { parts: each, needle: searchTextOf(first.literal) } : { parts: each };
    }),
  };
}

export function printPattern({ parts }: Pick<Pattern, 'parts'>): string {
  return parts.map((part) => ('kind' in part ? `{${part.kind}}` : part.literal.replaceAll('{', '{{'))).join('');
}

/**
 * The pieces of a text that a pattern's placeholders took, in order; undefined when the whole text does not fit. A placeholder
 * takes the longest piece, `{any}` the shortest with which the rest up to the next `{any}` fits. What lies between the pieces is
 * the pattern's literals, so two texts that fit differ in the pieces alone. Never throws.
 */
export function fitPattern({ segments, parts }: Pattern, text: string): readonly Piece[] | undefined {
  if (text.length > MAX_TEXT_CHARS) return undefined;
  const most = printLength(parts);
  const steps: Steps = { left: STEPS_EACH * (text.length + most) + STEPS_MORE };
  const pieces: Piece[] = [];
  let at = 0;
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    const found = index === 0 ? fitAt(segment, text, 0, isLast, steps) : findSegment(segment, text, at, isLast, steps);
    if (!found) return undefined;
    if (index > 0) pieces.push({ kind: 'any', start: at, end: found.start });
    pieces.push(...found.pieces);
    at = found.end;
  }
  return pieces;
}

const printLength = (parts: readonly PatternPart[]): number =>
  parts.reduce((sum, part) => sum + ('kind' in part ? 1 : part.literal.length), 0);

interface Found {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}

/** A segment that begins at `at`; the last one has to reach the end of the text. */
function fitAt({ parts }: Segment, text: string, at: number, toEnd: boolean, steps: Steps): Found | undefined {
  const pieces: Piece[] = [];
  let end = at;
  for (const part of parts) {
    if ('literal' in part) {
      steps.left -= part.literal.length;
      if (steps.left < 0 || !text.startsWith(part.literal, end)) return undefined;
      end += part.literal.length;
      continue;
    }
    const start = end;
    end = pieceEnd(part.kind, text, start, steps);
    if (end < 0 || steps.left < 0) return undefined;
    pieces.push({ kind: part.kind, start, end });
  }
  return toEnd && end < text.length ? undefined : { start: at, end, pieces };
}

/** The first place from `from` on where a segment fits. */
function findSegment(segment: Segment, text: string, from: number, toEnd: boolean, steps: Steps): Found | undefined {
  const { parts, needle } = segment;
  if (parts.length === 0) return { start: toEnd ? text.length : from, end: toEnd ? text.length : from, pieces: [] };
  if (toEnd && needle && parts.length === 1) {
    const start = text.length - needle.text.length;
    return start >= from && text.endsWith(needle.text) ? { start, end: text.length, pieces: [] } : undefined;
  }
  for (let at = from; at <= text.length && steps.left >= 0; at++) {
    if (needle) {
      const next = findSearchText(needle, text, at);
      if (next < 0) return undefined;
      steps.left -= next - at + needle.text.length;
      at = next;
    }
    steps.left--;
    const found = fitAt(segment, text, at, toEnd, steps);
    if (found) return found;
  }
  return undefined;
}

type SearchText = ReturnType<typeof searchTextOf>;

function searchTextOf(text: string) {
  /** How many units stay matched after a mismatch behind so many (Knuth, Morris, Pratt: Fast pattern matching in strings, 1977). */
  const stays = new Int32Array(text.length);
  let matched = 0;
  for (let at = 1; at < text.length; at++) {
    while (matched > 0 && text[at] !== text[matched]) matched = stays[matched - 1] ?? 0;
    if (text[at] === text[matched]) matched++;
    stays[at] = matched;
  }
  return { text, stays };
}

function findSearchText({ text: needle, stays }: SearchText, text: string, from: number): number {
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    while (matched > 0 && text[at] !== needle[matched]) matched = stays[matched - 1] ?? 0;
    if (text[at] === needle[matched]) matched++;
    if (matched === needle.length) return at - matched + 1;
  }
  return -1;
}
