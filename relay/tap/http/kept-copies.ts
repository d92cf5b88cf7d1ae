/** Copies of an exchange for a successor: of a stream of events only those that are not recorded yet. */
import type { HttpCopy } from './copy.ts';

/** Copies of an exchange, the request first, and the number of their events that are recorded. */
export interface KeptState {
  readonly told: number;
  readonly copies: readonly CopyState[];
}

/** A copy whose bytes, if it has some, are in base64. */
type CopyState = Omit<HttpCopy, 'bytes'> & { readonly bytes?: string | number };

/** For one exchange, by the way in which its body is read. */
const MAX_KEPT_BYTES = { compressed: 32 * 1024 * 1024, events: 64 * 1024 * 1024, whole: 64 * 1024 * 1024 } as const;

type Missing = Extract<HttpCopy, { readonly is: 'missing' }>;

export class KeptCopies {
  /** Recorded events of the kept copies. */
  told = 0;
  bytes = 0;
  readonly #copies: HttpCopy[];
  /** Copies up to the response, and their events. */
  #head = { copies: 1, told: 0 };
  /** Of the last copy, the number of bytes whose events are complete. */
  #complete: number | undefined;
  /** The last bytes of a stream so far. */
  #tail: Uint8Array = new Uint8Array();
  /** It is too long to be kept: this replaces what was not recorded. For a compressed body there is no replacement. */
  #givenUp: Missing | 'compressed' | undefined;

  constructor(request: HttpCopy) {
    this.#copies = [request];
  }

  add(copy: HttpCopy, body: keyof typeof MAX_KEPT_BYTES): void {
    if (this.#givenUp) return this.#miss(copy);
    if (this.#complete !== undefined) this.#cutAt(this.#complete);
    this.#complete = body === 'events' ? this.#completeIn(copy) : undefined;
    this.#copies.push(copy);
    this.bytes += lengthOf(copy);
    if (this.bytes <= MAX_KEPT_BYTES[body] || !('from' in copy) || copy.from.dir === 'c2s') return;
    const bytes = this.#copies.slice(this.#head.copies).reduce((sum, each) => sum + lengthOf(each), 0);
    this.#cut();
    this.#givenUp = body === 'compressed' ? body : { is: 'missing', t: copy.t, from: copy.from, bytes };
  }

  /** The copies so far are the request and the head of the response. */
  responds(): void {
    this.#head = { copies: this.#copies.length, told: this.told };
  }

  /** Undefined when too much would have to be kept, without a replacement. */
  get state(): KeptState | undefined {
    if (this.#givenUp === 'compressed') return undefined;
    this.#forgetTold();
    const copies = this.#givenUp ? [...this.#copies, this.#givenUp] : this.#copies;
    return { told: this.told, copies: copies.map(toJson) };
  }

  #cut(): void {
    this.#copies.length = this.#head.copies;
    this.told = this.#head.told;
    this.bytes = 0;
  }

  /** The same, except for what follows these bytes of the last copy. */
  #cutAt(end: number): void {
    const last = this.#copies.at(-1);
    this.#cut();
    if (last?.is !== 'bytes' || end === last.bytes.length) return;
    // A copy of its own, so that the whole piece is not kept for its end.
    const bytes = last.bytes.slice(end);
    this.#copies.push({ ...last, bytes });
    this.bytes = bytes.length;
  }

  #completeIn(copy: HttpCopy): number | undefined {
    if (copy.is === 'message') return copy.bytes.length;
    if (copy.is !== 'bytes' || copy.from.dir === 'c2s') return undefined;
    const before = this.#tail.length;
    const bytes = Buffer.concat([this.#tail, copy.bytes]);
    this.#tail = new Uint8Array(bytes.subarray(-2));
    const end = Math.max(after('\n\n', bytes), after('\n\r\n', bytes)) - before;
    return end > 0 ? end : undefined;
  }

  #miss(copy: HttpCopy): void {
    this.#forgetTold();
    if (typeof this.#givenUp !== 'object' || !('from' in copy) || copy.from.dir === 'c2s') return;
    const bytes = this.#givenUp.bytes + (copy.is === 'missing' ? copy.bytes : lengthOf(copy));
    this.#givenUp = { ...this.#givenUp, bytes };
  }

  /** What was given up is recorded once events of it came. */
  #forgetTold(): void {
    if (typeof this.#givenUp !== 'object' || this.told === this.#head.told) return;
    this.told = this.#head.told;
    this.#givenUp = { ...this.#givenUp, bytes: 0 };
  }
}

const lengthOf = (copy: HttpCopy): number =>
  'bytes' in copy && typeof copy.bytes === 'object' ? copy.bytes.length : 0;

/** Where the last `text` has ended; 0 when there is none. */
function after(text: string, bytes: Buffer): number {
  const at = bytes.lastIndexOf(text);
  return at < 0 ? 0 : at + text.length;
}

const toJson = (copy: HttpCopy): CopyState =>
  'bytes' in copy && typeof copy.bytes === 'object'
    ? { ...copy, bytes: Buffer.from(copy.bytes).toString('base64') }
    : (copy as CopyState);

export function fromJson({ bytes, ...copy }: CopyState): HttpCopy {
  return { ...copy, ...(typeof bytes === 'string' ? { bytes: Buffer.from(bytes, 'base64') } : { bytes }) } as HttpCopy;
}
