/** Columns and colours of a terminal. Widths are those of Unicode Standard Annex #11, for the scripts that are two wide. */

const NONE = /\p{Mn}|\p{Me}|\p{Cf}/u;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Columns of one character: 0, 1 or 2. */
export const columnsOf = (character: string): number => (NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1);

export function width(text: string): number {
  let columns = 0;
  for (const character of text) columns += columnsOf(character);
  return columns;
}

/** The beginning of a text in at most `most` columns; an ellipsis says where it was cut. */
export function cutTo(text: string, most: number): string {
  if (text.length <= most && width(text) <= most) return text;
  let columns = 0;
  let kept = '';
  for (const character of text) {
    columns += columnsOf(character);
    if (columns > most - 1) return most > 0 && width(text) > most ? `${kept}…` : text;
    kept += character;
  }
  return kept;
}

/** No line begins with the first, and none ends with the second. */
const [CLOSES, OPENS] = ['[，。；：！？、）〉》」』】”’…),.;:!?\\]]', '[（〈《「『【“‘]'];
/** What stays together: spaces, code, a word, or a character that is two columns wide, with the punctuation that belongs to it. */
const PIECE = new RegExp(
  `\\s+|${OPENS}*(?:\`[^\`\\s][^\`]*\`|${WIDE.source}|(?:(?!${WIDE.source}|${OPENS})[^\\s\`])+|[^\\s])${CLOSES}*`,
  'gu',
);

/** Lines of at most `most` columns, broken at spaces, beside double-width characters, or inside what is too long. */
export function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  let columns = 0;
  const put = (piece: string): void => {
    const taken = width(piece);
    if (columns + taken > most && line !== '') {
      lines.push(line.trimEnd());
      line = '';
      columns = 0;
      if (piece.trim() === '') return;
    }
    line += piece;
    columns += taken;
  };
  for (const [piece] of text.matchAll(PIECE)) {
    for (const part of width(piece) <= most ? [piece] : piece) put(part);
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}

const MIN_COLUMNS = 30;
const MAX_COLUMNS = 500;

/** The columns that are drawn in, of those that were asked for. */
export const columnsIn = (width: number): number =>
  Math.max(MIN_COLUMNS, Math.min(Math.floor(width) || 80, MAX_COLUMNS));

export type Ink = (text: string) => string;
export type Paint = ReturnType<typeof painter>;

/** Colours by SGR sequences (ECMA-48 section 8.3.117), from the sixteen that the person's theme defines; or none. */
export function painter(color: boolean) {
  const ink =
    (code: number): Ink =>
    (text) =>
      color && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
  return { bold: ink(1), muted: ink(2), client: ink(34), server: ink(35), err: ink(31) };
}
