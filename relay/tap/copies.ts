/** Hands copies to the recorder's thread, as many as may wait there. Nothing that becomes of them reaches the traffic. */
import { weightOf, type Copy, type Happened, type Source } from './copy.ts';

/** Bytes of memory that copies take which the recorder has not taken yet: beyond this they are counted, not kept. */
const MOST = 128 * 1024 * 1024;

/** The thread, or what stands for it. */
export interface Receiver<From = Source, What = Happened> {
  postMessage(copy: Copy<From, What>): void;
}

export class Copies<From = Source, What = Happened> {
  readonly #now: () => number;
  readonly #taken: BigInt64Array;
  readonly #most: number;
  #receiver: Receiver<From, What> | undefined;
  #given = 0n;
  readonly #missing = new Map<From, number>();

  /** `taken` is what the receiver has taken so far, in bytes of memory; `now` the time of the recording. */
  constructor(receiver: Receiver<From, What>, taken: BigInt64Array, now: () => number, most = MOST) {
    this.#receiver = receiver;
    this.#taken = taken;
    this.#now = now;
    this.#most = most;
  }

  /** These bytes have passed. */
  bytes(from: From, bytes: Uint8Array): void {
    if (!this.#receiver) return;
    const weight = weightOf(bytes.length);
    if (this.waiting + weight > this.#room) {
      this.#missing.set(from, (this.#missing.get(from) ?? 0) + bytes.length);
      return;
    }
    this.#tellMissing();
    this.#given += BigInt(weight);
    this.#post({ is: 'bytes', t: this.#now(), from, bytes });
  }

  /** This happened. */
  happened(body: What): void {
    this.#tellMissing();
    this.#post({ is: 'happened', t: this.#now(), body });
  }

  /** Nothing more passes. */
  over(): void {
    this.#tellMissing();
    this.#post({ is: 'over', t: this.#now() });
  }

  /** Bytes of memory that the receiver has not taken yet. */
  get waiting(): number {
    return Number(this.#given - Atomics.load(this.#taken, 0));
  }

  /** Once something is missing, half of it must be free again: a line is rather lost whole than in many pieces. */
  get #room(): number {
    return this.#missing.size > 0 ? this.#most / 2 : this.#most;
  }

  #tellMissing(): void {
    for (const [from, bytes] of this.#missing) this.#post({ is: 'missing', t: this.#now(), from, bytes });
    this.#missing.clear();
  }

  #post(copy: Copy<From, What>): void {
    try {
      this.#receiver?.postMessage(copy);
    } catch {
      // No memory for a copy.
      this.#receiver = undefined;
    }
  }
}
