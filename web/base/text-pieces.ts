/** The text of an opened file, a piece at a time. */

/** UTF-16 units read between two chances for the page to draw. */
const PIECE = 1024 * 1024;

/** The text of a byte stream in pieces small enough to take one at a time. `broken` is called when it ends before its time. */
export async function* textPieces(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  broken: () => void,
): AsyncGenerator<string> {
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  let piece = '';
  try {
    for (let done = false; !done;) {
      const next = await reader.read().catch(() => {
        broken();
        return { done: true, value: undefined };
      });
      ({ done } = next);
      if (next.value) piece += next.value;
      if (piece.length < PIECE && !(done && piece !== '')) continue;
      yield piece;
      piece = '';
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
