/**
 * What was in a table at each of its copies: a map that is persistent in its versions, of which only the newest is changed. Each change costs
 * its own entry, however large the table is, and a version a few numbers.
 */
import { countBelow } from '#shared/base';

/** A version of a history: its first entry, the end of its entries, and how many of those between are in it. */
export interface Version {
  readonly at: number;
  readonly from: number;
  readonly end: number;
  readonly size: number;
}

/** The version without an entry. */
export const EMPTY: Version = { at: 0, from: 0, end: 0, size: 0 };

/** Values that one entry had, each from a version on. */
class Changed<Value> {
  readonly at: number[];
  readonly values: Value[];

  constructor(first: Value) {
    this.at = [0];
    this.values = [first];
  }
}

/** Of what no version has lost; more versions than there can be. */
const NEVER = 2 ** 30;
/** Entries that are passed at once where a version has none of them. */
const BLOCK = 128;

export class History<Key, Value> {
  /** By place, in the order in which they were put in. One that was deleted and put in again has another place. */
  readonly #keys: Key[] = [];
  readonly #values: (Value | Changed<Value>)[] = [];
  /** The first version without it. */
  readonly #lost: number[] = [];
  /** The places of a key, ascending. */
  readonly #places = new Map<Key, number | number[]>();
  /** By block: how many entries the newest version has, and the last one that lost one. */
  readonly #left: number[] = [];
  readonly #last: number[] = [];

  /** The place of a key in a version; -1 when it is not there. */
  find({ at, end }: Version, key: Key): number {
    const places = this.#places.get(key);
    if (places === undefined) return -1;
    const place = typeof places === 'number' ? places : (places[countBelow(places, end) - 1] ?? end);
    return place < end && (this.#lost[place] ?? 0) > at ? place : -1;
  }

  /** The value of what is at a place of a version. */
  value({ at }: Version, place: number): Value {
    const value = this.#values[place] as Value | Changed<Value>;
    return value instanceof Changed ? (value.values[countBelow(value.at, at + 1) - 1] as Value) : value;
  }

  *entries({ at, from, end }: Version): Generator<[Key, Value], undefined> {
    const version = { at, from, end, size: 0 };
    for (let place = from; place < end; place++) {
      const block = Math.floor(place / BLOCK);
      if (this.#left[block] === 0 && (this.#last[block] ?? 0) <= at) place = (block + 1) * BLOCK - 1;
      else if ((this.#lost[place] ?? 0) > at) yield [this.#keys[place] as Key, this.value(version, place)];
    }
  }

  /** The version after `newest`, which must be the newest, with these keys of it deleted first. What is put in anew comes last. */
  after(newest: Version, deleted: Iterable<Key>, put: Iterable<[Key, Value]>): Version {
    const at = newest.at + 1;
    let { from, size } = newest;
    for (const key of deleted) {
      const place = lastOf(this.#places.get(key));
      const block = Math.floor(place / BLOCK);
      this.#lost[place] = at;
      this.#left[block] = (this.#left[block] ?? 0) - 1;
      this.#last[block] = at;
      size--;
    }
    for (const [key, value] of put) {
      const places = this.#places.get(key);
      const place = lastOf(places);
      if (place >= 0 && this.#lost[place] === NEVER) this.#change(place, at, value);
      else {
        this.#add(key, value, places);
        size++;
      }
    }
    const end = this.#keys.length;
    while (from < end && this.#lost[from] !== NEVER) from++;
    return { at, from, end, size };
  }

  #add(key: Key, value: Value, places: number | number[] | undefined): void {
    const place = this.#keys.length;
    const block = Math.floor(place / BLOCK);
    this.#keys.push(key);
    this.#values.push(value);
    this.#lost.push(NEVER);
    this.#left[block] = (this.#left[block] ?? 0) + 1;
    if (typeof places === 'object') places.push(place);
    else this.#places.set(key, places === undefined ? place : [places, place]);
  }

  #change(place: number, at: number, value: Value): void {
    const before = this.#values[place] as Value | Changed<Value>;
    const changed = before instanceof Changed ? before : new Changed(before);
    this.#values[place] = changed;
    changed.at.push(at);
    changed.values.push(value);
  }
}

const lastOf = (places: number | number[] | undefined): number =>
  typeof places === 'object' ? (places.at(-1) ?? -1) : (places ?? -1);
