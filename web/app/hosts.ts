/** Tapped sessions by the host whose they are, as the sidebar lists them. */
import { hostOf, type LibraryEntry } from '#shared/library';

/** Sessions of one host; `host` is undefined for those of which nobody knows whose they are. */
export interface HostSessions {
  readonly host: string | undefined;
  /** Those that run first, then the newest. */
  readonly entries: readonly LibraryEntry[];
}

/** Sessions that are over and still listed: a host starts its servers again and again. */
const MOST_OVER = 5;

/** The recordings, newest first, that are listed as tapped sessions: all that run, and the newest of those that are over. */
export function tappedAmong(entries: readonly LibraryEntry[]): LibraryEntry[] {
  let over = 0;
  return entries.filter(({ live, header }) => header.route === 'tap' && (live || over++ < MOST_OVER));
}

/** The same by host: hosts with a session that runs first, by name. `nameOf` tells whose a session is. */
export function byHost(
  entries: readonly LibraryEntry[],
  nameOf: (entry: LibraryEntry) => string | undefined = hostOf,
): HostSessions[] {
  const groups = new Map<string | undefined, LibraryEntry[]>();
  for (const entry of entries) {
    const host = nameOf(entry);
    const group = groups.get(host);
    if (group) group.push(entry);
    else groups.set(host, [entry]);
  }
  return [...groups]
    .map(([host, all]) => ({ host, entries: all.toSorted((a, b) => Number(b.live) - Number(a.live)) }))
    .toSorted(
      (a, b) =>
        Number(b.entries[0]?.live) - Number(a.entries[0]?.live) ||
        Number(a.host === undefined) - Number(b.host === undefined) ||
        (a.host ?? '').localeCompare(b.host ?? ''),
    );
}
