/** Numbers that a text calls an id: `issue #17`, `note id: 17`, `/issues/17`. A bare number in a text may be anything. */

export interface LabelledNumber {
  readonly value: string;
  /** What it is the number of, in the singular and small letters; empty where the text does not say. */
  readonly entity: string;
  /** UTF-16 units of the digits. */
  readonly start: number;
}

const WORD = '[A-Za-z]{2,24}';
const LABELLED = new RegExp(
  [
    `(?:(?<hash>${WORD}) ?)?#(?<hashed>\\d{1,18})`,
    `(?:(?<label>${WORD})[ _-])?\\b(?:[Ii][Dd]|[Nn]umber|[Nn]o\\.?) ?[:=]? ?(?<labelled>\\d{1,18})`,
    `/(?<path>${WORD})/(?<placed>\\d{1,18})`,
  ]
    .map((each) => `(?:${each})`)
    .join('|'),
  'g',
);
const MAX_TEXT_CHARS = 64 * 1024;
const MAX_NUMBER_COUNT = 200;

/** The singular of an English word, as far as ids are named by it. */
export const singular = (word: string): string =>
  word
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1');

/** The labelled numbers of a text, in order, as many as are looked at. Never throws. */
export function labelledNumbers(text: string): LabelledNumber[] {
  const found: LabelledNumber[] = [];
  if (text.length > MAX_TEXT_CHARS) return found;
  for (const { 0: all, index, groups = {} } of text.matchAll(LABELLED)) {
    const value = groups['hashed'] ?? groups['labelled'] ?? groups['placed'] ?? '';
    const end = index + all.length;
    if (/^(?:\w|\.\d)/.test(text.slice(end, end + 2))) continue;
    const entity = singular(groups['hash'] ?? groups['label'] ?? groups['path'] ?? '');
    found.push({ value, entity, start: end - value.length });
    if (found.length === MAX_NUMBER_COUNT) break;
  }
  return found;
}

export interface LiveValue {
  readonly before: string;
  readonly after: string;
  /** Members of these names hold it, beside those that are ids by their name. */
  readonly names?: readonly string[];
}

export interface RunOnPurpose {
  /** Values that a server made up anew, and the client sent back. */
  readonly values?: readonly LiveValue[];
  /** Events of the second recording with requests that the run made for itself. */
  readonly own?: readonly number[];
  readonly revision?: string;
}

/** Shorter values are words and counters, which stand for others only in a member that holds an id. */
const MIN_VALUE_CHARS = 8;
const MAX_VALUE_COUNT = 200_000;
const MAX_LENGTH_COUNT = 32;
/** `id`, `note_id`, `noteId`, `noteID`; not `valid` or `paid`. */
const ID_NAME = /(?:^|[_-])[iI][dD]$|[a-z0-9]I[dD]$/;
/** What a text is looked through by: a value starts and ends where one of these does. */
const PIECE = /[A-Za-z0-9_-]+|[^A-Za-z0-9_-]/g;
const IS_TOKEN = /^[A-Za-z0-9_-]+$/;

/** Values that a run put in the place of recorded ones: it knows which stands for which, so a difference in them is none. */
export const isIdName = (name: string): boolean => ID_NAME.test(name);

const isPart = (char: string): boolean => /[A-Za-z0-9_-]/.test(char);

export class LiveValues {
  readonly #tokens = new Map<string, LiveValue>();
  /** Others, by what the run has, and by their first characters how long these are, longest first. */
  readonly #others = new Map<string, LiveValue>();
  readonly #lengths = new Map<string, readonly number[]>();
  readonly #all = new Set<string>();
  /** Pairs with the names of members that hold them. */
  readonly #named = new Set<string>();
  /** Short numbers, by what the run has: in a text they count only where it calls them an id. */
  readonly #numbers = new Map<string, LiveValue>();

  constructor(values: readonly LiveValue[] = []) {
    for (const value of values) {
      const { before, after } = value;
      if (this.#all.size >= MAX_VALUE_COUNT) break;
      if (before === after) continue;
      this.#all.add(`${before}\0${after}`);
      for (const name of value.names ?? []) this.#named.add(`${name}\0${before}\0${after}`);
      if (/^\d+$/.test(before) && /^\d+$/.test(after)) this.#addTo(this.#numbers, value);
      if (before.length < MIN_VALUE_CHARS || after.length < MIN_VALUE_CHARS) continue;
      if (IS_TOKEN.test(after)) this.#addTo(this.#tokens, value);
      else if (this.#addTo(this.#others, value)) this.#addLength(after);
    }
  }

  /** True when one whole value stands for the other in a member of this name. */
  stands(before: string, after: string, name: string): boolean {
    return (isIdName(name) && this.#all.has(`${before}\0${after}`)) || this.#named.has(`${name}\0${before}\0${after}`);
  }

  /**
   * A text of the run with the recorded values in place of its own, and which these are. Where several begin in one place the
   * longest counts. What was put in place is not looked at again: today's value of one may be the recorded one of another.
   */
  recorded(text: string): { readonly text: string; readonly used: readonly LiveValue[] } {
    if (this.#tokens.size + this.#others.size + this.#numbers.size === 0) return { text, used: [] };
    const labelled = new Set(this.#numbers.size > 0 ? labelledNumbers(text).map(({ start }) => start) : []);
    const used = new Set<LiveValue>();
    let out = '';
    let from = 0;
    for (const { 0: piece, index } of text.matchAll(PIECE)) {
      if (index < from) continue;
      const number = labelled.has(index) ? this.#numbers.get(piece) : undefined;
      const found = this.#othersAt(text, index) ?? this.#tokens.get(piece) ?? number;
      if (!found) continue;
      used.add(found);
      out += text.slice(from, index) + found.before;
      from = index + found.after.length;
    }
    return { text: out + text.slice(from), used: [...used] };
  }

  /** True when it was not there; what was found first stays. */
  #addTo(map: Map<string, LiveValue>, value: LiveValue): boolean {
    if (map.has(value.after)) return false;
    map.set(value.after, value);
    return true;
  }

  #addLength(value: string): void {
    const start = value.slice(0, MIN_VALUE_CHARS);
    const known = this.#lengths.get(start) ?? [];
    if (known.includes(value.length) || known.length >= MAX_LENGTH_COUNT) return;
    this.#lengths.set(
      start,
      [...known, value.length].sort((one, other) => other - one),
    );
  }

  /** The longest value of several tokens that stands here, and not within a longer one. */
  #othersAt(text: string, at: number): LiveValue | undefined {
    if (this.#others.size === 0 || isPart(text.charAt(at - 1))) return undefined;
    for (const length of this.#lengths.get(text.slice(at, at + MIN_VALUE_CHARS)) ?? []) {
      const found = this.#others.get(text.slice(at, at + length));
      if (found && !isPart(text.charAt(at + length))) return found;
    }
    return undefined;
  }
}
