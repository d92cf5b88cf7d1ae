/** A text laid out as JSON, as lines with colours and with what can be folded: for reading without an editor. */

export interface Token {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'plain';
  readonly text: string;
}

export interface TextLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** Number of the last line that is hidden when this one is folded; absent where nothing is deeper. */
  readonly foldsTo?: number;
}

/** Longer lines (UTF-16 units) are one token: colouring them would cost more than it tells. */
const LONGEST = 4000;
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)|[^"\dtfn-]+|./g;

/** The lines of a text. With `folds`, a line folds the deeper ones that follow it, as they are indented. */
export function textLines(text: string, folds: boolean): TextLine[] {
  const texts = text.split('\n');
  const ends = new Map<number, number>();
  if (folds) {
    const open: { readonly line: number; readonly depth: number }[] = [];
    texts.forEach((line, index) => {
      const depth = line.length - line.trimStart().length;
      for (let last = open.at(-1); last && depth <= last.depth; last = open.at(-1)) {
        if (index - 1 > last.line) ends.set(last.line, index - 1);
        open.pop();
      }
      open.push({ line: index, depth });
    });
  }
  return texts.map((line, index) => {
    const end = ends.get(index);
    return { number: index + 1, text: line, ...(end === undefined ? {} : { foldsTo: end + 1 }) };
  });
}

/** The tokens of one line of JSON; what is no JSON is plain. */
export function jsonTokens(line: string): Token[] {
  if (line.length > LONGEST) return [{ kind: 'plain', text: line }];
  const tokens: Token[] = [];
  for (const [whole, quoted, colon, digits, word] of line.matchAll(TOKEN)) {
    if (quoted !== undefined) {
      tokens.push({ kind: colon === undefined ? 'string' : 'key', text: quoted });
      if (colon !== undefined) tokens.push({ kind: 'plain', text: colon });
    } else tokens.push({ kind: digits !== undefined ? 'number' : word !== undefined ? 'word' : 'plain', text: whole });
  }
  return tokens;
}
