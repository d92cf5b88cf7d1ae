/** A growing log on its way to a storage. Nothing is queued: a transaction takes all that is not stored by then. */
import type { EventList, WireEvent } from '#shared/recording';
import { storageChunks, type StorageChunk } from '../../base/storage-chunks.ts';
import type { Behind } from '../source.ts';

export interface WriteBehindOptions {
  readonly events: EventList;
  readonly stored: number;
  /** An event as it may be stored; as it is where absent. */
  readonly kept?: (event: WireEvent) => WireEvent;
  /** Store pieces that follow each other, in one transaction. Resolves when they are safe; transactions end in their order. */
  readonly put: (pieces: readonly StorageChunk[]) => Promise<void>;
  /** Told each time when `put` rejects, with the first event that is not stored. */
  readonly failed: (error: unknown, from: number) => void;
  /** Told after each transaction how many events are stored. */
  readonly progress: (stored: number) => void;
  /** Told while it is more than a second behind or refused, and undefined when it is not any more. */
  readonly lag: (behind: Behind | undefined) => void;
  /** Asked while events are made ready: undefined to go on at once. */
  readonly yieldToPage: () => Promise<void> | undefined;
}

/** `ready` waits when more than this is not stored: it bounds what a slow storage costs in memory, and a crash in events. */
const MAX_UNSTORED_EVENTS = 20_000;
const MAX_UNSTORED_BYTES = 16 * 1024 * 1024;
const TRANSACTION_CHARS = 8 * 1024 * 1024;
/** Milliseconds that the storage may be behind without a word; what it refused is tried again as often. */
const MAX_LAG_MS = 1000;

export class WriteBehind {
  readonly #options: WriteBehindOptions;
  #stored: number;
  /** The first event that was not handed over; those before it may not be safe yet. */
  #handed: number;
  #seen: number;
  /** About the bytes of what is not stored. */
  #weight = 0;
  #running = false;
  #refused = false;
  /** No event that is not stored came before this. */
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: Promise<void> = Promise.resolve();
  readonly #waiting = new Set<{ readonly holds: () => boolean; readonly over: () => void }>();

  constructor(options: WriteBehindOptions) {
    this.#options = options;
    this.#stored = this.#handed = this.#seen = options.stored;
  }

  grown(): void {
    const { events } = this.#options;
    if (this.#seen === this.#stored) this.#since = performance.now();
    for (; this.#seen < events.length; this.#seen++) this.#weight += weightOf(events.at(this.#seen));
    if (this.#timer === undefined) this.#timer = setTimeout(this.#look, MAX_LAG_MS);
    if (!this.#refused) void this.#run();
  }

  /** Try to store what waits. Resolves when what is in the log by now is stored, or was refused once more; never rejects. */
  attempt(): Promise<void> {
    const { length } = this.#options.events;
    void this.#run();
    return this.#until(() => this.#refused || this.#stored >= length, this.#stored >= length);
  }

  /** Hand over at once all that waits: the page may be gone in a moment. */
  flush(): void {
    const work = storageChunks(this.#options.events, this.#handed, Infinity, this.#options.kept);
    let step = work.next();
    while (!step.done) step = work.next();
    if (step.value.to > this.#handed) void this.#put(step.value.pieces, step.value.to);
  }

  /** For who makes the log grow: what to wait for while too much is not stored. A storage that refuses holds nobody up. */
  ready(): Promise<void> | undefined {
    return this.#isFull() ? this.#until(() => !this.#isFull(), false) : undefined;
  }

  #isFull(): boolean {
    return !this.#refused && (this.#seen - this.#stored > MAX_UNSTORED_EVENTS || this.#weight > MAX_UNSTORED_BYTES);
  }

  #until(holds: () => boolean, already: boolean): Promise<void> {
    if (already) return Promise.resolve();
    return new Promise((over) => this.#waiting.add({ holds, over }));
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    const { events, yieldToPage, kept } = this.#options;
    do {
      const from = this.#handed;
      const began = performance.now();
      const work = storageChunks(events, from, TRANSACTION_CHARS, kept);
      let step = work.next();
      while (!step.done && this.#handed === from) {
        const wait = yieldToPage();
        if (wait) await wait;
        step = work.next();
      }
      // All that there is was handed over by then; or in the meantime by who could not wait.
      if (!step.done || step.value.to === from || this.#handed !== from) await this.#last;
      else await this.#put(step.value.pieces, step.value.to, step.value.to === events.length ? began : undefined);
    } while (!this.#refused && this.#stored < events.length);
    this.#running = false;
  }

  /** Hand over the pieces up to event `to`. `began` is when they were taken, where nothing was left behind. */
  #put(pieces: readonly StorageChunk[], to: number, began?: number): Promise<void> {
    const from = this.#handed;
    this.#handed = to;
    const put = this.#options.put(pieces);
    const before = this.#last;
    const done = async (): Promise<void> => {
      try {
        await put;
        await before;
        // What came before it was refused: it is handed over once more after that.
        if (from === this.#stored) this.#advance(to, began);
      } catch (error) {
        await before;
        this.#handed = this.#stored;
        this.#refused = true;
        this.#options.failed(error, this.#stored);
      }
      this.#tell();
      for (const each of [...this.#waiting]) {
        if (!each.holds()) continue;
        this.#waiting.delete(each);
        each.over();
      }
    };
    this.#last = done();
    return this.#last;
  }

  #advance(to: number, began: number | undefined): void {
    const { events, progress } = this.#options;
    for (let at = this.#stored; at < to; at++) this.#weight -= weightOf(events.at(at));
    this.#stored = to;
    this.#handed = Math.max(this.#handed, to);
    this.#since = began ?? this.#since;
    this.#refused = false;
    progress(to);
  }

  readonly #look = (): void => {
    this.#timer = undefined;
    if (this.#stored === this.#seen) return;
    this.#timer = setTimeout(this.#look, MAX_LAG_MS);
    this.#tell();
    if (this.#refused) void this.#run();
  };

  #tell(): void {
    const events = this.#seen - this.#stored;
    const told = events > 0 && (this.#refused || performance.now() - this.#since >= MAX_LAG_MS);
    this.#options.lag(told ? { events, refused: this.#refused } : undefined);
  }
}

function weightOf(event: WireEvent | undefined): number {
  const { raw = '', b64 = '', text = '' } = (event ?? {}) as { raw?: string; b64?: string; text?: string };
  return 200 + raw.length + b64.length + text.length;
}
