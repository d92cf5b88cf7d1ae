/** What came of an exchange, for whoever has to go on with it: of a stream of events no more than what is not told. */
import type { HttpCopy } from './copy.ts';

/** What came of it, the first of it the request, and how many events of that are recorded. */
export interface KeptState {
  readonly told: number;
  readonly copies: readonly CopyState[];
}

/** A copy whose bytes, if it has some, are in base64. */
type CopyState = Omit<HttpCopy, 'bytes'> & { readonly bytes?: string | number };

/** Bytes of a compressed body that are kept. */
const MOST_COMPRESSED = 32 * 1024 * 1024;

export class KeptCopies {
  /** Events of what is kept. */
  told = 0;
  /** Bytes that are kept. */
  bytes = 0;
  readonly #copies: HttpCopy[];
  /** Copies up to the response, and the events of these. */
  #head = { copies: 0, told: 0 };
  #isGivenUp = false;

  constructor(request: HttpCopy) {
    this.#copies = [request];
  }

  /** This is the next one, of a body of this kind. */
  add(copy: HttpCopy, body: 'events' | 'compressed' | 'whole'): void {
    if (body === 'events' && this.#endsEvent()) this.#cut();
    if ('bytes' in copy && typeof copy.bytes === 'object') this.bytes += copy.bytes.length;
    if (body === 'compressed' && this.bytes > MOST_COMPRESSED) {
      this.#isGivenUp = true;
      this.#cut();
    }
    if (!this.#isGivenUp) this.#copies.push(copy);
  }

  /** What was added so far is its request and the head of its response. */
  responds(): void {
    this.#head = { copies: this.#copies.length, told: this.told };
  }

  /** Undefined when too much would have to be kept. */
  get state(): KeptState | undefined {
    return this.#isGivenUp ? undefined : { told: this.told, copies: this.#copies.map(toJson) };
  }

  /** What followed the head of the response is told. */
  #cut(): void {
    this.#copies.length = this.#head.copies;
    this.told = this.#head.told;
    this.bytes = 0;
  }

  #endsEvent(): boolean {
    const last = this.#copies.length > this.#head.copies ? this.#copies.at(-1) : undefined;
    if (last?.is !== 'bytes') return last?.is === 'message';
    return /\n\r?\n$/.test(Buffer.from(last.bytes.subarray(-3)).toString('latin1'));
  }
}

const toJson = (copy: HttpCopy): CopyState =>
  'bytes' in copy && typeof copy.bytes === 'object'
    ? { ...copy, bytes: Buffer.from(copy.bytes).toString('base64') }
    : (copy as CopyState);

export function fromJson({ bytes, ...copy }: CopyState): HttpCopy {
  return { ...copy, ...(typeof bytes === 'string' ? { bytes: Buffer.from(bytes, 'base64') } : { bytes }) } as HttpCopy;
}
