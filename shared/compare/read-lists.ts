/** What a server listed, as it stood on the wire: the pages of the last reading of each list. */
import { listByMethod, type ServerList } from '#shared/mcp';
import { canonical, type Exact, ExactObject, isList, membersOf, Opaque, textIn } from './exact-json.ts';
import { exactPart, type Part } from './message-part.ts';

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
