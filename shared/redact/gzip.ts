/** What is gzipped inside base64, as many servers hand on what is long. */
import { gunzipSync } from 'fflate';
import { bytesOfRun } from './bytes-view.ts';

/** Base64 of what gzip begins with (RFC 1952 section 2.3). */
export const GZIP = 'H4sI';

/** So many times the length of the base64 is unpacked, and so much at the most: a short text may unpack to one without end. */
const RATIO = 50;
const MAX_UNPACKED_BYTES = 4 * 1024 * 1024;

/** The text in gzipped bytes that stand as base64; its beginning where it is longer. Undefined when they are no gzip. */
export function gunzipped(base64: string): string | undefined {
  const out = new Uint8Array(Math.min(MAX_UNPACKED_BYTES, RATIO * base64.length));
  try {
    return new TextDecoder().decode(gunzipSync(bytesOfRun(base64), { out }));
  } catch {
    return undefined;
  }
}
