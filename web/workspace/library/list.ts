/** Finding recordings in a list of thousands: pure, and asked anew for every letter typed. */
import { isUrl } from '#shared/base';
import { derivedTitle, titleOf, type LibraryEntry } from '#shared/library';
import type { RecordingHeader } from '#shared/recording';
import { maskUrl } from '../../base/mask.ts';

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

/** The order of texts that people read: without regard to case, numbers by value. */
export const { compare: compareTexts } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
