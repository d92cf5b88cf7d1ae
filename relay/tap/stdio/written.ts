/** The end of the recording, which nobody waits for longer than it makes progress. */
import { setTimeout } from 'node:timers/promises';
import type { Copies } from './copies.ts';
import { RECOVERED, type Thread } from './thread.ts';

/** Milliseconds that the end waits for the recording: without progress, and at most. */
const STILL = 1500;
const WRITTEN = 10_000;

/** In words; never zero. */
export const mebibytes = (bytes: number): string => `${Math.max(0.1, bytes / 2 ** 20).toFixed(1)} MiB`;

/** Ends the recorder's input. Gives sentences on what the recording lacks; reports a long or failed wait. */
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
