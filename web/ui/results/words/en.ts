import { counted } from '#shared/words';

export const result = {
  layout: 'Show as',
  layouts: { json: 'JSON', markdown: 'Markdown', table: 'Table', image: 'Image', page: 'Preview', text: 'Text' },
  toolError: 'The tool returned an error (isError).',
  empty: 'The result is empty.',
  block: (n: number): string => `Block ${n}`,
  moreBlocks: (n: number): string => (n === 1 ? 'Show 1 more block' : `Show ${n} more blocks`),
  more: (rows: number, columns: number): string =>
    [rows > 0 ? counted(rows, 'more row') : '', columns > 0 ? counted(columns, 'more column') : '']
      .filter(Boolean)
      .join(', '),
  cut: (shown: string, all: string): string => `${shown} of ${all} characters`,
  showAll: 'Show all',
  noType: 'no MIME type',
  guessed: 'MIME type missing; guessed from the URI',
  tooDeep: 'Nested too deeply to show here; see the raw message.',
  download: 'Download',
  bytes: 'First bytes',
  image: (what: string): string => `Image: ${what}`,
  audio: (what: string): string => `Audio: ${what}`,
  readLink: 'Read',
  notMedia: (type: string): string => `Can’t display this content as ${type}.`,
};
