/** What is gzipped inside base64, as many servers hand on what is long. */
import { gunzipSync } from 'fflate';
import { bytesOfRun } from './bytes-view.ts';
import { View } from './view.ts';

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

/** A text that was unpacked: whatever is found in it, the whole of what it was packed in is replaced. */
export class RunView extends View {
  readonly #from: number;
  readonly #to: number;
  readonly #parent: View;

  constructor(text: string, from: number, to: number, parent: View) {
    super(text, 0, undefined, undefined, true);
    this.#from = from;
    this.#to = to;
    this.#parent = parent;
  }

  override source(): readonly [from: number, to: number] {
    return this.#parent.source(this.#from, this.#to);
  }
}
