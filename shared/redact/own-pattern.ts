/** Regular expressions that a person wrote, held to patterns whose time is bounded. */
import type { RefusedRule } from './types.ts';

export type OwnPattern =
  { readonly ok: true; readonly pattern: RegExp } | { readonly ok: false; readonly why: RefusedRule['why'] };

/** Longest pattern, in UTF-16 units. */
const MAX_PATTERN = 1000;
/** A repetition that may repeat more often than this counts as one without end. */
const FEW = 16;
/** Most times that a repetition must repeat. */
const MAX_TIMES = 1000;
/** A match is looked for in pieces of this length, so that the time for a text grows with its length and no faster. */
export const PIECE = 256;

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

function isCostly(source: string): boolean {
  /** Per open group: whether something in it can be matched in more than one way. */
  const groups: boolean[] = [];
  let varied = false;
  /** What the last repetition without end repeats, until a character follows that ends it. */
  let open: string | undefined;
  for (let at = 0; at < source.length;) {
    const char = source.charAt(at);
    const start = at;
    let closed: boolean | undefined;
    if (char === '(') {
      groups.push(varied);
      varied = false;
      at += /^\((?:\?(?:<?[=!]|:|<\w+>))?/.exec(source.slice(at, at + 64))?.[0].length ?? 1;
      continue;
    }
    if (char === ')') {
      closed = varied;
      varied = (groups.pop() ?? false) || closed;
      at++;
    } else if (char === '|') {
      varied = true;
      open = undefined;
      at++;
      continue;
    } else at = endOfAtom(source, at);
    const atom = source.slice(start, at);
    if (/^\\[1-9k]/.test(atom)) return true;
    const quantifier = QUANTIFIER.exec(source.slice(at, at + 24));
    if (!quantifier) {
      if (open !== undefined && ends(open, atom)) open = undefined;
      continue;
    }
    const [all, least, range, most] = quantifier;
    if (closed === true && !all.startsWith('?')) return true;
    if (Number(least ?? 0) > MAX_TIMES) return true;
    if (isEndless(all, range, most)) {
      if (open !== undefined) return true;
      open = atom;
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

/** Where a character, an escape or a class ends that begins here. */
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

/** The ranges of a text that a pattern matches. A match is at most as long as a piece. */
export function* matches(pattern: RegExp, text: string): Generator<readonly [from: number, to: number]> {
  let from = 0;
  for (let start = 0; start < text.length; start += PIECE) {
    // Pieces overlap by half: a match that begins in the second half is found by the next one.
    const piece = text.length <= 2 * PIECE ? text : text.slice(start, start + 2 * PIECE);
    pattern.lastIndex = Math.max(0, from - start);
    for (let match = pattern.exec(piece); match; match = pattern.exec(piece)) {
      if (match[0] === '') pattern.lastIndex++;
      else if (piece === text || match.index < PIECE) {
        from = start + match.index + match[0].length;
        yield [start + match.index, from];
      } else break;
    }
    if (piece === text) return;
  }
}
