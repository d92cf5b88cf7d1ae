/**
 * What passes, on the disk at once: whoever comes after a tap that was killed makes events of what its recorder had not written. Each
 * file of the folder begins with a line on the tap and holds the copies from one mark to the next: a line on each, and its bytes.
 */
import { closeSync, mkdirSync, openSync, writevSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '#shared/base';
import { defaultFolder, namesIn, processPlace } from '../recording/index.ts';
import type { Copy, Place } from './copy.ts';

/** In the folder of recordings, its owner's alone: what taps keep there while they run. */
export const TAPS = '.taps';
/** Bytes of copies from one mark to the next: so much is read again at most when the recorder keeps up. */
const PART = 4 * 1024 * 1024;
/** Parts that wait for the recorder at most: 1 GiB. */
const MOST_PARTS = 256;
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

/** A place that no other process uses. */
export const newSpoolPath = (): string =>
  join(defaultFolder(), TAPS, `${process.pid}-${Math.random().toString(36).slice(2)}`);

export class Spool {
  readonly #path: string;
  readonly #head: Buffer;
  /** The part from which on the recorder's state holds. */
  readonly #kept: () => number;
  #file: number | undefined;
  #part = 0;
  /** Length of the part; of what passed since the last failure. */
  #bytes = 0;
  #state: 'new' | 'good' | 'failed' | 'over' = 'new';
  #isOrphan = false;

  /** Makes the folder `path` once there is something to keep. */
  constructor(path: string, start: SpoolHead['start'], kept: () => number) {
    this.#path = path;
    const head: SpoolHead = { pid: process.pid, place: processPlace(), start };
    this.#head = Buffer.from(`${JSON.stringify(head)}\n`);
    this.#kept = kept;
  }

  /** Keep a copy. Gives where its bytes are, and the number of the part that begins after it, if one does. Never throws. */
  add<From, What>(copy: Copy<From, What>): { readonly place?: Place; readonly next?: number } {
    if (this.#state === 'over') return {};
    try {
      if (this.#state === 'new') this.#open(0);
      const { bytes, ...rest } = copy as Copy & { readonly bytes?: Uint8Array | number };
      const data = typeof bytes === 'object' ? bytes : undefined;
      const line = Buffer.from(`${JSON.stringify(data ? { ...rest, length: data.length } : copy)}\n`);
      const at = this.#bytes + line.length;
      this.#bytes = at + (data?.length ?? 0);
      const place = data && this.isGood ? { part: this.#part, at, length: data.length } : undefined;
      if (this.isGood) this.#write(data ? [line, data] : [line]);
      if (copy.is === 'over') this.#finish('over');
      const next = this.#bytes > PART && copy.is !== 'over' ? this.#next() : undefined;
      return defined({ place, next });
    } catch {
      this.#finish(this.#isOrphan ? 'over' : 'failed');
      this.#bytes = 0;
    }
    return {};
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
  #next(): number | undefined {
    this.#bytes = 0;
    if (!this.isGood && this.#kept() <= this.#part) return undefined;
    if (this.#part - this.#kept() >= MOST_PARTS) throw new Error('the recorder is late');
    this.#open(this.#part + 1);
    return this.#part;
  }

  #open(part: number): void {
    this.#finish('failed');
    this.#part = part;
    mkdirSync(this.#path, { recursive: true, mode: 0o700 });
    this.#file = openSync(join(this.#path, String(part)), 'ax', 0o600);
    this.#bytes = this.#head.length;
    this.#write([this.#head]);
    this.#state = 'good';
  }

  #write(pieces: readonly Uint8Array[]): void {
    const began = performance.now();
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (writevSync(this.#file ?? -1, pieces) < length) throw new Error('the disk is full');
    if (performance.now() - began > SLOW) throw new Error('the disk is slow');
  }

  /** What is here may have an end that is missing. The recorder takes it away once it has it. */
  #finish(state: 'failed' | 'over'): void {
    this.#state = state;
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
