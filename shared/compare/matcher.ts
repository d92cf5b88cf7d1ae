/** Which recorded thing fits a repeated one: equal ones in order, else the most alike. Pairs mock requests, reruns and comparisons. */
import { isObject } from '#shared/jsonrpc';
import { addTo } from '#shared/base';

const MAX_PART_COUNT = 256;
const MAX_TEXT_CHARS = 500;
const MAX_PART_DEPTH = 16;
const WORD = /[\p{L}\p{N}]+/gu;

/** The parts of any parameters, without `_meta`. Texts that differ in a word still share the others. Never throws. */
export function askedParts(params: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  add(found, params, '', 0);
  // A name says most of what is asked.
  for (const name of ['name', 'uri']) {
    const value = isObject(params) ? params[name] : undefined;
    if (typeof value === 'string')
      for (const weight of ['!', '!!']) found.add(`${name}${weight}${value.slice(0, MAX_TEXT_CHARS)}`);
  }
  return found;
}

function add(found: Set<string>, value: unknown, at: string, depth: number): void {
  if (found.size >= MAX_PART_COUNT || depth > MAX_PART_DEPTH) return;
  if (typeof value === 'object' && value !== null) {
    // The place in a list is no part of what is asked: one message more at the front leaves the others alike.
    if (Array.isArray(value)) for (const each of value.slice(0, MAX_PART_COUNT)) add(found, each, `${at}/-`, depth + 1);
    else
      for (const [name, each] of Object.entries(value))
        if (name !== '_meta') add(found, each, `${at}/${name}`, depth + 1);
    return;
  }
  if (typeof value !== 'string') {
    found.add(`${at}=${String(value)}`);
    return;
  }
  const text = value.slice(0, MAX_TEXT_CHARS);
  found.add(`${at}="${text}"`);
  for (const [word] of text.matchAll(WORD)) {
    if (found.size >= MAX_PART_COUNT) return;
    found.add(`${at}:${word}`);
  }
}

const MAX_COMPARED_COUNT = 1000;

/** Items by the key under which they are looked up, each list in the order of the items; one whose key is undefined is left out. */
export function groupByKey<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string | undefined,
): ReadonlyMap<string, readonly Item[]> {
  const lists = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined) addTo(lists, key, item);
  }
  return lists;
}

/** What one client, one run or one comparison has taken of the items of a shelf. */
export class Taken<Item> {
  readonly #items = new Set<Item>();
  readonly #from = new Map<readonly Item[], number>();
  readonly #parts = new Map<Item, ReadonlySet<string>>();

  /** The first item of a list of a shelf that is not taken; undefined when all are. */
  next(list: readonly Item[]): Item | undefined {
    let at = this.#from.get(list) ?? 0;
    for (let item = list[at]; item !== undefined && this.#items.has(item); item = list[at]) at++;
    this.#from.set(list, at);
    return list[at];
  }

  /** Take the next item of a list; `again`: the last one once more when all are taken. */
  take(list: readonly Item[], again = false): Item | undefined {
    const item = this.next(list) ?? (again ? list.at(-1) : undefined);
    return item === undefined ? undefined : this.add(item);
  }

  /** Take the most similar by parameters: of the untaken the first, else the last. Compares at most `MAX_COMPARED_COUNT`. */
  takeNearest(list: readonly Item[], params: unknown, paramsOf: (item: Item) => unknown): Item | undefined {
    const partsOf = (item: Item): ReadonlySet<string> => {
      const parts = this.#parts.get(item) ?? askedParts(paramsOf(item));
      this.#parts.set(item, parts);
      return parts;
    };
    const left: Item[] = [];
    this.next(list);
    for (let at = this.#from.get(list) ?? 0; at < list.length && left.length < MAX_COMPARED_COUNT; at++) {
      const item = list[at];
      if (item !== undefined && !this.#items.has(item)) left.push(item);
    }
    const item = nearest(left.length > 0 ? left : list.slice(-MAX_COMPARED_COUNT).reverse(), params, partsOf);
    return item === undefined ? undefined : this.add(item);
  }

  add(item: Item): Item {
    this.#items.add(item);
    return item;
  }

  has(item: Item): boolean {
    return this.#items.has(item);
  }

  clear(): void {
    this.#items.clear();
    this.#from.clear();
  }
}

/** The item whose parts have most in common with `params`, the first of several; of a long list the first 1000 are compared. */
export function nearest<Item>(
  list: readonly Item[],
  params: unknown,
  partsOf: (item: Item) => ReadonlySet<string>,
): Item | undefined {
  const wanted = askedParts(params);
  let best: Item | undefined;
  let most = -1;
  for (const item of list.slice(0, MAX_COMPARED_COUNT)) {
    const alike = likeness(partsOf(item), wanted);
    if (alike <= most) continue;
    most = alike;
    best = item;
  }
  return best;
}

/** How much two calls have in common, from 0 to 1. */
function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0;
  for (const part of left) if (right.has(part)) common++;
  const all = left.size + right.size - common;
  return all === 0 ? 1 : common / all;
}

/** Values nested deeper count as equal. */
const MAX_DEPTH = 64;

/** A text that is equal for equal JSON values, whatever the order of their members. `leaveOut` names members that do not count. */
export function equalText(value: unknown, leaveOut?: string, depth = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (depth > MAX_DEPTH) return '…';
  if (Array.isArray(value)) return `[${value.map((each) => equalText(each, leaveOut, depth + 1)).join(',')}]`;
  const members = Object.entries(value)
    .filter(([name]) => name !== leaveOut)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${equalText(each, leaveOut, depth + 1)}`);
  return `{${members.join(',')}}`;
}
