/** Finding and ordering recordings in a list of thousands: pure, and asked anew for every letter typed. */
import { isUrl } from '#shared/base';
import { derivedTitle, titleOf, type LibraryEntry } from '#shared/library';
import type { RecordingHeader } from '#shared/recording';
import { maskUrl } from '../../base/mask.ts';

export type SortKey =
  | 'title'
  | 'server'
  | 'revision'
  | 'where'
  | 'started'
  | 'duration'
  | 'events'
  | 'errors'
  | 'findings'
  | 'notes'
  | 'bytes';

export interface Sort {
  readonly key: SortKey;
  readonly descending: boolean;
}

export interface Query {
  readonly text: string;
  /** Empty is any. */
  readonly tag: string;
}

/** Entries with the tag in which every word occurs: in the title, the server, the tags, the note, the commit, the test or the connection. */
export function searchEntries<Entry extends LibraryEntry>(
  entries: readonly Entry[],
  { text: typed, tag }: Query,
): Entry[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    if (tag !== '' && !entry.meta.tags.includes(tag)) return false;
    const text = wanted.length > 0 ? haystackOf(entry) : '';
    return wanted.every((word) => text.includes(word));
  });
}

/** Sorted by a column; what the column does not say of an entry goes last, and equal entries stay newest first. */
export function sortEntries<Entry extends LibraryEntry>(entries: readonly Entry[], { key, descending }: Sort): Entry[] {
  const keyed = entries.map((entry) => ({ entry, value: valueOf(entry, key) }));
  const sign = descending ? -1 : 1;
  return keyed
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined)
        return Number(a.value === undefined) - Number(b.value === undefined) || newest(a.entry, b.entry);
      return sign * compare(a.value, b.value) || newest(a.entry, b.entry);
    })
    .map(({ entry }) => entry);
}

/** All tags in use, in order. */
export function tagsOf(entries: readonly LibraryEntry[]): string[] {
  const tags = new Set<string>();
  for (const { meta } of entries) for (const tag of meta.tags) tags.add(tag);
  return [...tags].sort(compareTexts);
}

/** What tells a recording from others of its title, in the line beneath it: how the server was reached, unless the title says so. */
export function subtitleOf(entry: LibraryEntry): string {
  const { connection } = entry.header;
  // A command line in full is in the details: in a list, all of them begin alike.
  const target = connection.transport === 'stdio' ? derivedTitle(connection) : maskUrl(connection.url);
  return target === titleOf(entry) ? '' : target;
}

/** The server's name and version, or what was asked to be connected to. */
export function serverOf({ facts, header }: LibraryEntry): string {
  if (!facts?.server) return targetOf(header);
  const { name, version } = facts.server;
  return version === undefined ? name : `${name} ${version}`;
}

/** The address or the command line, shortened to what tells them apart. */
export function targetOf({ connection }: RecordingHeader): string {
  if (connection.transport === 'stdio') return [connection.command, ...connection.args].join(' ');
  return isUrl(connection.url) ? new URL(connection.url).host : connection.url;
}

function haystackOf(entry: LibraryEntry): string {
  const { header, meta, facts } = entry;
  const texts = [titleOf(entry), header.title, serverOf(entry), targetOf(header), facts?.revision ?? '', meta.note];
  return [...texts, ...meta.tags, header.commit ?? '', header.test ?? ''].join('\n').toLowerCase();
}

function valueOf(entry: LibraryEntry, key: SortKey): string | number | undefined {
  switch (key) {
    case 'title':
      return titleOf(entry);
    case 'server':
      return serverOf(entry);
    case 'revision':
      return entry.facts?.revision;
    case 'where':
      return `${entry.home} ${entry.header.connection.transport}`;
    case 'started':
      return entry.header.startedAt;
    case 'bytes':
      return entry.bytes;
    case 'findings':
      return gravity(entry);
    default:
      return entry.facts?.[key];
  }
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

const { compare: compareTexts } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
