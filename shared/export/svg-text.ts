/** Lines of text in the drawn diagram. Their width is estimated, because nothing here can measure fonts. */
import { columnsOf } from './columns.ts';
import { FONTS } from './theme.ts';
import { xmlText } from './xml.ts';

export interface TextPiece {
  readonly text: string;
  readonly fill: string;
  readonly style: 'plain' | 'bold' | 'italic' | 'mono' | 'small';
}

export const piece = (text: string, fill: string, style: TextPiece['style'] = 'plain'): TextPiece => ({
  text,
  fill,
  style,
});

/** Pixels of an average character of each style at 12 pixels, a little more than most fonts need. */
const ADVANCE: { readonly [style in TextPiece['style']]: number } = {
  plain: 6.9,
  bold: 7.4,
  italic: 6.9,
  mono: 7.2,
  small: 6.7,
};
const STYLES: { readonly [style in TextPiece['style']]: string } = {
  plain: '',
  bold: ' font-weight="600"',
  italic: ' font-style="italic"',
  mono: ` font-family="${FONTS.mono}"`,
  small: ` font-family="${FONTS.mono}" font-size="11"`,
};
const SPACE = 5;

const advance = (character: string, style: TextPiece['style']): number => {
  const columns = columnsOf(character);
  return columns === 2 ? 12.5 : columns * ADVANCE[style];
};

/** A line of pieces with a space between them, cut where `most` pixels are full. Empty when there is nothing to say. */
export function textElement(
  x: number,
  y: number,
  anchor: 'start' | 'middle' | 'end',
  most: number,
  pieces: readonly TextPiece[],
): string {
  const spans: string[] = [];
  let used = 0;
  for (const { text, fill, style } of pieces) {
    if (text === '') continue;
    if (spans.length > 0) used += SPACE;
    const { shown, taken, cut } = fit(text, style, most - used);
    if (shown === '') break;
    const gap = spans.length > 0 ? ` dx="${SPACE}"` : '';
    spans.push(`<tspan fill="${fill}"${STYLES[style]}${gap}>${xmlText(shown)}</tspan>`);
    used += taken;
    if (cut) break;
  }
  if (spans.length === 0) return '';
  const at = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
  return `<text x="${x}" y="${y}"${at} xml:space="preserve">${spans.join('')}</text>`;
}

function fit(
  text: string,
  style: TextPiece['style'],
  room: number,
): { readonly shown: string; readonly taken: number; readonly cut: boolean } {
  const ellipsis = ADVANCE[style];
  let taken = 0;
  let shown = '';
  let fits = '';
  for (const character of text) {
    const next = taken + advance(character, style);
    if (next > room) return { shown: fits === '' ? '' : `${fits}…`, taken, cut: true };
    taken = next;
    shown += character;
    if (taken + ellipsis <= room) fits = shown;
  }
  return { shown, taken, cut: false };
}
