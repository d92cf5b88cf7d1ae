/** What a server listed, as it stood on the wire: the pages of the last reading of each list. */
import { listByMethod, SERVER_LISTS, type ServerList } from '#shared/mcp';
import { canonical, ExactObject, isList, membersOf, Opaque, showExact, textIn, type Exact } from './exact-json.ts';
import { exactPart, type Part } from './message-part.ts';
import type { ListDifference } from './types.ts';

export interface ReadList {
  readonly items: readonly Exact[];
  readonly complete: boolean;
  /** The texts of pages that can't be taken apart, what stands where the list should, and that the pages go round. */
  readonly unread: string;
  readonly pages: readonly number[];
}
export type ReadLists = ReadonlyMap<ServerList, ReadList>;

interface Reading extends ReadList {
  readonly items: Exact[];
  complete: boolean;
  unread: string;
  readonly pages: number[];
  readonly asked: Set<string>;
}

export class ListReader {
  readonly lists = new Map<ServerList, Reading>();
  /** Cursors that some page of a method gave. */
  readonly #offered = new Map<string, Set<string>>();

  /** Take a page that was answered. False when it is none, or none of a reading that is known. */
  take(method: string, params: Part | undefined, result: Part | undefined): boolean {
    const facts = listByMethod(method);
    if (!facts) return false;
    const cursor = textIn(params && exactPart(params), 'cursor');
    const offered = this.#offered.get(method) ?? new Set();
    const before = this.lists.get(facts.list);
    if (cursor !== undefined && (!before || !offered.has(cursor))) return false;
    this.#offered.set(method, offered);
    const reading: Reading =
      before && cursor !== undefined ? before : { items: [], complete: false, unread: '', pages: [], asked: new Set() };
    this.lists.set(facts.list, reading);
    if (cursor !== undefined) reading.asked.add(cursor);
    const page = result && exactPart(result);
    const items = membersOf(page).get(facts.member);
    if (isList(items)) reading.pages.push(items.length);
    if (isList(items)) for (const item of items) reading.items.push(item);
    else reading.unread += withoutList(page, facts.member, items);
    const next = textIn(page, 'nextCursor');
    if (next !== undefined) offered.add(next);
    const goesRound = next !== undefined && reading.asked.has(next);
    // The cursor itself is the server's affair, and another one next time.
    if (goesRound && !reading.unread.endsWith(ROUND)) reading.unread += ROUND;
    reading.complete = next === undefined || goesRound;
    return true;
  }
}

/** Stands for pages that lead back to one that was read. */
const ROUND = '{"nextCursor":"as before"}';

function withoutList(page: Exact | undefined, member: string, items: Exact | undefined): string {
  if (page instanceof Opaque) return page.text;
  if (!(page instanceof ExactObject)) return page === undefined ? '' : canonical(page);
  return items === undefined ? '{}' : `{${JSON.stringify(member)}:${canonical(items)}}`;
}

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
