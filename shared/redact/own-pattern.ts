/** Regular expressions that a person wrote, held to patterns whose time is bounded. */
import type { RefusedRule } from './types.ts';

export type OwnPattern =
  | { readonly ok: true; readonly pattern: RegExp }
  | { readonly ok: false; readonly why: RefusedRule['why'] };

const MAX_PATTERN_CHARS = 1000;
/** A repetition that may repeat more often than this counts as one without end. */
const MAX_FEW_TIMES = 16;
const MAX_TIMES = 1000;
/** A match is looked for in pieces of this length, so that the time for a text grows with its length and no faster. */
const PIECE_CHARS = 256;
/** Units before a piece that a pattern may look back to; a match that ends as near to a piece's end may be longer. */
const OVERLAP_CHARS = 64;
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
  if (source.length > MAX_PATTERN_CHARS || new CostCheck(source).isCostly()) return { ok: false, why: 'too-costly' };
  if (new RegExp(source, 'u').test('')) return { ok: false, why: 'matches-nothing' };
  return { ok: true, pattern };
}

/** What is known where a group begins, and what its alternatives, so far, end with. */
interface Group {
  readonly varied: boolean;
  readonly before: readonly string[];
  readonly ends: string[];
}

/** Walks over a pattern to the first part that may take time without bound. */
class CostCheck {
  readonly #source: string;
  #at = 0;
  readonly #groups: Group[] = [];
  /** Something in this group can be matched in more than one way. */
  #varied = false;
  /** What the last repetitions without end repeat, until a character follows that ends them. */
  #open: readonly string[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  isCostly(): boolean {
    while (this.#at < this.#source.length) {
      const char = this.#source.charAt(this.#at);
      if (char === '(') this.#beginGroup();
      else if (char === '|') this.#beginAlternative();
      else if (char === ')' ? this.#endsCostlyGroup() : this.#isCostlyAtom()) return true;
    }
    return false;
  }

  #next(units: number): string {
    return this.#source.slice(this.#at, this.#at + units);
  }

  #beginGroup(): void {
    const looksAround = /^\(\?<?[=!]/.test(this.#next(4));
    this.#groups.push({ varied: this.#varied, before: this.#open, ends: looksAround ? [...this.#open] : [] });
    this.#varied = false;
    this.#at += /^\((?:\?(?:<?[=!]|:|<\w+>))?/.exec(this.#next(64))?.[0].length ?? 1;
  }

  #beginAlternative(): void {
    this.#varied = true;
    const group = this.#groups.at(-1);
    group?.ends.push(...this.#open);
    this.#open = group?.before ?? [];
    this.#at++;
  }

  #endsCostlyGroup(): boolean {
    const variedInside = this.#varied;
    const { varied = false, before = [], ends = [] } = this.#groups.pop() ?? {};
    this.#varied ||= varied;
    this.#at++;
    // What may be left out ends nothing.
    const isOptional = /^(?:[*?]|\{0+[,}])/.test(this.#next(24));
    this.#open = [...new Set([...this.#open, ...ends, ...(isOptional ? before : [])])];
    return this.#isCostlyRepetition(')', variedInside) ?? false;
  }

  #isCostlyAtom(): boolean {
    const start = this.#at;
    this.#at = endOfAtom(this.#source, start);
    const atom = this.#source.slice(start, this.#at);
    if (/^\\[1-9k]/.test(atom)) return true;
    const isCostly = this.#isCostlyRepetition(atom, false);
    if (isCostly === undefined) this.#open = this.#open.filter((repeated) => !ends(repeated, atom));
    return isCostly ?? false;
  }

  /** Undefined where what was just read is not repeated. */
  #isCostlyRepetition(repeated: string, variedInside: boolean): boolean | undefined {
    const quantifier = QUANTIFIER.exec(this.#next(24));
    if (!quantifier) return undefined;
    const [all, least, range, most] = quantifier;
    if (variedInside && !all.startsWith('?')) return true;
    if (Number(least ?? 0) > MAX_TIMES) return true;
    if (isEndless(all, range, most)) {
      if (this.#open.length > 0) return true;
      this.#open = [repeated];
    }
    // A count that is fixed matches in one way only.
    if (least === undefined || range !== undefined) this.#varied = true;
    this.#at += all.length;
    return false;
  }
}

function isEndless(all: string, range: string | undefined, most: string | undefined): boolean {
  return /^[*+]/.test(all) || (range !== undefined && (most === '' || Number(most) > MAX_FEW_TIMES));
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
  let spare = 2 * PIECE_CHARS * text.length;
  let from = 0;
  for (let start = 0; start < text.length; start += PIECE_CHARS) {
    const offset = Math.max(0, start - OVERLAP_CHARS);
    // Pieces overlap by half: a match that begins in the second half is found by the next one.
    const end = uncut(text, start + 2 * PIECE_CHARS);
    const isLast = end === text.length;
    const piece = text.slice(offset, end);
    const first = Math.max(from, start) - offset;
    pattern.lastIndex = first;
    for (let match = pattern.exec(piece); match; match = pattern.exec(piece)) {
      const at = offset + match.index;
      if (at >= start + PIECE_CHARS && !isLast) break;
      let to = at + match[0].length;
      if (to > end - OVERLAP_CHARS && !isLast && spare > 0) {
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
  while (to > seen - OVERLAP_CHARS && seen < most) {
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

const after = (text: string, index: number): number => index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
