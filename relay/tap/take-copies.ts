/** The recorder's side of what is handed to it: takes what waits together, and says how much it has taken. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { markLive, namesIn, unmarkLive, writeBeside } from '../recording/index.ts';
import type { Control } from './control.ts';
import { weightOf, type AnyStart, type Copy, type Word } from './copy.ts';
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
  const next = (): Copy<From, What> | undefined => receiveMessageOnPort(port)?.message as Copy<From, What> | undefined;
  const written = (weight: number): void => {
    taker.write();
    Atomics.add(taken, 0, BigInt(weight));
  };
  port.on('message', (first: Copy<From, What>) => {
    let weight = 0;
    let isOver = false;
    for (let copy: Copy<From, What> | undefined = first; copy !== undefined; copy = next()) {
      if (copy.is === 'mark') {
        if (keep(spool, copy.part, taker)) Atomics.store(taken, 1, BigInt(copy.part));
        continue;
      }
      taker.take(copy);
      // What it is about is written first.
      if (copy.is === 'answered') control.answered(copy.giver, copy.refused);
      if (copy.is === 'bytes' || copy.is === 'message') weight += weightOf(copy.bytes.length);
      isOver ||= copy.is === 'over';
      if (weight > BATCH) {
        written(weight);
        weight = 0;
      }
    }
    written(weight);
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
    for (const name of namesIn(spool)) if (Number(name) < part) rmSync(join(spool, name), { force: true });
    return true;
  } catch {
    // The spool says what becomes of a disk that takes no more.
    return false;
  }
}
