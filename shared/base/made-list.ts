/** Lists whose entries are made when they are asked for, so that a long one costs little. */

/** Read like an array; the same place gives equal entries, not always the same one. */
export abstract class MadeList<Entry> implements Iterable<Entry> {
  abstract readonly length: number;
  /** The entry at a place; undefined when there is none, as for -1. */
  abstract get(index: number): Entry | undefined;

  /** The same, but a negative index counts from the end, as in arrays. */
  at(index: number): Entry | undefined {
    return this.get(index < 0 ? this.length + index : index);
  }

  *[Symbol.iterator](): Generator<Entry> {
    for (const [, entry] of this.entries()) yield entry;
  }

  *entries(): Generator<readonly [number, Entry]> {
    for (let index = 0; index < this.length; index++) {
      const entry = this.get(index);
      if (entry !== undefined) yield [index, entry];
    }
  }

  *keys(): Generator<number> {
    for (let index = 0; index < this.length; index++) yield index;
  }

  slice(from: number, to = this.length): Entry[] {
    const end = to < 0 ? this.length + to : Math.min(to, this.length);
    const entries: Entry[] = [];
    for (let index = from < 0 ? Math.max(0, this.length + from) : from; index < end; index++) {
      const entry = this.get(index);
      if (entry !== undefined) entries.push(entry);
    }
    return entries;
  }

  map<Result>(made: (entry: Entry, index: number) => Result): Result[] {
    return Array.from(this.entries(), ([index, entry]) => made(entry, index));
  }

  flatMap<Result>(made: (entry: Entry, index: number) => Result | readonly Result[]): Result[] {
    return this.map(made).flat() as Result[];
  }

  filter(isWanted: (entry: Entry) => unknown): Entry[] {
    const found: Entry[] = [];
    for (const entry of this) if (isWanted(entry)) found.push(entry);
    return found;
  }

  find(isWanted: (entry: Entry) => unknown): Entry | undefined {
    for (const entry of this) if (isWanted(entry)) return entry;
    return undefined;
  }

  findLast(isWanted: (entry: Entry) => unknown): Entry | undefined {
    for (let index = this.length - 1; index >= 0; index--) {
      const entry = this.get(index);
      if (entry !== undefined && isWanted(entry)) return entry;
    }
    return undefined;
  }

  some(isWanted: (entry: Entry) => unknown): boolean {
    return this.find(isWanted) !== undefined;
  }
}
