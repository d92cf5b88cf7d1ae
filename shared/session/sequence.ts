/** A list of the states of folds that is added to at its end, of which there may be a million: a copy of it shares what is in both. */

const PART = 512;

/** Entries are replaced, never changed in place. */
export class Sequence<Entry> {
  /** `PART` entries each; the last may have room, and entries of a longer list that shares it. */
  #parts: Entry[][] = [];
  #length = 0;
  /** Entries before it are in copies, too. */
  #lent = 0;
  #owns = true;
  /** `all`, as far as it was asked for. */
  #all: Entry[] = [];

  get length(): number {
    return this.#length;
  }

  /** All entries. Those of a later push are added to this very array. */
  get all(): readonly Entry[] {
    for (const entry of this.slice(this.#all.length)) this.#all.push(entry);
    return this.#all;
  }

  /** From the end for a negative index; undefined beyond either end. */
  at(index: number): Entry | undefined {
    const from = index < 0 ? this.#length + index : index;
    return from < 0 || from >= this.#length ? undefined : this.#parts[Math.floor(from / PART)]?.[from % PART];
  }

  push(entry: Entry): void {
    this.#put(this.#length++, entry);
  }

  pop(): Entry | undefined {
    const last = this.at(-1);
    if (this.#length > 0) this.#length--;
    this.#all.length = Math.min(this.#all.length, this.#length);
    return last;
  }

  /** Put another entry in the place of one that is there. */
  replace(index: number, entry: Entry): void {
    this.#put(index, entry);
    if (index < this.#all.length) this.#all[index] = entry;
  }

  /** Entries from one index, of a negative one from the end, to before another. */
  slice(from = 0, to = this.#length): Entry[] {
    const found: Entry[] = [];
    for (let at = Math.max(0, from < 0 ? this.#length + from : from); at < Math.min(to, this.#length);) {
      const end = Math.min(to, this.#length, at - (at % PART) + PART);
      for (const entry of this.#parts[Math.floor(at / PART)]?.slice(at % PART, (at % PART) + end - at) ?? [])
        found.push(entry);
      at = end;
    }
    return found;
  }

  *[Symbol.iterator](): Generator<Entry, undefined> {
    for (let index = 0; index < this.#length; index++) yield this.at(index) as Entry;
  }

  /** A sequence of the same entries; what changes in one does not change in the other. */
  copy(): Sequence<Entry> {
    const copy = new Sequence<Entry>();
    copy.#parts = this.#parts;
    copy.#length = copy.#lent = this.#length;
    copy.#owns = false;
    this.#lent = Math.max(this.#lent, this.#length);
    return copy;
  }

  #put(index: number, entry: Entry): void {
    const part = Math.floor(index / PART);
    const last = Math.floor((this.#length - 1) / PART);
    if (!this.#owns || index < this.#lent) {
      this.#parts = this.#parts.slice(0, last + 1);
      for (const each of new Set([part, ...(this.#owns ? [] : [last])]))
        this.#parts[each] = [...(this.#parts[each] ?? [])];
      // What comes before the last part stays in copies, too.
      if (part === last || !this.#owns) this.#lent = Math.min(this.#lent, last * PART);
      this.#owns = true;
    }
    (this.#parts[part] ??= [])[index % PART] = entry;
  }
}
