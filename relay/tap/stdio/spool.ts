/**
 * What passes, on the disk at once: whoever comes after a tap that was killed makes events of what its recorder had not written. Each
 * file of the folder begins with a line on the tap and holds the copies from one mark to the next: a line on each, and its bytes.
 */
import { closeSync, mkdirSync, openSync, statSync, writevSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../base/index.ts';
import { defaultFolder, namesIn, processPlace, writerOf } from '../../recording/index.ts';
import { SEEN, type Copy } from './copy.ts';

/** In the folder of recordings, its owner's alone: what taps keep there while they run. */
export const TAPS = '.taps';
/** Bytes of copies from one mark to the next: so much is read again at most when the recorder keeps up. */
const PART = 4 * 1024 * 1024;
/** 1 GiB that waits for the recorder. */
const MAX_PART_COUNT = 256;
/** Milliseconds that a write may take: the traffic has waited for it, and does not wait for another one. */
const SLOW = 1000;

/** Beside the parts: whose they are, and what the recorder knew at the beginning of the first one. */
export const OWNER = 'owner';
export const STATE = 'state';
export interface SpoolState {
  readonly part: number;
  readonly state: unknown;
}

/** The first line of each part. */
export interface SpoolHead {
  readonly pid: number;
  readonly place: string;
  /** What the recorder was started with, but for its clock. */
  readonly start: { readonly transport: string; readonly [name: string]: unknown };
}

/** End of the name of a spool that is not tried again. */
export const ASIDE = '.aside';
/** Places of these. */
export const setAsideIn = (folder: string): string[] =>
  namesIn(join(folder, TAPS))
    .filter((name) => name.endsWith(ASIDE))
    .map((name) => join(folder, TAPS, name));

/** The names of spools in a folder of recordings, of taps that run or were killed; sockets of taps are beside them. */
export const spoolsIn = (folder: string): string[] =>
  namesIn(join(folder, TAPS)).filter((name) => /^\d+-\w+$/.test(name));
export const hasSpools = (folder: string): boolean => spoolsIn(folder).length > 0;

/** The taps that run and whose recorder has not read more than a part: how much they keep for it, in bytes. */
export const behindIn = (folder: string): { readonly pid: number; readonly bytes: number }[] =>
  spoolsIn(folder).flatMap((name) => {
    const path = join(folder, TAPS, name);
    const pid = parseInt(name, 10);
    const parts = namesIn(path).filter((each) => /^\d+$/.test(each));
    if (parts.length < 2 || (writerOf(join(path, OWNER)) !== 'alive' && !isAlive(pid))) return [];
    const sizes = parts.map((part) => statSync(join(path, part), { throwIfNoEntry: false })?.size ?? 0);
    return [{ pid, bytes: sizes.reduce((sum, size) => sum + size, 0) }];
  });

/** A place in a spool as a number that grows with it. */
const BYTE = 40;
export const placeOf = (part: number, byte: number): bigint => (BigInt(part) << BigInt(BYTE)) | BigInt(byte);
export const partAt = (place: bigint): number => Number(place >> BigInt(BYTE));
export const byteAt = (place: bigint): number => Number(BigInt.asUintN(BYTE, place));
/** As if parts were of one length. */
export const bytesBetween = (from: bigint, to: bigint): number =>
  (partAt(to) - partAt(from)) * PART + byteAt(to) - byteAt(from);

/** A place that no other process uses. */
export const newSpoolPath = (): string =>
  join(defaultFolder(), TAPS, `${process.pid}-${Math.random().toString(36).slice(2)}`);

export class Spool {
  readonly #path: string;
  readonly #head: Buffer;
  readonly #seen: BigInt64Array;
  #file: number | undefined;
  #part = 0;
  /** Length of the part; of what passed since the last failure. */
  #bytes = 0;
  #state: 'new' | 'good' | 'failed' | 'over' = 'new';
  #isOrphan = false;

  /** Makes the folder `path` once there is something to keep, and says in `seen` where it ends. */
  constructor(path: string, start: SpoolHead['start'], seen: BigInt64Array) {
    this.#path = path;
    const head: SpoolHead = { pid: process.pid, place: processPlace(), start };
    this.#head = Buffer.from(`${JSON.stringify(head)}\n`);
    this.#seen = seen;
  }

  /** Keep a copy. Gives whether it is there. Never throws. */
  add<From, What>(copy: Copy<From, What>): boolean {
    if (this.#state === 'over') return false;
    let isKept = false;
    try {
      if (this.#state === 'new') this.#open(0);
      const { bytes, ...rest } = copy as Copy & { readonly bytes?: Uint8Array | number };
      const data = typeof bytes === 'object' ? bytes : undefined;
      const line = Buffer.from(`${JSON.stringify(data ? { ...rest, length: data.length } : copy)}\n`);
      if (this.isGood) {
        this.#write(data ? [line, data] : [line]);
        isKept = true;
      } else this.#bytes += line.length + (data?.length ?? 0);
      if (copy.is === 'over') this.#finish('over');
      else if (this.#bytes > PART) this.#next();
    } catch {
      this.#finish(this.#isOrphan ? 'over' : 'failed');
      this.#bytes = 0;
    }
    return isKept;
  }

  /** True as long as nothing that passed would be lost with this process. */
  get isGood(): boolean {
    return this.#state !== 'failed';
  }

  /** The part that is written, or was written last. */
  get part(): number {
    return this.#part;
  }

  /** Nobody reads what is here while this process lives: it is kept for the next one, up to the bound. */
  orphan(): void {
    this.#isOrphan = true;
  }

  /** After a failure the recorder must have written what came before: then the disk takes something again. */
  #next(): void {
    const kept = Number(Atomics.load(this.#seen, SEEN.kept));
    if (!this.isGood && kept <= this.#part) this.#bytes = 0;
    else if (this.#part - kept >= MAX_PART_COUNT) throw new Error('the recorder is late');
    else this.#open(this.#part + 1);
  }

  #open(part: number): void {
    this.#finish('failed');
    mkdirSync(this.#path, { recursive: true, mode: 0o700 });
    // One may be there that could not be begun.
    this.#file = openSync(join(this.#path, String(part)), 'w', 0o600);
    this.#write([this.#head], part, 0);
    this.#state = 'good';
  }

  #write(pieces: readonly Uint8Array[], part = this.#part, at = this.#bytes): void {
    const began = performance.now();
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (writevSync(this.#file ?? -1, pieces) < length) throw new Error('the disk is full');
    if (performance.now() - began > SLOW) throw new Error('the disk is slow');
    this.#part = part;
    this.#bytes = at + length;
    Atomics.store(this.#seen, SEEN.end, placeOf(part, this.#bytes));
  }

  /** What is here may have an end that is missing. The recorder takes it away once it has it. */
  #finish(state: 'failed' | 'over'): void {
    this.#state = state;
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
