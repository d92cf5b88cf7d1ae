/** Regular expressions that a person wrote, held to patterns whose time is bounded. */
import type { RefusedRule } from './types.ts';

export type OwnPattern =
  | { readonly ok: true; readonly pattern: RegExp }
  | { readonly ok: false; readonly why: RefusedRule['why'] };

/** Longest pattern, in UTF-16 units. */
const MAX_PATTERN = 1000;
/** A repetition that may repeat more often than this counts as one without end. */
const FEW = 16;
/** Most times that a repetition must repeat. */
const MAX_TIMES = 1000;
/** A match is looked for in pieces of this length, so that the time for a text grows with its length and no faster. */
const PIECE = 256;
/** Units before a piece that a pattern may look back to; a match that ends as near to a piece's end may be longer. */
const AROUND = 64;
/** A pattern remembers every character of a repetition. */
const MAX_MATCH_CHARS = 65_000;

const QUANTIFIER = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/;

/**
 * Read a pattern for the flags `g` and `u`. Refused is what may take time without bound: repetition inside repetition,
 * alternatives or optional parts inside repetition, back references, and two repetitions without end that no character
 * tells apart (`.*x.*`; `[a-z]+@[a-z]+` is fine); and what matches the empty text.
 */
export function readPattern(source: string): OwnPattern {
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, 'gu');
  } catch {
    return { ok: false, why: 'not-a-pattern' };
  }
  if (source.length > MAX_PATTERN || isCostly(source)) return { ok: false, why: 'too-costly' };
  if (new RegExp(source, 'u').test('')) return { ok: false, why: 'matches-nothing' };
  return { ok: true, pattern };
}

/** What is known where a group begins, and what its alternatives, so far, end with. */
interface Group {
  readonly varied: boolean;
  readonly before: readonly string[];
  readonly ends: string[];
}

function isCostly(source: string): boolean {
  /** Per open group: what was known before it. */
  const groups: Group[] = [];
  /** Whether something in this group can be matched in more than one way. */
  let varied = false;
  /** What the last repetitions without end repeat, until a character follows that ends them. */
  let open: readonly string[] = [];
  for (let at = 0; at < source.length;) {
    const char = source.charAt(at);
    const start = at;
    let closed: boolean | undefined;
    if (char === '(') {
      const looks = /^\(\?<?[=!]/.test(source.slice(at, at + 4));
      groups.push({ varied, before: open, ends: looks ? [...open] : [] });
      varied = false;
      at += /^\((?:\?(?:<?[=!]|:|<\w+>))?/.exec(source.slice(at, at + 64))?.[0].length ?? 1;
      continue;
    }
    if (char === ')') {
      closed = varied;
      const group = groups.pop();
      varied = (group?.varied ?? false) || closed;
      open = [...new Set([...open, ...(group?.ends ?? [])])];
      at++;
      // What may be left out ends nothing.
      if (/^(?:[*?]|\{0+[,}])/.test(source.slice(at, at + 24)))
        open = [...new Set([...open, ...(group?.before ?? [])])];
    } else if (char === '|') {
      varied = true;
      const group = groups.at(-1);
      group?.ends.push(...open);
      open = group?.before ?? [];
      at++;
      continue;
    } else at = endOfAtom(source, at);
    const atom = source.slice(start, at);
    if (/^\\[1-9k]/.test(atom)) return true;
    const quantifier = QUANTIFIER.exec(source.slice(at, at + 24));
    if (!quantifier) {
      if (closed === undefined) open = open.filter((repeated) => !ends(repeated, atom));
      continue;
    }
    const [all, least, range, most] = quantifier;
    if (closed === true && !all.startsWith('?')) return true;
    if (Number(least ?? 0) > MAX_TIMES) return true;
    if (isEndless(all, range, most)) {
      if (open.length > 0) return true;
      open = [atom];
    }
    // A count that is fixed matches in one way only.
    if (least === undefined || range !== undefined) varied = true;
    at += all.length;
  }
  return false;
}

function isEndless(all: string, range: string | undefined, most: string | undefined): boolean {
  return /^[*+]/.test(all) || (range !== undefined && (most === '' || Number(most) > FEW));
}

function endOfAtom(source: string, start: number): number {
  if (source.charAt(start) === '\\')
    return (
      start +
      (/^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/su.exec(
        source.slice(start, start + 64),
      )?.[0].length ?? 2)
    );
  if (source.charAt(start) !== '[') return start + String.fromCodePoint(source.codePointAt(start) ?? 0).length;
  let at = start;
  while (at < source.length && source.charAt(at) !== ']') at += source.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

/** True when a plain character is none of those that a repeated atom takes. */
function ends(repeated: string, atom: string): boolean {
  const character = /^\\[^\w]$/.test(atom) ? atom.slice(1) : atom;
  if (!/^[^\\[\](){}.^$*+?|]$/u.test(character) && character === atom) return false;
  return repeated !== ')' && !new RegExp(`^${repeated}$`, 'u').test(character);
}

/** A pattern's matches in order. What it needs must be within 256 units; a match that fills these may reach 65,000. */
export function* matches(pattern: RegExp, text: string): Generator<readonly [from: number, to: number]> {
  const sticky = new RegExp(pattern.source, 'uy');
  // Longer pieces that were looked at in vain may take as much time again as the pieces themselves, and no more.
  let spare = 2 * PIECE * text.length;
  let from = 0;
  for (let start = 0; start < text.length; start += PIECE) {
    const offset = Math.max(0, start - AROUND);
    // Pieces overlap by half: a match that begins in the second half is found by the next one.
    const end = uncut(text, start + 2 * PIECE);
    const isLast = end === text.length;
    const piece = text.slice(offset, end);
    const first = Math.max(from, start) - offset;
    pattern.lastIndex = first;
    for (let match = pattern.exec(piece); match; match = pattern.exec(piece)) {
      const at = offset + match.index;
      if (at >= start + PIECE && !isLast) break;
      let to = at + match[0].length;
      if (to > end - AROUND && !isLast && spare > 0) {
        const longer = lookFurther(sticky, text, offset, at, end);
        to = longer.to;
        if (to <= end) spare -= longer.cost;
      }
      // Where a pair of surrogates was cut, a pattern steps back to where it begins.
      if (to === at || match.index < first) pattern.lastIndex = after(piece, Math.max(match.index, first));
      else {
        yield [at, to];
        from = to;
        pattern.lastIndex = to - offset;
      }
    }
    if (isLast) return;
  }
}

/** Where the match at `at` ends when more of the text is looked at than up to `end`: at `at` when there is none then. */
function lookFurther(
  sticky: RegExp,
  text: string,
  offset: number,
  at: number,
  end: number,
): { readonly to: number; readonly cost: number } {
  const most = uncut(text, at + MAX_MATCH_CHARS);
  let seen = end;
  let to = end;
  let cost = 0;
  while (to > seen - AROUND && seen < most) {
    seen = Math.min(most, uncut(text, at + 2 * (seen - at)));
    cost += seen - offset;
    sticky.lastIndex = at - offset;
    to = at + (sticky.exec(text.slice(offset, seen))?.[0].length ?? 0);
  }
  return { to, cost };
}

/** An index, or the end of the text; before a pair of surrogates that it would cut. */
function uncut(text: string, index: number): number {
  if (index >= text.length) return text.length;
  return (text.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index;
}

function after(text: string, index: number): number {
  return index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
}
