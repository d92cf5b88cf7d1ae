/** Reads a recording by pieces, keeping an unfinished line for the next. Without a footer it was cut, but opens. */
import type { RecordingHeader } from './header.ts';
import { MAX_LINE, MAX_TEXT } from './limits.ts';
import { LineSequence, type ReadSummary, type SequenceLimits, type Taken } from './line-sequence.ts';
import type { WireEvent } from './kinds/index.ts';

export interface ReaderLimits extends SequenceLimits {
  /** Longest text in all, in UTF-16 units. */
  readonly text?: number;
}

/**
 * A streaming reader. `push` takes the next piece of text and gives the events completed by it; `end` gives the summary.
 * Damaged lines are passed over. After a problem in the header, or beyond a limit, nothing further is read. Never throws.
 */
export class RecordingReader {
  readonly #lines: LineSequence;
  readonly #longestLine: number;
  readonly #longestText: number;
  #rest: string[] = [];
  #restLength = 0;
  #length = 0;

  constructor(limits: ReaderLimits = {}) {
    this.#lines = new LineSequence(limits);
    this.#longestLine = limits.line ?? MAX_LINE;
    this.#longestText = limits.text ?? MAX_TEXT;
  }

  get header(): RecordingHeader | undefined {
    return this.#lines.header;
  }
  /** True when nothing further is read. */
  get stopped(): boolean {
    return this.#lines.stopped;
  }

  push(text: string): WireEvent[] {
    const events: WireEvent[] = [];
    let from = 0;
    // Line feeds count as well: they may be all there is.
    for (let lineEnd = text.indexOf('\n'); lineEnd >= 0 && !this.stopped; lineEnd = text.indexOf('\n', from)) {
      this.#length++;
      this.#keep(text.slice(from, lineEnd));
      if (!this.stopped) this.#take(events, false);
      from = lineEnd + 1;
    }
    if (!this.stopped && from < text.length) this.#keep(text.slice(from));
    if (this.stopped) this.#rest = [];
    return events;
  }

  /** No more comes. An unfinished last line is read if whole, else counts as cut. `broken`: why unpacking ended. */
  end(broken?: string): { readonly events: WireEvent[]; readonly summary: ReadSummary } {
    const events: WireEvent[] = [];
    if (!this.stopped && this.#restLength > 0) this.#take(events, true);
    put(events, this.#lines.end());
    if (broken !== undefined) this.#lines.refuse('bad-packing', broken);
    return { events, summary: this.#lines.summary };
  }

  #keep(piece: string): void {
    this.#rest.push(piece);
    this.#restLength += piece.length;
    this.#length += piece.length;
    if (this.#restLength > this.#longestLine) this.#lines.refuse('line-too-long', String(this.#longestLine));
    else if (this.#length > this.#longestText) this.#lines.refuse('too-long', String(this.#longestText));
  }

  #take(events: WireEvent[], unfinished: boolean): void {
    const text = this.#rest.length === 1 ? (this.#rest[0] ?? '') : this.#rest.join('');
    this.#rest = [];
    this.#restLength = 0;
    put(events, this.#lines.take(text, undefined, unfinished) ?? []);
  }
}

function put(events: WireEvent[], taken: readonly Taken<undefined>[]): void {
  for (const { event } of taken) events.push(event);
}
