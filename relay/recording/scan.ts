/** Finds the lines of a recording in its bytes. */
import { LineSequence, MAX_LINE, type RecordingHeader, type RecordingProblem } from '#shared/recording';
import { Offsets } from './offsets.ts';

export class Scan {
  /** Where the line of each event begins. */
  offsets = new Offsets(0);
  /** Bytes up to the end of the last whole line. */
  bytes = 0;
  readonly #lines = new LineSequence();
  #parts: Buffer[] = [];
  #length = 0;
  /** Bytes of empty lines since the last whole line. */
  #empty = 0;

  get header(): RecordingHeader | undefined {
    return this.#lines.header;
  }
  get problem(): RecordingProblem | undefined {
    return this.#lines.problem;
  }
  /** True when the recording ends without its footer. */
  get cutShort(): boolean {
    return this.#lines.end().cutShort;
  }
  /** True when nothing further is read. */
  get stopped(): boolean {
    return this.#lines.problem !== undefined;
  }

  push(chunk: Buffer): void {
    let from = 0;
    while (!this.stopped) {
      const lineEnd = chunk.indexOf(0x0a, from);
      const part = chunk.subarray(from, lineEnd < 0 ? chunk.length : lineEnd);
      this.#length += part.length;
      if (this.#length > MAX_LINE) {
        this.#lines.refuse('line-too-long', String(MAX_LINE));
        return;
      }
      // The chunk is used again for the next read, so what outlives this call is copied.
      this.#parts.push(lineEnd < 0 ? Buffer.from(part) : part);
      if (lineEnd < 0) return;
      this.#take(1);
      from = lineEnd + 1;
    }
  }

  /** The file ended: an unfinished last line counts if it is whole. */
  end(): void {
    if (!this.stopped && this.#length > 0) this.#take(0);
  }

  #take(lineEnd: 0 | 1): void {
    const text = Buffer.concat(this.#parts).toString();
    const length = this.#length + lineEnd;
    this.#parts = [];
    this.#length = 0;
    const line = this.#lines.take(text, lineEnd === 0);
    if (!line) {
      this.#empty += length;
      return;
    }
    this.bytes += this.#empty;
    this.#empty = 0;
    if (line.type === 'event') {
      this.offsets.skip(this.bytes - this.offsets.end);
      this.offsets.add(length);
    }
    this.bytes += length;
    if (line.type === 'header') this.offsets = new Offsets(this.bytes);
  }
}
