/** Finds the lines of a recording in its bytes. */
import {
  encodeEvent,
  LineSequence,
  MAX_LINE,
  type Damage,
  type ReadSummary,
  type RecordingHeader,
  type Taken,
  type WireEvent,
} from '#shared/recording';
import { Offsets } from './offsets.ts';

/** Where a line begins, and its length in bytes with its line end. */
interface Place {
  readonly start: number;
  readonly length: number;
}

export class Scan {
  offsets = new Offsets(0);
  /** Lines for events that the file lacks, by number: they have no bytes there. */
  readonly gaps = new Map<number, string>();
  /** Bytes up to the end of the last whole line. */
  bytes = 0;
  readonly #lines = new LineSequence<Place>();
  #parts: Buffer[] = [];
  #length = 0;
  /** Bytes of the lines so far. */
  #at = 0;
  readonly #found: (event: WireEvent, header: RecordingHeader) => void;
  readonly #most: number;

  /** `found` is told each event once it has its place. What has more bytes than `most` is refused from there on. */
  constructor(found: (event: WireEvent, header: RecordingHeader) => void = () => undefined, most = Infinity) {
    this.#found = found;
    this.#most = most;
  }

  get summary(): ReadSummary {
    return this.#lines.summary;
  }

  get header(): RecordingHeader | undefined {
    return this.#lines.header;
  }
  get damage(): Damage | undefined {
    return this.#lines.summary.damage;
  }
  get cutShort(): boolean {
    return this.#lines.summary.cutShort;
  }
  get stopped(): boolean {
    return this.#lines.stopped;
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
      if (this.#at + this.#length > this.#most) {
        this.#lines.refuse('too-long', String(this.#most));
        return;
      }
      // The chunk is reused for the next read, so what outlives this call is copied.
      this.#parts.push(lineEnd < 0 ? Buffer.from(part) : part);
      if (lineEnd < 0) return;
      this.#take(1);
      from = lineEnd + 1;
    }
  }

  /** The file ended: an unfinished last line counts if it is whole. `broken` is why it could not be unpacked to its end. */
  end(broken?: string): void {
    if (!this.stopped && this.#length > 0) this.#take(0);
    this.#put(this.#lines.end());
    if (broken !== undefined) this.#lines.refuse('bad-packing', broken);
  }

  /** The event of a line that was found in the file, or of one of `gaps`. */
  event(line: string): WireEvent | undefined {
    return this.#lines.event(line);
  }

  #take(lineEnd: 0 | 1): void {
    const [first, second] = this.#parts;
    const text = (first && !second ? first : Buffer.concat(this.#parts)).toString();
    const place = { start: this.#at, length: this.#length + lineEnd };
    this.#at += place.length;
    this.#parts = [];
    this.#length = 0;
    const isFirst = this.header === undefined;
    const taken = this.#lines.take(text, place, lineEnd === 0);
    if (!taken) return;
    this.bytes = this.#at;
    if (isFirst) this.offsets = new Offsets(this.bytes);
    this.#put(taken);
  }

  #put(taken: readonly Taken<Place>[]): void {
    for (const { event, at } of taken) {
      if (at) this.offsets.skip(at.start - this.offsets.end);
      else this.gaps.set(event.s, encodeEvent(event));
      this.offsets.add(at?.length ?? 0);
      if (this.header) this.#found(event, this.header);
    }
  }
}
