/** Time limits as people type them: in seconds, wherever one can be set. */

/** Longest time limit in seconds: what a timer takes without wrapping round. */
const LONGEST = 2_000_000;

export function parseSeconds(text: string): number | undefined {
  const seconds = text.trim() === '' ? NaN : Number(text);
  return seconds >= 0 && seconds <= LONGEST ? Math.round(seconds * 1000) : undefined;
}
