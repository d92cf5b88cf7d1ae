/** Looks for many texts at once: the time for a text does not grow with the number of secrets. */
import { addTo } from '#shared/base';
import { asUtf8, toBase64 } from '#shared/recording';
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

/** Units at the end of a text by which it is told; tokens of one kind begin alike and end differently. */
const MAX_WINDOW_CHARS = 8;
/** Most lengths of texts that end alike: more of them are a trap, not secrets. */
const MAX_LENGTH_COUNT = 256;
/** Most secrets whose base64 is looked for, too; a bound on memory. */
const MAX_ENCODED_COUNT = 20_000;
const SLOT_COUNT = 1 << 16;
const FACTOR = 0x01000193;

export class Search {
  readonly #window: number;
  readonly #buckets = new Map<number, { readonly byText: Map<string, Pattern[]>; readonly lengths: number[] }>();
  readonly #present = new Uint8Array(SLOT_COUNT);
  /** What the unit that leaves the window counts in the hash. */
  readonly #leaving: number;

  constructor(secrets: Iterable<Found>) {
    const patterns: Pattern[] = [];
    let count = 0;
    for (const found of secrets)
      for (const form of formsOf(found.value, count++ < MAX_ENCODED_COUNT)) patterns.push({ found, form });
    this.#window = patterns.reduce((least, { form }) => Math.min(least, form.text.length), MAX_WINDOW_CHARS);
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
      if (bucket.lengths.length >= MAX_LENGTH_COUNT) return;
      bucket.lengths.push(text.length);
    }
    addTo(bucket.byText, text, pattern);
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
          from: from - (form.before && IN_BASE64.test(text.charAt(from - 1)) ? 1 : 0),
          to: end + (form.after && IN_BASE64.test(text.charAt(end)) ? 1 : 0),
        });
      }
    }
  }
}

const slotOf = (hash: number): number => (hash ^ (hash >>> 16)) & (SLOT_COUNT - 1);

const IN_BASE64 = /[\w+/-]/;

/** A text to look for, and whether base64 characters before and after it also hold bits of the secret. */
interface Form {
  readonly text: string;
  readonly before?: boolean;
  readonly after?: boolean;
}

/** Shorter base64 could be any word. */
const MIN_BASE64_CHARS = 8;

/** Hexadecimal digits of fewer could be any number. */
const MIN_HEX_BYTES = 6;

/** Every private key is shorter; the base64 of longer secrets is not searched for. */
const MAX_ENCODED_CHARS = 16_384;

/** Every form of a secret that is looked for in a text that is read unescaped and percent-decoded; without those in base64 when `encoded` is false. */
function formsOf(secret: string, encoded = true): Form[] {
  const forms: Form[] = [{ text: secret }];
  const text = asUtf8(secret);
  if (text !== secret) forms.push({ text });
  // A form (application/x-www-form-urlencoded) writes a space as a plus sign.
  if (secret.includes(' ')) forms.push({ text: secret.replaceAll(' ', '+') });
  if (!encoded || secret.length > MAX_ENCODED_CHARS) return forms;
  const bytes = [...new TextEncoder().encode(text)];
  if (bytes.length >= MIN_HEX_BYTES) {
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    forms.push({ text: hex });
    if (/[a-f]/.test(hex)) forms.push({ text: hex.toUpperCase() });
  }
  for (const lead of [0, 1, 2]) {
    const whole = toBase64(Uint8Array.from([...new Array<number>(lead).fill(0), ...bytes]));
    // Characters all of whose bits are the secret's.
    const first = Math.ceil((lead * 8) / 6);
    const last = Math.floor(((lead + bytes.length) * 8) / 6);
    const core = whole.slice(first, last);
    if (core.length < MIN_BASE64_CHARS) continue;
    const before = (lead * 8) % 6 !== 0;
    const after = ((lead + bytes.length) * 8) % 6 !== 0;
    forms.push({ text: core, before, after });
    const safe = core.replaceAll('+', '-').replaceAll('/', '_');
    if (safe !== core) forms.push({ text: safe, before, after });
  }
  return forms;
}
