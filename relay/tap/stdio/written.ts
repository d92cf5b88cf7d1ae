/** The end of the recording, which nobody waits for longer than it makes progress. */
import { setTimeout } from 'node:timers/promises';
import type { Copies } from './copies.ts';
import { RECOVERED, type Thread } from './thread.ts';

/** Milliseconds for which the end waits for the recording to be written: without a sign of life, and at most. */
const STILL = 1500;
const WRITTEN = 10_000;

/** In words; never none. */
export const mebibytes = (bytes: number): string => `${Math.max(0.1, bytes / 2 ** 20).toFixed(1)} MiB`;

/** Tells the recorder that nothing more comes. Gives sentences on what the recording lacks; says so when that was long, or in vain. */
export async function written<From, What>(
  thread: Thread,
  copies: Copies<From, What>,
  say: (sentence: string) => void,
): Promise<readonly string[]> {
  copies.over();
  thread.begin();
  const began = performance.now();
  const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const first = copies.behind;
  let before = -1;
  while (before !== copies.behind && performance.now() - began < WRITTEN) {
    before = copies.behind;
    const lacking = await Promise.race([thread.done, setTimeout(STILL, undefined)]);
    if (!lacking) continue;
    if (lacking.length === 0 && performance.now() - began > STILL)
      say(`The end waited ${seconds()} for the recording, which was ${mebibytes(first)} behind.`);
    return lacking;
  }
  const still = before === copies.behind ? ', without progress' : '';
  say(
    `The recording is incomplete: after ${seconds()} at the end it was ${mebibytes(before)} behind${still}. ${RECOVERED}`,
  );
  return [];
}
