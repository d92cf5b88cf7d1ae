/** Reads a spool in its order: while it grows, or afterwards. */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isObject } from '#shared/jsonrpc';
import type { Copy } from './copy.ts';
import { byteAt, partAt, placeOf, STATE, type SpoolState } from './spool.ts';

/** Bytes that are taken before they are written: on a busy machine the end must see progress in time. */
export const BATCH = 256 * 1024;
const LINE_FEED = 0x0a;

export interface Reads {
  take(copy: Copy): void;
  /** Much was taken, or all that there is for now. */
  write(): void;
  /** The next copies are in this part, and all earlier ones are written. */
  entered?(part: number): void;
}

export class SpoolReader {
  readonly #path: string;
  /** The recorder's state at the start of this reader; undefined when none was kept. */
  readonly state: unknown;
  part = 0;
  #at = 0;
  #file: number | undefined;
  /** Microseconds of the copy that was read last. */
  t = 0;

  /** Begins at the start, or, if it `goesOn`, at the kept state. Throws when that, or the part, can't be read. */
  constructor(path: string, goesOn: boolean) {
    this.#path = path;
    if (!goesOn) return;
    const file = join(path, STATE);
    if (existsSync(file)) {
      const { part, state } = JSON.parse(readFileSync(file, 'utf8')) as SpoolState;
      this.part = part;
      this.state = state;
    }
    // Starting elsewhere would cut off what the recorder has written since.
    if (!existsSync(join(path, String(this.part)))) throw new Error(`part ${this.part} is missing`);
  }

  get place(): bigint {
    return placeOf(this.part, this.#at);
  }

  goTo(part: number, at = 0): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.part = part;
    this.#at = at;
  }

  /**
   * Have everything taken up to this place; where a part can't be understood, a copy says so in place of its rest. Rejects with what the
   * system says when it doesn't give a part, and with what `reads` throws.
   */
  async readTo(end: bigint, reads: Reads): Promise<void> {
    for (let size = BATCH; this.place < end; await setImmediate()) {
      if (this.#at === 0) reads.entered?.(this.part);
      this.#file ??= openSync(join(this.#path, String(this.part)), 'r');
      const isLast = this.part === partAt(end);
      const limit = isLast ? byteAt(end) : fstatSync(this.#file).size;
      const from = this.#at;
      const bytes = this.#bytes(Math.min(size, limit - from));
      const isRest = size >= limit - from;
      for (const copy of this.#copiesIn(bytes, limit, isRest && !isLast)) reads.take(copy);
      reads.write();
      // One copy may be longer than that, and the last one may have been cut.
      size = this.#at === from ? size * 4 : BATCH;
      if (!isRest && this.#at < limit) continue;
      if (isLast) this.#at = limit;
      else this.goTo(this.part + 1);
    }
  }

  #bytes(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(this.#file ?? -1, bytes, 0, length, this.#at));
  }

  /** Copies from here on in a part that ends at `limit`; none may be incomplete when `bytes` are the `whole` rest. */
  *#copiesIn(bytes: Buffer, limit: number, whole: boolean): Generator<Copy> {
    const from = this.#at;
    try {
      for (let at = from === 0 ? bytes.indexOf(LINE_FEED) + 1 : 0; at < bytes.length;) {
        this.#at = from + at;
        const end = bytes.indexOf(LINE_FEED, at);
        if (end < 0 && !whole) return;
        const { length, ...copy } = JSON.parse(bytes.toString('utf8', at, end)) as Copy & { readonly length?: number };
        if (!isObject(copy) || !Number.isFinite(copy.t) || !(length === undefined || length >= 0))
          throw new Error('not a copy');
        at = end + 1 + (length ?? 0);
        if (at > bytes.length && !whole) return;
        if (end < 0 || at > bytes.length) throw new Error('the part is cut');
        this.#at = from + at;
        this.t = copy.t;
        yield length === undefined ? copy : ({ ...copy, bytes: bytes.subarray(end + 1, at) } as Copy);
      }
    } catch {
      this.#at = limit;
      yield { is: 'unreadable', t: this.t };
    }
  }
}
