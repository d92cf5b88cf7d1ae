/** Turns for others while a long body is read: between two pieces the owner of the transport may ask for a pause. */

/** Asked after each piece of a body. Undefined: read on; a promise is awaited, so others run or storage catches up. Must not reject. */
export type Pause = () => Promise<void> | undefined;

/** Longest piece of a stream that is handled at once, in bytes: even events of a few bytes take only some milliseconds. */
const PIECE_BYTES = 16 * 1024;

/** What one read gave, in pieces of `PIECE` bytes at most. */
export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
}

/** Resolves when `wait` does or the exchange is ended from this side, whichever is first. */
export function pauseUntil(wait: Promise<void>, signal: AbortSignal): Promise<void> {
  // What is at hand is handled without pauses then; the next read says that it is over.
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const over = (): void => {
      signal.removeEventListener('abort', over);
      resolve();
    };
    signal.addEventListener('abort', over);
    void wait.then(over);
  });
}
