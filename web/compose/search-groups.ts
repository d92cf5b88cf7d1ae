/** Which of some things, in groups, a search is for. */

interface Found {
  readonly title: string;
  readonly hint?: string;
}
interface Group<Item extends Found> {
  readonly title: string;
  readonly items: readonly Item[];
}

/** The groups with the items that have every word in title, hint or group, in any case; matches in the title first, at its start best. */
export function searchGroups<Item extends Found>(groups: readonly Group<Item>[], search: string): Group<Item>[] {
  const sought = search.toLowerCase().trim();
  if (sought === '') return groups.filter(({ items }) => items.length > 0);
  const scored = groups.map(({ title, items }) => {
    const found = items
      .map((item) => ({ item, score: scoreOf(item, title, sought) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    return { title, items: found.map(({ item }) => item), best: found[0]?.score ?? 0 };
  });
  return scored.filter(({ best }) => best > 0).sort((a, b) => b.best - a.best);
}

function scoreOf({ title, hint = '' }: Found, group: string, sought: string): number {
  const name = title.toLowerCase();
  const all = `${name} ${hint.toLowerCase()} ${group.toLowerCase()}`;
  if (!sought.split(/\s+/).every((word) => all.includes(word))) return 0;
  if (name === sought) return 4;
  if (name.startsWith(sought)) return 3;
  return name.includes(sought) ? 2 : 1;
}
