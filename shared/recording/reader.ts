/**
 * Reads a recording piece by piece: text in, lines out, the unfinished rest kept for the next piece. A file without a
 * footer is one that was cut short, and opens all the same.
 */
import type { RecordingFooter, RecordingHeader } from './header.ts';
import { decodeLine, type RecordingProblem } from './line.ts';
import type { WireEvent } from './wire-event.ts';

/** Longest line a reader accepts, in UTF-16 units: the longest single payload plus its envelope fits a JavaScript string. */
export const MAX_LINE = 400 * 1024 * 1024;

export interface ReaderLimits {
  readonly line?: number;
  readonly events?: number;
}

export interface ReadSummary {
  readonly header?: RecordingHeader;
  readonly footer?: RecordingFooter;
  readonly events: number;
  /** True when the file ended without a footer. */
  readonly cutShort: boolean;
  /** What could not be read; a problem on line 1 means that nothing was. */
  readonly problems: readonly RecordingProblem[];
}

/**
 * A streaming reader. `push` takes the next piece of text and gives the events completed by it; `end` gives the summary.
 * After a problem in the header, or one that breaks the order of events, nothing further is read. Never throws.
 */
export class RecordingReader {
  #rest: string[] = [];
  #restLength = 0;
  #lineNumber = 0;
  #events = 0;
  #header: RecordingHeader | undefined;
  #footer: RecordingFooter | undefined;
  #problems: RecordingProblem[] = [];
  #stopped = false;
  readonly #limits: Required<ReaderLimits>;

  constructor(limits: ReaderLimits = {}) {
    this.#limits = { line: limits.line ?? MAX_LINE, events: limits.events ?? Number.MAX_SAFE_INTEGER };
  }

  get header(): RecordingHeader | undefined {
    return this.#header;
  }

  push(text: string): WireEvent[] {
    const events: WireEvent[] = [];
    let from = 0;
    while (!this.#stopped) {
      const lineEnd = text.indexOf('\n', from);
      if (lineEnd < 0) break;
      this.#rest.push(text.slice(from, lineEnd));
      const line = this.#rest.join('');
      this.#rest = [];
      this.#restLength = 0;
      from = lineEnd + 1;
      this.#take(line, events);
    }
    if (!this.#stopped && from < text.length) {
      this.#rest.push(text.slice(from));
      this.#restLength += text.length - from;
      if (this.#restLength > this.#limits.line)
        this.#refuse('line-too-long', this.#lineNumber + 1, String(this.#limits.line));
    }
    return events;
  }

  /** Nothing more comes. An unfinished last line is read if it is whole, and otherwise counts as cut. */
  end(): { readonly events: WireEvent[]; readonly summary: ReadSummary } {
    const events: WireEvent[] = [];
    const last = this.#rest.join('');
    this.#rest = [];
    if (!this.#stopped && last.trim() !== '') {
      if (this.#lineNumber === 0 || decodeLine(last, this.#lineNumber + 1).type !== 'problem') this.#take(last, events);
    } else if (!this.#stopped && this.#lineNumber === 0) this.#refuse('not-a-recording', 1, 'empty');
    const summary: ReadSummary = {
      ...(this.#header ? { header: this.#header } : {}),
      ...(this.#footer ? { footer: this.#footer } : {}),
      events: this.#events,
      cutShort: this.#footer === undefined,
      problems: this.#problems,
    };
    return { events, summary };
  }

  #take(line: string, events: WireEvent[]): void {
    const number = ++this.#lineNumber;
    if (number > 1 && line.trim() === '') return;
    if (line.length > this.#limits.line) return this.#refuse('line-too-long', number, String(this.#limits.line));
    const decoded = decodeLine(number === 1 ? line.replace(/^\uFEFF/, '') : line, number);
    switch (decoded.type) {
      case 'header':
        this.#header = decoded.header;
        return;
      case 'footer':
        this.#footer = decoded.footer;
        return;
      case 'event':
        if (decoded.event.s !== this.#events)
          return this.#refuse('out-of-order', number, `${decoded.event.s} after ${this.#events - 1}`);
        if (this.#events >= this.#limits.events) return this.#refuse('bad-event', number, 'too many events');
        this.#events++;
        events.push(decoded.event);
        return;
      case 'problem':
        this.#refuse(decoded.problem.code, number, decoded.problem.detail);
        return;
    }
  }

  #refuse(code: RecordingProblem['code'], line: number, detail: string): void {
    this.#problems.push({ code, line, detail });
    this.#stopped = true;
    this.#rest = [];
  }
}
