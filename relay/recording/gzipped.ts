/** Gzip (RFC 1952) piece by piece, without waiting: Node's own packs all at once, or in turns. */
import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Magic number, deflate, no name, no time; which system made it is not said. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
/** What of the pieces before may be referred to (RFC 1951). */
const WINDOW_BYTES = 32 * 1024;

/** The pieces of a text, packed as one member; each goes on where the one before ended. */
export function* gzipped(pieces: Iterable<string>): Generator<Uint8Array> {
  yield HEADER;
  let [sum, length] = [0, 0];
  let dictionary: Buffer = Buffer.alloc(0);
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    const before = dictionary.length === 0 ? {} : { dictionary };
    yield deflateRawSync(bytes, { ...before, finishFlush: constants.Z_SYNC_FLUSH });
    sum = crc32(bytes, sum);
    length += bytes.length;
    if (bytes.length > 0) dictionary = bytes.subarray(-WINDOW_BYTES);
  }
  yield deflateRawSync('');
  const end = Buffer.alloc(8);
  end.writeUInt32LE(sum, 0);
  end.writeUInt32LE(length % 2 ** 32, 4);
  yield end;
}
