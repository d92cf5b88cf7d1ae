/** The recorder's side of what is handed to it: takes what waits together, and says how much it has taken. */
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { markLive, namesIn, unmarkLive, writeBeside } from '../recording/index.ts';
import type { Control } from './control.ts';
import { weightOf, type AnyStart, type Copy, type Given, type Word } from './copy.ts';
import { OWNER, STATE, type SpoolState } from './spool.ts';

/** Bytes that are taken before they are written. */
const BATCH = 1024 * 1024;

export interface Taker<From, What> {
  take(copy: Copy<From, What>): void;
  /** Nothing more is at hand for now, or much was taken. */
  write(): void;
  /** Nothing more comes. Gives what its recordings lack, in sentences. */
  end(): readonly string[] | Promise<readonly string[]>;
  /** All that another one needs to know to go on from here, as JSON; undefined while something of it is not on the disk. */
  readonly state: unknown;
}

/** Tell the tap. */
export const tell = (word: Word): void => parentPort?.postMessage(word);

/** Give `taker` what this thread is sent, and say in `taken` how far it is; `control` is told what it waits for once it is recorded. */
export function takeCopies<From, What>({ taken, spool }: AnyStart, taker: Taker<From, What>, control: Control): void {
  const port = parentPort;
  if (!port) return;
  markLive(join(spool, OWNER));
  const parts = new Parts(spool);
  const next = (): Given<From, What> | undefined =>
    receiveMessageOnPort(port)?.message as Given<From, What> | undefined;
  let weight = 0;
  /** The part in which the spool has failed. */
  let unsafe: number | undefined;
  const written = (): void => {
    taker.write();
    Atomics.add(taken, 0, BigInt(weight));
    weight = 0;
    if (unsafe === undefined || taker.state === undefined) return;
    Atomics.store(taken, 1, BigInt(unsafe + 1));
    unsafe = undefined;
  };
  port.on('message', (first: Given<From, What>) => {
    let size = 0;
    let isOver = false;
    for (let given: Given<From, What> | undefined = first; given !== undefined; given = next()) {
      if (given.is === 'mark') {
        if (keep(spool, given.part, taker)) Atomics.store(taken, 1, BigInt(given.part));
        continue;
      }
      const copy = parts.read(given);
      taker.take(copy);
      // What it is about is written first.
      if (copy.is === 'answered') control.answered(copy.giver, copy.refused);
      if (copy.is === 'unsafe') {
        unsafe = copy.part;
        removeParts(spool, unsafe + 1, STATE);
      }
      weight += weightOf(given);
      size += weightOf(copy);
      isOver ||= copy.is === 'over';
      if (size < BATCH) continue;
      size = 0;
      written();
    }
    written();
    if (!isOver) return;
    control.close();
    void Promise.resolve(taker.end()).then((lacking) => {
      unmarkLive(join(spool, OWNER));
      try {
        rmSync(spool, { recursive: true, force: true });
      } catch {
        // The disk takes no change now: the next start finds it, and that its recordings have their end.
      }
      tell({ is: 'written', lacking });
      port.close();
    });
  });
}

/** Everything before this part of the spool is recorded, or will be by way of this state: it is needed no more. True when that is so. */
function keep(spool: string, part: number, taker: Pick<Taker<never, never>, 'state'>): boolean {
  try {
    const { state } = taker;
    if (state === undefined) return false;
    const kept: SpoolState = { part, state };
    writeBeside(join(spool, STATE), JSON.stringify(kept));
    removeParts(spool, part);
    return true;
  } catch {
    // The spool says what becomes of a disk that takes no more.
    return false;
  }
}

/** Remove the parts before this one, and a file of this name. A disk that takes no change keeps them. */
function removeParts(spool: string, before: number, also?: string): void {
  try {
    for (const name of namesIn(spool))
      if (name === also || Number(name) < before) rmSync(join(spool, name), { force: true });
  } catch {
    // They are removed with the next ones.
  }
}

/** Reads what is in the spool; the part that is read stays open. */
class Parts {
  readonly #spool: string;
  #open: { readonly part: number; readonly file: number } | undefined;

  constructor(spool: string) {
    this.#spool = spool;
  }

  /** With its bytes; one whose bytes are not there any more is one that is missing. */
  read<From, What>(copy: Given<From, What>): Copy<From, What> {
    if (copy.is !== 'bytes' || copy.bytes instanceof Uint8Array) return copy as Copy<From, What>;
    const { part, at, length } = copy.bytes;
    try {
      if (this.#open?.part !== part) {
        if (this.#open) closeSync(this.#open.file);
        this.#open = undefined;
        this.#open = { part, file: openSync(join(this.#spool, String(part)), 'r') };
      }
      const bytes = Buffer.allocUnsafeSlow(length);
      if (readSync(this.#open.file, bytes, 0, length, at) === length) return { ...copy, bytes };
    } catch {
      // A person took it away.
    }
    return { is: 'missing', t: copy.t, from: copy.from, bytes: length };
  }
}
