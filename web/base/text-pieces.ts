/** The text of an opened file, a piece at a time. */

/** UTF-16 units read between two chances for the page to draw. */
const PIECE = 1024 * 1024;

/** The text of bytes in pieces small enough to take one at a time. */
export async function* textPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of bytes) {
    text += decoder.decode(piece, { stream: true });
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  text += decoder.decode();
  if (text !== '') yield text;
}
