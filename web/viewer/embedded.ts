/** The recording inside this page: base64 of its gzipped file, in an element of its own. */

/** Id of the element that `toHtml` fills. */
const ELEMENT = 'lifeline-recording';
/** Most bytes that are unpacked: a small page must not be able to fill the memory. */
const MOST = 1024 * 1024 * 1024;
/** Characters of base64 decoded at a time; a multiple of four, so that each piece is whole bytes. */
const PIECE = 256 * 1024;

/** Thrown into the stream when a recording unpacks to more than is taken. */
export class TooLarge extends Error {}

/** The recording's bytes, unpacked while read. Fails on damaged data, and with `TooLarge` beyond a gigabyte. */
export function embeddedBytes(): ReadableStream<Uint8Array<ArrayBuffer>> {
  const base64 = document.getElementById(ELEMENT)?.textContent.trim() ?? '';
  let at = 0;
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (at >= base64.length) return controller.close();
      const binary = atob(base64.slice(at, at + PIECE));
      at += PIECE;
      controller.enqueue(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
    },
  });
  let unpacked = 0;
  const bounded = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      unpacked += bytes.length;
      if (unpacked > MOST) throw new TooLarge();
      controller.enqueue(bytes);
    },
  });
  return packed.pipeThrough(new DecompressionStream('gzip')).pipeThrough(bounded);
}
