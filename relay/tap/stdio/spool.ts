/**
 * What passes, on the disk at once: whoever comes after a tap that was killed makes events of what its recorder had not written. Each
 * file of the folder begins with a line on the tap and holds the copies from one mark to the next: a line on each, and its bytes.
 */
import { closeSync, mkdirSync, openSync, statSync, writevSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../base/index.ts';
import { defaultFolder, namesIn, processPlace, writerOf } from '../../recording/index.ts';
import { SEEN, type Copy } from './copy.ts';

/** A private folder in the folder of recordings: files of running taps. */
export const TAPS = '.taps';
/** Bytes of copies in one part: a successor reads at most so much again when the recorder keeps up. */
const PART = 4 * 1024 * 1024;
/** 1 GiB that waits for the recorder. */
const MAX_PART_COUNT = 256;
/** Milliseconds of one write, which delays the traffic: after a slower one nothing more is written. */
const SLOW = 1000;

/** Beside the parts: the owner's mark, and the recorder's state at the beginning of the first part. */
export const OWNER = 'owner';
export const STATE = 'state';
export interface SpoolState {
  readonly part: number;
  readonly state: unknown;
}

export interface SpoolHead {
  readonly pid: number;
  readonly place: string;
  /** The recorder's settings, except for its clock. */
  readonly start: { readonly transport: string; readonly [name: string]: unknown };
}

/** End of the name of a spool that is not tried again. */
export const ASIDE = '.aside';
export const setAsideIn = (folder: string): string[] =>
  namesIn(join(folder, TAPS))
    .filter((name) => name.endsWith(ASIDE))
    .map((name) => join(folder, TAPS, name));

/** Names of spools in a folder of recordings, of running or killed taps, without sockets. */
export const spoolsIn = (folder: string): string[] =>
  namesIn(join(folder, TAPS)).filter((name) => /^\d+-\w+$/.test(name));
export const hasSpools = (folder: string): boolean => spoolsIn(folder).length > 0;

/** Running taps whose recorder is more than a part behind, with the bytes they keep for it. */
export const behindIn = (folder: string): { readonly pid: number; readonly bytes: number }[] =>
  spoolsIn(folder).flatMap((name) => {
    const path = join(folder, TAPS, name);
    const pid = parseInt(name, 10);
    const parts = namesIn(path).filter((each) => /^\d+$/.test(each));
    if (parts.length < 2 || (writerOf(join(path, OWNER)) !== 'alive' && !isAlive(pid))) return [];
    const sizes = parts.map((part) => statSync(join(path, part), { throwIfNoEntry: false })?.size ?? 0);
    return [{ pid, bytes: sizes.reduce((sum, size) => sum + size, 0) }];
  });

/** A place in a spool as a growing number. */
const BYTE = 40;
export const placeOf = (part: number, byte: number): bigint => (BigInt(part) << BigInt(BYTE)) | BigInt(byte);
export const partAt = (place: bigint): number => Number(place >> BigInt(BYTE));
export const byteAt = (place: bigint): number => Number(BigInt.asUintN(BYTE, place));
/** As if all parts had the same length. */
export const bytesBetween = (from: bigint, to: bigint): number =>
  (partAt(to) - partAt(from)) * PART + byteAt(to) - byteAt(from);

export const newSpoolPath = (): string =>
  join(defaultFolder(), TAPS, `${process.pid}-${Math.random().toString(36).slice(2)}`);

export class Spool {
  readonly #path: string;
  readonly #head: Buffer;
  readonly #seen: BigInt64Array;
  #file: number | undefined;
  /** The part that is written, or was written last. */
  part = 0;
  /** Length of the part; after a failure, bytes that passed since. */
  #bytes = 0;
  #state: 'new' | 'good' | 'failed' | 'over' = 'new';
  #isOrphan = false;

  /** Makes the folder `path` with the first copy, and writes its end to `seen`. */
  constructor(path: string, start: SpoolHead['start'], seen: BigInt64Array) {
    this.#path = path;
    const head: SpoolHead = { pid: process.pid, place: processPlace(), start };
    this.#head = Buffer.from(`${JSON.stringify(head)}\n`);
    this.#seen = seen;
  }

  /** True when the copy was written. Never throws. */
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

  /** True while nothing that passed would be lost with this process. */
  get isGood(): boolean {
    return this.#state !== 'failed';
  }

  /** Nobody reads it while this process lives: it is kept for the next one, up to the bound. */
  orphan(): void {
    this.#isOrphan = true;
  }

  /** After a failure the recorder must have written everything before: then the disk works again. */
  #next(): void {
    const kept = Number(Atomics.load(this.#seen, SEEN.kept));
    if (!this.isGood && kept <= this.part) this.#bytes = 0;
    else if (this.part - kept >= MAX_PART_COUNT) throw new Error('the recorder is late');
    else this.#open(this.part + 1);
  }

  #open(part: number): void {
    this.#finish('failed');
    mkdirSync(this.#path, { recursive: true, mode: 0o700 });
    // A part that could not be started may exist.
    this.#file = openSync(join(this.#path, String(part)), 'w', 0o600);
    this.#write([this.#head], part, 0);
    this.#state = 'good';
  }

  #write(pieces: readonly Uint8Array[], part = this.part, at = this.#bytes): void {
    const began = performance.now();
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (writevSync(this.#file ?? -1, pieces) < length) throw new Error('the disk is full');
    if (performance.now() - began > SLOW) throw new Error('the disk is slow');
    this.part = part;
    this.#bytes = at + length;
    Atomics.store(this.#seen, SEEN.end, placeOf(part, this.#bytes));
  }

  /** The last copy may be incomplete. The recorder removes the file once it is recorded. */
  #finish(state: 'failed' | 'over'): void {
    this.#state = state;
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
