/** What a server compressed, read again (RFC 9110, section 8.4.1). */
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** A stream that gives what was compressed so; undefined when nothing was, or in a way that is not known. */
export function decoderFor(encoding: string | undefined): ReturnType<typeof createGunzip> | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}
