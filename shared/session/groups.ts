import { copiable, copyMap } from './table.ts';

/** Keys by what they belong to, those of one group in the order in which they were added; a key is in one group. */
export class Groups<Group, Key extends string> {
  /** By group: its only key, or the first and the last. */
  #ends: Map<Group, Key | readonly [first: Key, last: Key]> = new Map();
  /** The neighbours of a key that is not alone. */
  #beside: Map<Key, { readonly before?: Key | undefined; readonly after?: Key | undefined }> = new Map();

  /** How many groups there are. */
  get size(): number {
    return this.#ends.size;
  }

  has(group: Group): boolean {
    return this.#ends.has(group);
  }

  groups(): MapIterator<Group> {
    return this.#ends.keys();
  }

  first(group: Group): Key | undefined {
    const ends = this.#ends.get(group);
    return typeof ends === 'object' ? ends[0] : ends;
  }

  /** The keys of a group, oldest first. */
  *of(group: Group): Generator<Key, undefined> {
    for (let key = this.first(group); key !== undefined; key = this.#beside.get(key)?.after) yield key;
  }

  /** Add a key that is in no group. */
  add(group: Group, key: Key): void {
    const ends = this.#ends.get(group);
    if (ends === undefined) return void this.#ends.set(group, key);
    const [first, last] = typeof ends === 'object' ? ends : [ends, ends];
    this.#beside.set(last, { ...this.#beside.get(last), after: key });
    this.#beside.set(key, { before: last });
    this.#ends.set(group, [first, key]);
  }

  /** Take a key out of its group, if it is there. */
  delete(group: Group, key: Key): void {
    const ends = this.#ends.get(group);
    if (ends === key) this.#ends.delete(group);
    const own = this.#beside.get(key);
    if (typeof ends !== 'object' || !own) return;
    this.#beside.delete(key);
    const { before, after } = own;
    const first = before === undefined ? after : ends[0];
    const last = after === undefined ? before : ends[1];
    if (before !== undefined) this.#join(before, { ...this.#beside.get(before), after });
    if (after !== undefined) this.#join(after, { ...this.#beside.get(after), before });
    if (first !== undefined && last !== undefined) this.#ends.set(group, first === last ? first : [first, last]);
  }

  clear(): void {
    this.#ends.clear();
    this.#beside.clear();
  }

  copy(): Groups<Group, Key> {
    const copy = new Groups<Group, Key>();
    this.#ends = copiable(this.#ends);
    this.#beside = copiable(this.#beside);
    copy.#ends = copyMap(this.#ends);
    copy.#beside = copyMap(this.#beside);
    return copy;
  }

  #join(key: Key, beside: { readonly before?: Key | undefined; readonly after?: Key | undefined }): void {
    if (beside.before === undefined && beside.after === undefined) this.#beside.delete(key);
    else this.#beside.set(key, beside);
  }
}
