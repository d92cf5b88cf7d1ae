/** The recorder's side of what is handed to it: takes what waits together, and says how much it has taken. */
import { parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { weightOf, type Copy, type Word } from './copy.ts';

/** Bytes that are taken before they are written. */
const BATCH = 1024 * 1024;

export interface Taker<From, What> {
  take(copy: Copy<From, What>): void;
  /** Nothing more is at hand for now, or much was taken. */
  write(): void;
  /** Nothing more comes. */
  end(): void | Promise<void>;
}

/** Tell the tap. */
export const tell = (word: Word): void => parentPort?.postMessage(word);

/** Give `taker` what this thread is sent; `taken` counts its bytes of memory. */
export function takeCopies<From, What>(taken: BigInt64Array, taker: Taker<From, What>): void {
  const port = parentPort;
  if (!port) return;
  const next = (): Copy<From, What> | undefined => receiveMessageOnPort(port)?.message as Copy<From, What> | undefined;
  const written = (weight: number): void => {
    taker.write();
    Atomics.add(taken, 0, BigInt(weight));
  };
  port.on('message', (first: Copy<From, What>) => {
    let weight = 0;
    let isOver = false;
    for (let copy: Copy<From, What> | undefined = first; copy !== undefined; copy = next()) {
      taker.take(copy);
      if (copy.is === 'bytes' || copy.is === 'message') weight += weightOf(copy.bytes.length);
      isOver ||= copy.is === 'over';
      if (weight > BATCH) {
        written(weight);
        weight = 0;
      }
    }
    written(weight);
    if (!isOver) return;
    void Promise.resolve(taker.end()).then(() => {
      tell({ is: 'written' });
      port.close();
    });
  });
}
