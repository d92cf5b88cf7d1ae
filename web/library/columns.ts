/**
 * The columns of the list, which are lines of a recording's details as well. A new one is a record here and, where it tells what was
 * counted, its fact in `shared/library/facts.ts`: header, cells, order, widths and details follow.
 */
import { titleOf, type LibraryEntry, type NumberFact } from '#shared/library';
import { duration, number, size, type Language } from '#shared/words';
import type { FirstMessages } from '../base/i18n/index.svelte.ts';
import { compareTexts, serverOf, targetOf } from '../workspace/library/list.ts';

/** What a column's texts are made with, for the person. */
export interface Say {
  readonly words: FirstMessages;
  readonly language: Language;
  readonly date: (iso: string) => string;
  /** True for an opened file. */
  readonly isFile: (entry: LibraryEntry) => boolean;
}

/** A text of an entry for the person, or none. */
type Text = (entry: LibraryEntry, say: Say) => string;

/** Its name in each language, and what it tells of a recording. */
interface Column extends Readonly<Record<Language, string>> {
  readonly id: string;
  /** At each of `STEPS`, in pixels or as the least and a share of what is left (`140+2.2`); beyond those it has no room. */
  readonly widths: string;
  /** What rows are ordered by; what has none goes last. */
  readonly value: (entry: LibraryEntry) => string | number | undefined;
  readonly text: Text;
  /** In the details, where that is another text; one that is empty there is left out. */
  readonly long?: Text;
  /** What it says to who points at it. */
  readonly hint?: Text;
  /** Read from the largest; names are from the first. */
  readonly descending?: true;
  readonly right?: true;
  readonly mono?: true;
  /** It waits until the recording was read. Such columns stand side by side. */
  readonly read?: true;
  /** Any more than none has the colour of errors. */
  readonly bad?: true;
  /** In the details it comes after what the recording has in it. */
  readonly last?: true;
}

/** What columns have in common; the text is the value, unless it is said otherwise. */
const named = (id: string, en: string, zh: string, value: Column['value']): Omit<Column, 'widths'> => ({
  ...{ id, en, 'zh-CN': zh, value },
  text: (entry) => String(value(entry) ?? ''),
});

/** A number of the facts. */
const counted = (id: NumberFact, en: string, zh: string, said = number): Omit<Column, 'widths'> => ({
  ...named(id, en, zh, ({ facts }) => facts?.[id]),
  ...{
    text: ({ facts }, { language }) => (facts ? said(facts[id], language) : ''),
    right: true,
    descending: true,
    read: true,
  },
});

