/** The frame of a drawn picture: its size, its title, its ground, its colours. It refers to nothing outside. */
import type { SvgOptions } from './types.ts';
import { xmlText } from './xml.ts';

/** Only fonts that systems have: a picture that loads nothing looks the same everywhere. */
export const FONTS = {
  text: "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans CJK SC',sans-serif",
  mono: "ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace",
} as const;

const LIGHT = {
  bg: '#ffffff',
  surface: '#f6f7f9',
  band: '#eef1f5',
  line: '#e2e5ea',
  lane: '#c4cad3',
  text: '#1b1f24',
  muted: '#555d68',
  faint: '#5f6773',
  client: '#0a62c4',
  clientSoft: '#e4effb',
  server: '#7a35c9',
  serverSoft: '#f1e8fb',
  authorization: '#0b6e6e',
  ok: '#1a7a3a',
  warn: '#8a5200',
  warnSoft: '#fff3d9',
  err: '#c4262e',
  errSoft: '#fdeaea',
};
export type Theme = { readonly [part in keyof typeof LIGHT]: string };

const DARK: Theme = {
  bg: '#0f1318',
  surface: '#151a21',
  band: '#19202a',
  line: '#262d37',
  lane: '#3d4653',
  text: '#e5e9ee',
  muted: '#a1abb7',
  faint: '#909ba8',
  client: '#6cb0ff',
  clientSoft: '#12283f',
  server: '#c39bff',
  serverSoft: '#2a1d40',
  authorization: '#57c7c2',
  ok: '#5fd08a',
  warn: '#f0b651',
  warnSoft: '#33270d',
  err: '#ff8a8f',
  errSoft: '#3a171a',
};

const THEMES: { readonly [theme in 'light' | 'dark']: Theme } = { light: LIGHT, dark: DARK };

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
