/** How long it is waited for that nothing answers. */

/** The longest, unless somebody says otherwise. */
const LONGEST_MS = 1000;
/** A recording may have no times, or say that the client did not wait: that is no check. */
const LEAST_MS = 500;

/** Milliseconds to wait where nothing answered for `recordedMs`. `idleMs` is how long an answer may take, 0 for any time. */
export function silenceLimit(recordedMs: number, idleMs: number, longestMs = LONGEST_MS): number {
  const least = Math.min(LEAST_MS, idleMs > 0 ? idleMs : Infinity);
  return Math.min(longestMs, Math.max(recordedMs, least));
}
