import { counted } from '#shared/words';

export const profile = {
  title: 'Client profile',
  close: 'Close client profile',
  onlyDifferences: (n: number): string => `Only differences (${n})`,
  explain: 'Explain',
  markdown: 'Copy as Markdown',
  json: 'Save JSON',
  again: 'Read again',
  againHint: 'Read the recordings as they are now',
  add: 'Compare with others…',
  addHint: 'Select recordings of several clients in the library, then press Client profile',
  working: 'Reading…',
  none: 'None of the recordings could be read.',
  noDifferences: 'No differences, as far as the recordings show.',
  problem: (title: string): string => `Can’t read “${title}”`,
  differs: 'differs',
  recordings: (n: number): string => counted(n, 'recording'),
  host: (name: string): string => `host: ${name}`,
  show: (s: number, title: string, more: number): string =>
    `Show event ${s} of “${title}”${more > 0 ? `, the first of ${more + 1}` : ''}`,
  fact: 'Property',
};
