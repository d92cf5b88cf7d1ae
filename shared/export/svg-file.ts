/** The frame of a drawn picture: its size, its title, its ground. It refers to nothing outside. */
import { FONTS, THEMES, type Theme } from './theme.ts';
import type { SvgOptions } from './types.ts';
import { xmlText } from './xml.ts';

const MIN_WIDTH = 480;
const MAX_WIDTH = 2400;
const DEFAULT_WIDTH = 960;

/** The width that the options ask for, within what a picture can have. */
export function widthOf({ width }: SvgOptions): number {
  const asked = Math.round(width ?? DEFAULT_WIDTH);
  return Math.max(MIN_WIDTH, Math.min(Number.isFinite(asked) ? asked : DEFAULT_WIDTH, MAX_WIDTH));
}

export const themeOf = ({ theme }: SvgOptions): Theme => THEMES[theme ?? 'light'];

/** Drawn pieces, one a line; empty ones are left out. */
export const drawn = (pieces: readonly string[]): string => pieces.filter(Boolean).join('\n');

/** Pixels with a tenth. */
export const tenths = (pixels: number): number => Math.round(pixels * 10) / 10;

/** Of what is still open. */
export const DASHED = ' stroke-dasharray="3 2"';

/** The text of an SVG file of these pixels. `ground` and `over` lie below and above `texts`; empty pieces are left out. */
export function svgFile(
  { title, width, height }: { readonly title: string; readonly width: number; readonly height: number },
  theme: Theme,
  { ground, texts, over }: { readonly [layer in 'ground' | 'texts' | 'over']: readonly string[] },
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${xmlText(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${theme.bg}"/>`,
    ...ground.filter(Boolean),
    `<g font-family="${FONTS.text}" font-size="12" fill="${theme.text}">`,
    ...texts.filter(Boolean),
    '</g>',
    ...over.filter(Boolean),
    '</svg>',
    '',
  ].join('\n');
}
