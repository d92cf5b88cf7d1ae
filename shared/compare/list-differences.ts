/** How a server lists what it has, compared: the order, and how much is on a page. Both are the server's to choose. */
import { SERVER_LISTS } from '#shared/mcp';
import { type Exact, membersOf, showExact } from './exact-json.ts';
import type { ReadList, ReadLists } from './read-lists.ts';
import type { ListDifference } from './types.ts';

const MAX_NAME_COUNT = 5;
const MAX_NAME_CHARS = 100;

/** The lists that both have read, where the same is in another order or on pages of another size. */
export function listDifferences(before: ReadLists, after: ReadLists): ListDifference[] {
  return SERVER_LISTS.flatMap(({ list }) => {
    const [one, other] = [before.get(list), after.get(list)];
    if (!one || !other) return [];
    const sizes = pageSizes(one, other);
    const order = orders(one, other);
    return [
      ...(order ? [{ list, what: 'order', before: order[0], after: order[1] } as const] : []),
      ...(sizes ? [{ list, what: 'page-size', before: sizes[0], after: sizes[1] } as const] : []),
    ];
  });
}

/** What both have, from the first place on where the order differs. */
function orders(one: ReadList, other: ReadList): readonly [string, string] | undefined {
  const [was, is] = [one.items.map(nameOf), other.items.map(nameOf)];
  const [had, has] = [new Set(was), new Set(is)];
  const [kept, keeps] = [was.filter((name) => has.has(name)), is.filter((name) => had.has(name))];
  const from = kept.findIndex((name, at) => name !== keeps[at]);
  // Where a name comes more often than before there is something new, and that is told as such.
  if (from < 0 || [...kept].sort().join('\0') !== [...keeps].sort().join('\0')) return undefined;
  const show = (names: readonly string[]): string => {
    const shown = names.slice(from, from + MAX_NAME_COUNT).map((name) => name.slice(0, MAX_NAME_CHARS));
    return `${from > 0 ? '…, ' : ''}${shown.join(', ')}${names.length > from + MAX_NAME_COUNT ? ', …' : ''}`;
  };
  return [show(kept), show(keeps)];
}

/** What names a definition, or else all of it. */
function nameOf(item: Exact): string {
  const member = (name: string): Exact | undefined => membersOf(item).get(name);
  for (const name of ['uri', 'uriTemplate', 'name']) {
    const value = member(name);
    if (typeof value === 'string') return value;
  }
  return showExact(item, 1000);
}

/** The numbers of items on each page, where they can't come of one size: a last page is as long as what is left. */
function pageSizes(one: ReadList, other: ReadList): readonly [string, string] | undefined {
  const [was, is] = [one.pages, other.pages];
  const whole = Math.min(was.length, is.length) - 1;
  for (let at = 0; at <= whole; at++) {
    const [had, has] = [was[at] ?? 0, is[at] ?? 0];
    const [lastOfOne, lastOfOther] = [at === was.length - 1, at === is.length - 1];
    const fits = lastOfOne ? lastOfOther || had <= has : lastOfOther ? has <= had : had === has;
    if (!fits) return [was.join(' + '), is.join(' + ')];
  }
  return undefined;
}
