/** The colours of the drawn diagram: those of the page, where each carries a meaning. */

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

export const THEMES: { readonly [theme in 'light' | 'dark']: Theme } = { light: LIGHT, dark: DARK };