const found: Text = ({ facts }, { words }) => (facts?.findings ? words.library.findings.said(facts.findings) : '');
const COLUMNS: readonly Column[] = [
  { ...named('title', 'Title', '标题', titleOf), widths: '140+1 156+2 180+2 180+1 120+1 0+1', long: () => '' },
  {
    ...named('server', 'Server', '服务器', serverOf),
    widths: '90+1.25 80+1.2 80+1.2',
    hint: ({ header }) => targetOf(header),
  },
  { ...named('revision', 'Protocol version', '协议版本', ({ facts }) => facts?.revision), widths: '118', mono: true },
  {
    ...named('where', 'Location', '存储位置', ({ home, header }) => `${home} ${header.connection.transport}`),
    widths: '124 124',
    text: (entry, { words: { library: t }, isFile }) =>
      `${entry.header.connection.transport === 'stdio' ? 'stdio' : 'http'} · ${isFile(entry) ? t.openedFile : t.home[entry.home]}`,
    long: (entry, { words: { library: t }, isFile }) => (isFile(entry) ? t.openedFile : t.homeLong[entry.home]),
    last: true,
  },
  {
    ...named('started', 'Started', '开始时间', ({ header }) => header.startedAt),
    widths: '140 140 140 140 140 140',
    text: ({ header }, { date }) => date(header.startedAt),
    descending: true,
  },
  { ...counted('duration', 'Duration', '时长', duration), widths: '76 76 76 76' },
  {
    ...counted('events', 'Events', '事件'),
    widths: '60 60 60 60',
    text: ({ facts }, { language }) => (facts ? `${facts.partial ? '≥ ' : ''}${number(facts.events, language)}` : ''),
    hint: ({ facts }, { words }) => (facts?.partial ? words.library.partial : ''),
  },
  { ...counted('operations', 'Operations', '操作'), widths: '' },
  { ...counted('errors', 'Errors', '错误'), widths: '56 56 56 56 56 52', bad: true },
  {
    ...named('findings', 'Findings', '规范问题', gravity),
    ...{ widths: '88 88 88 88 88', text: found, hint: found, right: true, descending: true, read: true },
  },
  { ...counted('notes', 'Notes', '备注', (n, language) => (n > 0 ? number(n, language) : '')), widths: '52' },
  {
    ...named('bytes', 'Size', '大小', ({ bytes }) => bytes),
    ...{ widths: '76 76 76 76 76', right: true, descending: true, last: true },
    // Sizes of one unit are compared at a glance.
    text: ({ bytes }, { words }) =>
      bytes === 0 ? '' : bytes < 10_000 ? `${(bytes / 1000).toFixed(1)} kB` : size(bytes, words),
    long: ({ bytes }, { words }) => (bytes === 0 ? '' : size(bytes, words)),
  },
];

/** Widths of the list, in pixels, up to which it has less room than before. */
const STEPS = [1120, 900, 810, 620, 460];

/** The columns that a list of this width (pixels) has room for, and their tracks in its grid. */
export function columnsAt(width: number): { readonly shown: readonly Column[]; readonly tracks: readonly string[] } {
  const step = STEPS.filter((each) => width <= each).length;
  const shown = COLUMNS.filter(({ widths }) => widths !== '' && widths.split(' ').length > step);
  const tracks = shown.map(({ widths }) => {
    const [least, share] = (widths.split(' ')[step] ?? '').split('+');
    return share === undefined ? `${least}px` : `minmax(${least}px, ${share}fr)`;
  });
  return { shown, tracks };
}

/** The lines of a recording's details that are columns: name and text. */
export const columnLines = (entry: LibraryEntry, say: Say): (readonly [name: string, text: string])[] =>
  [...COLUMNS.filter(({ last }) => !last), ...COLUMNS.filter(({ last }) => last)]
    .map((column) => [column[say.language], (column.long ?? column.text)(entry, say)] as const)
    .filter(([, text]) => text !== '');

export interface Sort {
  /** A column's id. */
  readonly key: string;
  readonly descending: boolean;
}

/** Sorted by a column; what the column does not say of an entry goes last, and equal entries stay newest first. */
export function sortEntries<Entry extends LibraryEntry>(entries: readonly Entry[], { key, descending }: Sort): Entry[] {
  const column = COLUMNS.find(({ id }) => id === key);
  const sign = descending ? -1 : 1;
  return entries
    .map((entry) => ({ entry, value: column?.value(entry) }))
    .sort(({ entry: one, value: a }, { entry: other, value: b }) => {
      const unknown = Number(a === undefined) - Number(b === undefined);
      return unknown || sign * compare(a ?? 0, b ?? 0) || newest(one, other);
    })
    .map(({ entry }) => entry);
}

/** Any error outweighs all warnings, and any warning all that is only told. */
function gravity({ facts }: LibraryEntry): number | undefined {
  if (!facts?.findings) return undefined;
  const { error, warning, info } = facts.findings;
  return (error * 1e6 + Math.min(warning, 999_999)) * 1e6 + Math.min(info, 999_999);
}

const newest = (a: LibraryEntry, b: LibraryEntry): number => compare(b.header.startedAt, a.header.startedAt);

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return Number(a) - Number(b);
}
