/** A gzipped file of which the platform's own unpacker gave less than there is: it withholds what it had when it fails. */
import { Gunzip } from 'fflate';

/** Bytes that are unpacked at a time; the rest of those at the damage is lost. */
const STEP_BYTES = 512;

/** Unpack a gzipped file from byte `from` as far as possible. Checksums and trailing data are ignored. Fails only when `packed` does. */
export async function* unpackedFrom(packed: AsyncIterable<Uint8Array>, from: number): AsyncGenerator<Uint8Array> {
  let before = from;
  let made: Uint8Array[] = [];
  let failed = false;
  const gunzip = new Gunzip((piece) => void made.push(piece));
  for await (const piece of packed)
    for (let at = 0; at < piece.length; at += STEP_BYTES) {
      try {
        gunzip.push(piece.subarray(at, at + STEP_BYTES));
      } catch {
        failed = true;
      }
      for (const each of made) {
        if (each.length > before) yield each.subarray(before);
        before = Math.max(0, before - each.length);
      }
      made = [];
      if (failed) return;
    }
}
