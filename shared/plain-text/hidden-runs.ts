/**
 * Characters that a reader does not see, or that change how the text around them is seen: controls, bidirectional and
 * zero-width formats, tags, variation selectors without a base that has them, line separators, halves of surrogate pairs (Unicode 16,
 * section 23.2 and chapter 23.8; UTS 39 and UTS 55). A text from a stranger can deceive with them.
 */

/** Hidden characters that follow each other. */
export interface HiddenRun {
  /** Where it starts and ends in the text (UTF-16 units). */
  readonly at: number;
  readonly end: number;
  readonly codes: readonly number[];
}

/** Any of them, needed or not. */
export const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;
const RUN = new RegExp(`${HIDDEN.source}+`, 'gu');
const NO_LAYOUT = /[^\n\t]+/g;
/** Format characters that are drawn: signs that span the digits after them. */
const DRAWN = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;

const ZWNJ = 0x200c;
const ZWJ = 0x200d;
const BLACK_FLAG = '\u{1f3f4}';
/** Scripts whose letters take other shapes beside a (non-)joiner. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const FLAGS = ['gbeng', 'gbsct', 'gbwls'];
/**
 * Variation selectors, and what each of them is registered for (StandardizedVariants.txt, emoji-variation-sequences.txt, IVD).
 * After anything else they are not drawn, and names that differ only by them look the same.
 */
const SELECTORS: readonly (readonly [selector: RegExp, before: RegExp, after?: RegExp])[] = [
  [/[\ufe0e\ufe0f]/u, /(?![\0-\x7f])\p{Emoji}/u],
  [/\ufe0f/u, /[0-9#*]/u, /\u20e3/u],
  [
    /[\ufe00-\ufe02]/u,
    /(?![\0-\x7f])[\p{Ideographic}\p{Sm}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Script=Manichaean}\p{Script=Egyptian_Hieroglyphs}\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f\u2654-\u265f]/u,
  ],
  [/[\ufe03-\ufe06]/u, /\p{Script=Egyptian_Hieroglyphs}/u],
  [/[\u{e0100}-\u{e01ef}]/u, /\p{Ideographic}/u],
  [/[\u180b-\u180d\u180f]/u, /\p{Script=Mongolian}/u],
];

/**
 * The runs of hidden characters in a text, in order. What a script or an emoji needs is not one of them: one variation
 * selector after a character that has such a variant, joiners between letters of joining scripts and between pictures, the three flags made
 * of tags. `layout` says that line feeds and tabs are wanted. Takes time linear in the text; never throws.
 */
export function* hiddenRuns(text: string, layout = false): Generator<HiddenRun> {
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const pieces = layout ? [...run.matchAll(NO_LAYOUT)] : [{ 0: run, index: 0 }];
    for (const { 0: piece, index: within } of pieces) {
      yield* split(text, piece, index + within);
    }
  }
}

/** Drawn signs among them end a run; what is needed where it is is none. */
function* split(text: string, piece: string, at: number): Generator<HiddenRun> {
  const parts = DRAWN.test(piece)
    ? piece.split(/([\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])/u)
    : [piece];
  let from = at;
  for (const part of parts) {
    const end = from + part.length;
    if (part !== '' && !DRAWN.test(part) && !isNeeded(text, from, end, part))
      yield { at: from, end, codes: [...part].map((character) => character.codePointAt(0) ?? 0) };
    from = end;
  }
}

function isNeeded(text: string, at: number, end: number, run: string): boolean {
  // The longest needed run is that of a flag: five tags and their end.
  if (run.length > 12) return false;
  const before = characterBefore(text, at);
  const codes = [...run].map((character) => character.codePointAt(0) ?? 0);
  const [first = 0, second] = codes;
  const after = String.fromCodePoint(text.codePointAt(end) ?? 0x20);
  if (codes.length === 1) {
    if (SELECTORS.some(([own, base, next]) => own.test(run) && base.test(before) && (next?.test(after) ?? true)))
      return true;
    if (first === ZWJ && PICTURE.test(before) && PICTURE.test(after)) return true;
    return (first === ZWJ || first === ZWNJ) && JOINING.test(before) && (JOINING.test(after) || first === ZWJ);
  }
  if (codes.length === 2 && first === 0xfe0f && second === ZWJ) return PICTURE.test(before) && PICTURE.test(after);
  return before === BLACK_FLAG && FLAGS.some((flag) => run === tags(flag));
}

const tags = (letters: string): string =>
  `${[...letters].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`;

/** The character that ends where the run begins; nothing at the start. */
function characterBefore(text: string, at: number): string {
  if (at === 0) return '';
  const low = text.charCodeAt(at - 1);
  const whole = low >= 0xdc00 && low <= 0xdfff && at > 1 ? text.codePointAt(at - 2) : low;
  return String.fromCodePoint(whole !== undefined && whole > 0xffff ? whole : low);
}
