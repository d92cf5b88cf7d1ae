/** Copies for the recorder: by the spool, else as many as may wait in memory. A slow or failing recorder never affects the traffic. */
import type { Act, Handled } from '../judge/index.ts';
import { SEEN, weightOf, type Copy, type Given, type Happened, type Source } from './copy.ts';
import { bytesBetween, type Spool } from './spool.ts';

/** Memory of copies that the recorder has not received: beyond it they are counted, not kept. */
const MAX_BYTES = 128 * 1024 * 1024;

export interface Receiver<From = Source, What = Happened> {
  postMessage(copy: Given<From, What>): void;
}

export class Copies<From = Source, What = Happened> {
  readonly #now: () => number;
  readonly #seen: BigInt64Array;
  readonly #most: number;
  readonly #spool: Spool | undefined;
  #receiver: Receiver<From, What> | undefined;
  #given = 0n;
  readonly #missing = new Map<string, { readonly from: From; bytes: number }>();

  /** `seen` shows how much the receiver has taken; `now` is the time of the recording; `spool` outlives this process. */
  constructor(receiver: Receiver<From, What>, seen: BigInt64Array, now: () => number, most = MAX_BYTES, spool?: Spool) {
    this.#receiver = receiver;
    this.#seen = seen;
    this.#now = now;
    this.#most = most;
    this.#spool = spool;
  }

  bytes(from: From, bytes: Uint8Array): void {
    this.#post({ is: 'bytes', t: this.#now(), from, bytes });
  }

  /** A message that was kept, or sent by the tap. */
  message(from: From, bytes: Uint8Array, handled: Handled): void {
    // A copy of its own: the whole memory block is not kept.
    this.#post({ is: 'message', t: this.#now(), from, bytes: new Uint8Array(bytes), ...handled });
  }

  act(act: Act, about?: number | From): void {
    this.#post({ is: 'act', t: this.#now(), act, ...(about === undefined ? {} : { about }) });
  }

  answered(controllerId: number, refused?: string): void {
    this.#post({ is: 'answered', t: this.#now(), giver: controllerId, ...(refused === undefined ? {} : { refused }) });
  }

  happened(body: What): void {
    const t = this.#now();
    this.#tellMissing(t);
    this.#post({ is: 'happened', t, body });
  }

  over(): void {
    const t = this.#now();
    this.#tellMissing(t);
    this.#post({ is: 'over', t });
  }

  /** No recorder of this process takes copies any more. */
  stop(): void {
    this.#receiver = undefined;
    this.#missing.clear();
    this.#spool?.orphan();
  }

  /** Bytes of memory that the receiver has not taken yet. */
  get waiting(): number {
    return Number(this.#given - Atomics.load(this.#seen, SEEN.taken));
  }

  /** About how many bytes have passed and are not recorded. */
  get behind(): number {
    const read = Atomics.load(this.#seen, SEEN.read);
    return this.waiting + Math.max(0, bytesBetween(read, Atomics.load(this.#seen, SEEN.end)));
  }

  /** Once something is missing, half of it must be free again: a line is better lost whole than in many pieces. */
  get #room(): number {
    return this.#missing.size > 0 ? this.#most / 2 : this.#most;
  }

  /** Post a copy with bytes, or count it as missing. */
  #offer(copy: Extract<Copy<From, What>, { readonly is: 'bytes' | 'message' }>): void {
    if (!this.#receiver) return;
    const weight = weightOf(copy);
    if (this.waiting + weight > this.#room) {
      const { from } = copy;
      const missing = this.#missing.get(JSON.stringify(from)) ?? { from, bytes: 0 };
      missing.bytes += copy.bytes.length;
      this.#missing.set(JSON.stringify(from), missing);
      return;
    }
    this.#tellMissing(copy.t);
    this.#given += BigInt(weight);
    this.#give(copy);
  }

  #tellMissing(t: number): void {
    for (const { from, bytes } of this.#missing.values()) this.#give({ is: 'missing', t, from, bytes });
    this.#missing.clear();
  }

  /** Spooled copies are read from the spool; its failure is posted after all of them. */
  #post(copy: Copy<From, What>): void {
    const { t } = copy;
    const wasGood = this.#spool?.isGood ?? false;
    const isKept = this.#spool?.add(copy) ?? false;
    const isGood = this.#spool?.isGood ?? false;
    if (!isKept && (copy.is === 'bytes' || copy.is === 'message')) this.#offer(copy);
    else if (!isKept) this.#give(copy);
    if (isKept || (isGood && !wasGood)) {
      this.#tellMissing(t);
      if (Atomics.exchange(this.#seen, SEEN.told, 1n) === 0n) this.#give({ is: 'spooled' });
    }
    if (wasGood && !isGood && this.#spool) this.#give({ is: 'unsafe', t, part: this.#spool.part });
  }

  #give(copy: Given<From, What>): void {
    try {
      this.#receiver?.postMessage(copy);
    } catch {
      // No memory for a copy.
      this.stop();
    }
  }
}
