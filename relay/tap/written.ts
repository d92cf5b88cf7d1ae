/** The end of the recording, which nobody waits for longer than it makes progress. */
import { setTimeout } from 'node:timers/promises';
import type { Copies } from './copies.ts';
import type { Thread } from './thread.ts';

/** Milliseconds for which the end waits for the recording to be written: without a sign of life, and at most. */
const STILL = 1500;
const WRITTEN = 10_000;

/** Tells the recorder that nothing more comes. Gives sentences on what the recording lacks, or none if it stalls. */
export async function written<From, What>(thread: Thread, copies: Copies<From, What>): Promise<readonly string[]> {
  copies.over();
  thread.begin();
  const end = performance.now() + WRITTEN;
  for (let before = -1; before !== copies.waiting && performance.now() < end;) {
    before = copies.waiting;
    const lacking = await Promise.race([thread.done, setTimeout(STILL, undefined)]);
    if (lacking) return lacking;
  }
  return [];
}
