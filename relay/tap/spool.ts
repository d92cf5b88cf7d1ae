/**
 * What passes, on the disk at once: whoever comes after a tap that was killed makes events of what its recorder had not written. Each
 * file of the folder begins with a line on the tap and holds the copies from one mark to the next: a line on each, and its bytes.
 */
import { closeSync, mkdirSync, openSync, rmSync, writevSync } from 'node:fs';
import { join } from 'node:path';
import { defaultFolder, namesIn, processPlace } from '../recording/index.ts';
import type { Copy } from './copy.ts';

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
  readonly #head: string;
  /** The part from which on the recorder's state holds. */
  readonly #kept: () => number;
  #file: number | undefined;
  #part = 0;
  /** The first one since the last failure. */
  #first = 0;
  #bytes = 0;
  #state: 'new' | 'good' | 'failed' | 'over' = 'new';
  #isOrphan = false;

  /** Makes the folder `path` once there is something to keep. */
  constructor(path: string, start: SpoolHead['start'], kept: () => number) {
    this.#path = path;
    const head: SpoolHead = { pid: process.pid, place: processPlace(), start };
    this.#head = `${JSON.stringify(head)}\n`;
    this.#kept = kept;
  }

  /** Keep a copy. Gives the number of the part that begins after it, if one does. Never throws. */
  add<From, What>(copy: Copy<From, What>): number | undefined {
    if (this.#state === 'over') return undefined;
    try {
      if (this.#state === 'new') this.#open(0);
      const { bytes, ...rest } = copy as Copy & { readonly bytes?: Uint8Array | number };
      const data = typeof bytes === 'object' ? bytes : undefined;
      const line = JSON.stringify(data ? { ...rest, length: data.length } : copy);
      this.#bytes += line.length + (data?.length ?? 0);
      if (this.#state === 'good') this.#write(Buffer.from(`${line}\n`), ...(data ? [data] : []));
      if (copy.is === 'over') this.#finish('over');
      else if (this.#bytes > PART) return this.#next();
    } catch {
      this.#fail();
    }
    return undefined;
  }

  /** True as long as nothing that passed would be lost with this process. */
  get isGood(): boolean {
    return this.#state !== 'failed';
  }

  /** Nobody reads what is here while this process lives: it is kept for the next one, up to the bound. */
  orphan(): void {
    this.#isOrphan = true;
  }

  /** After a failure, too: what passes from there on can be kept again once the recorder has written what came before. */
  #next(): number | undefined {
    this.#bytes = 0;
    const isGood = this.#state === 'good';
    if (this.#isOrphan && !isGood) return undefined;
    if (isGood && this.#part - Math.max(this.#first, this.#kept()) >= MOST_PARTS)
      throw new Error('the recorder is late');
    if (!isGood) this.#first = this.#part + 2;
    this.#open(isGood ? this.#part + 1 : this.#first);
    return this.#part;
  }

  #open(part: number): void {
    this.#finish('failed');
    this.#part = part;
    mkdirSync(this.#path, { recursive: true, mode: 0o700 });
    this.#file = openSync(join(this.#path, String(part)), 'ax', 0o600);
    this.#write(Buffer.from(this.#head));
    this.#state = 'good';
  }

  #write(...pieces: Uint8Array[]): void {
    const began = performance.now();
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (writevSync(this.#file ?? -1, pieces) < length) throw new Error('the disk is full');
    if (performance.now() - began > SLOW) throw new Error('the disk is slow');
  }

  /** What is here has an end that is missing. The recorder has more of it, unless it is gone. Its owner's mark stays: it is alive. */
  #fail(): void {
    this.#finish('failed');
    if (this.#isOrphan) this.#state = 'over';
    else
      try {
        for (const name of namesIn(this.#path))
          if (!name.startsWith(OWNER)) rmSync(join(this.#path, name), { force: true });
      } catch {
        // What can't be taken away was hardly made.
      }
  }

  #finish(state: 'failed' | 'over'): void {
    this.#state = state;
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
