/** Bytes to lines. Splits at LF only, on bytes, so that no character is cut and nothing is normalised; linear in the input. */

/** Longest line handed out whole, in bytes. A longer one comes in pieces. */
export const MAX_LINE_BYTES = 256 * 1024 * 1024;

export interface SplitLine {
  /** Without the LF; a CR before it stays. */
  readonly bytes: Buffer;
  /** `cut`: the line goes on in the next piece; `tail`: the stream ended before the line did. */
  readonly unterminated?: 'cut' | 'tail';
}

export class LineSplitter {
  readonly #limit: number;
  #parts: Buffer[] = [];
  length = 0;

  constructor(limit = MAX_LINE_BYTES) {
    this.#limit = limit;
  }

  /** Takes the next bytes; gives the lines they complete, and pieces of a line that exceeded the limit. */
  push(chunk: Buffer): SplitLine[] {
    const lines: SplitLine[] = [];
    let from = 0;
    for (;;) {
      const lineEnd = chunk.indexOf(0x0a, from);
      if (lineEnd >= 0 && this.length === 0 && lineEnd - from <= this.#limit) {
        lines.push({ bytes: chunk.subarray(from, lineEnd) });
        from = lineEnd + 1;
        continue;
      }
      this.#keep(chunk.subarray(from, lineEnd < 0 ? chunk.length : lineEnd), lines);
      if (lineEnd < 0) return lines;
      lines.push({ bytes: this.#take(this.length) });
      from = lineEnd + 1;
    }
  }

  /** Nothing more comes; gives the incomplete rest, if there is one. */
  end(): SplitLine[] {
    return this.length === 0 ? [] : [{ bytes: this.#take(this.length), unterminated: 'tail' }];
  }

  get rest(): Buffer {
    return Buffer.concat(this.#parts, this.length);
  }

  #keep(part: Buffer, lines: SplitLine[]): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.length += part.length;
    while (this.length > this.#limit) {
      const whole = this.#take(this.length);
      const cut = characterBoundary(whole, this.#limit);
      lines.push({ bytes: whole.subarray(0, cut), unterminated: 'cut' });
      this.#parts.push(whole.subarray(cut));
      this.length = whole.length - cut;
    }
  }

  #take(length: number): Buffer {
    const whole = (this.#parts.length === 1 ? this.#parts[0] : undefined) ?? Buffer.concat(this.#parts, length);
    this.#parts = [];
    this.length = 0;
    return whole;
  }
}

/** The last place at or before `at` (never 0) that cuts no UTF-8 character; `at` itself when the bytes are not UTF-8. */
function characterBoundary(bytes: Buffer, at: number): number {
  for (let back = 0; back < 4 && at - back > 0; back++) {
    if (((bytes[at - back] ?? 0) & 0xc0) !== 0x80) return at - back;
  }
  return at;
}
