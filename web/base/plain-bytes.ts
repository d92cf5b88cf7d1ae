/** What is in a file that a person gave the page. */
import { encodingOf } from '#shared/import';

/** The bytes of a file, unpacked where it is gzipped; told by content. */
async function plainBytes(file: Blob): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const gzipped = first === 0x1f && second === 0x8b;
  return gzipped ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
}

/**
 * The text of a file from its beginning, up to `limit` UTF-16 units, and whether there is more. Rejects when it can't be read
 * or unpacked.
 */
export async function readText(file: Blob, limit: number): Promise<{ readonly text: string; readonly more: boolean }> {
  const encoding = encodingOf(new Uint8Array(await file.slice(0, 2).arrayBuffer()));
  const reader = (await plainBytes(file)).pipeThrough(new TextDecoderStream(encoding)).getReader();
  const pieces: string[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: pieces.join(''), more: false };
    pieces.push(value);
    length += value.length;
    if (length > limit) {
      // Nothing more is wanted of it, so it does not matter how it ends.
      void reader.cancel().catch(() => undefined);
      return { text: pieces.join('').slice(0, limit), more: true };
    }
  }
}
