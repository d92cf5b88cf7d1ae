/** What a server compressed, read again (RFC 9110, section 8.4.1), as far as memory is meant for it: few bytes can become very many. */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The limit for few compressed bytes. */
export const MAX_DECOMPRESSED_BYTES = 64 * 1024 * 1024;
/** Beyond it, the limit is so many times the compressed size: text, and streams that last for days, need far less. */
const MAX_RATIO = 32;

export const TOO_LONG = `longer than ${MAX_DECOMPRESSED_BYTES / 1024 / 1024} MiB once decompressed`;

/** Decompresses, failing with `TOO_LONG` beyond the limit. Undefined for no compression or an unknown one. */
export function decoderFor(encoding: string | undefined): Transform | undefined {
  const decoder = plainDecoderFor(encoding);
  let given = 0;
  const give = decoder?.push.bind(decoder);
  if (decoder && give)
    decoder.push = (bytes: Buffer | null, ...rest) => {
      given += bytes?.length ?? 0;
      if (given <= MAX_DECOMPRESSED_BYTES + MAX_RATIO * decoder.bytesWritten) return give(bytes, ...rest);
      decoder.destroy(new Error(TOO_LONG));
      return false;
    };
  return decoder;
}

function plainDecoderFor(encoding: string | undefined): ReturnType<typeof createGunzip> | undefined {
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
