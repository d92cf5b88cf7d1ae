/** Looks for many texts at once: the time for a text does not grow with the number of secrets. */
import { formsOf, type Form } from './forms.ts';
import type { Found } from './findings.ts';

interface Pattern {
  readonly found: Found;
  readonly form: Form;
}

/** An occurrence: the range that gives the secret away. */
export interface Occurrence {
  readonly found: Found;
  readonly from: number;
  readonly to: number;
}

/** Texts that end alike. */
interface Bucket {
  readonly byText: Map<string, Pattern[]>;
  /** Lengths of these texts. */
  readonly lengths: number[];
}

/** Units at the end of a text by which it is told; tokens of one kind begin alike and end differently. */
const WINDOW = 8;
/** Most lengths of texts that end alike: more of them are a trap, not secrets. */
const MAX_LENGTHS = 256;
/** Most secrets whose base64 is looked for, too; a bound on memory. */
const MAX_ENCODED = 20_000;
const SLOTS = 1 << 16;
const FACTOR = 0x01000193;

export class Search {
  readonly #window: number;
  readonly #buckets = new Map<number, Bucket>();
  readonly #present = new Uint8Array(SLOTS);
  /** What the unit that leaves the window counts in the hash. */
  readonly #leaving: number;

  constructor(secrets: Iterable<Found>) {
    const patterns: Pattern[] = [];
    let count = 0;
    for (const found of secrets)
      for (const form of formsOf(found.value, count++ < MAX_ENCODED)) patterns.push({ found, form });
    this.#window = patterns.reduce((least, { form }) => Math.min(least, form.text.length), WINDOW);
    let leaving = 1;
    for (let count = 1; count < this.#window; count++) leaving = Math.imul(leaving, FACTOR);
    this.#leaving = leaving;
    for (const pattern of patterns) this.#add(pattern);
  }

  get isEmpty(): boolean {
    return this.#buckets.size === 0;
  }

  #add(pattern: Pattern): void {
    const { text } = pattern.form;
    const hash = this.#hash(text, text.length - this.#window);
    let bucket = this.#buckets.get(hash);
    if (!bucket) {
      bucket = { byText: new Map(), lengths: [] };
      this.#buckets.set(hash, bucket);
    }
    if (!bucket.lengths.includes(text.length)) {
      if (bucket.lengths.length >= MAX_LENGTHS) return;
      bucket.lengths.push(text.length);
    }
    const same = bucket.byText.get(text);
    if (same) same.push(pattern);
    else bucket.byText.set(text, [pattern]);
    this.#present[slotOf(hash)] = 1;
  }

  #hash(text: string, from: number): number {
    let hash = 0;
    for (let at = from; at < from + this.#window; at++) hash = (Math.imul(hash, FACTOR) + text.charCodeAt(at)) | 0;
    return hash;
  }

  /** Every occurrence in a text, those inside others too. */
  find(text: string, take: (occurrence: Occurrence) => void): void {
    const window = this.#window;
    if (text.length < window || this.isEmpty) return;
    const present = this.#present;
    const leaving = this.#leaving;
    let hash = this.#hash(text, 0);
    for (let end = window; ; end++) {
      if (present[slotOf(hash)] === 1) this.#check(hash, text, end, take);
      if (end >= text.length) return;
      const out = Math.imul(text.charCodeAt(end - window), leaving);
      hash = (Math.imul((hash - out) | 0, FACTOR) + text.charCodeAt(end)) | 0;
    }
  }

  #check(hash: number, text: string, end: number, take: (occurrence: Occurrence) => void): void {
    const bucket = this.#buckets.get(hash);
    if (!bucket) return;
    for (const length of bucket.lengths) {
      if (length > end) continue;
      for (const { found, form } of bucket.byText.get(text.slice(end - length, end)) ?? []) {
        const from = end - length;
        take({
          found,
          from: from - (form.before > 0 && isBase64(text.charCodeAt(from - 1)) ? 1 : 0),
          to: end + (form.after > 0 && isBase64(text.charCodeAt(end)) ? 1 : 0),
        });
      }
    }
  }
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 16)) & (SLOTS - 1);
}

function isBase64(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 43 ||
    code === 47 ||
    code === 45 ||
    code === 95
  );
}
