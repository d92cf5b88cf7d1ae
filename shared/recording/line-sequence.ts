/** The lines of one recording, in order: header first, events dense, footers between or after them. */
import type { RecordingFooter, RecordingHeader } from './header.ts';
import { decodeLine, type Line, type RecordingProblem } from './line.ts';
import { MAX_EVENTS, MAX_IDLE_LINES, MAX_LINE } from './limits.ts';
import { FORMAT, type Format, type Migration } from './migrate.ts';

export interface SequenceLimits {
  /** Longest line, in UTF-16 units. */
  readonly line?: number;
  /** Most events. */
  readonly events?: number;
  /** What files are read as. */
  readonly format?: Format;
}

export interface ReadSummary {
  readonly header?: RecordingHeader;
  /** The last footer, though events may follow it. */
  readonly footer?: RecordingFooter;
  readonly events: number;
  /** True unless the last line is a footer that counts no more events than there are. */
  readonly cutShort: boolean;
  /** What could not be read; a problem on line 1 means that nothing was. */
  readonly problems: readonly RecordingProblem[];
}

/** Takes the lines of a recording one by one. After a problem nothing further is taken. Never throws. */
export class LineSequence {
  #number = 0;
  #events = 0;
  /** Lines after the header that hold no event. */
  #idle = 0;
  #header: RecordingHeader | undefined;
  #footer: RecordingFooter | undefined;
  #closed = false;
  #problem: RecordingProblem | undefined;
  #migration: Migration | undefined;
  readonly #limits: Required<SequenceLimits>;

  constructor({ line = MAX_LINE, events = MAX_EVENTS, format = FORMAT }: SequenceLimits = {}) {
    this.#limits = { line, events, format };
  }

  get header(): RecordingHeader | undefined {
    return this.#header;
  }
  /** Events taken so far. */
  get events(): number {
    return this.#events;
  }
  /** Why nothing further is taken. */
  get problem(): RecordingProblem | undefined {
    return this.#problem;
  }

  /**
   * Take the next line, without its line feed. `unfinished` says that the file ends without one; what is no whole line then is
   * where it was cut. Gives what the line holds; undefined when it holds nothing: it is empty, cut, or after a problem.
   */
  take(text: string, unfinished = false): Exclude<Line, { type: 'problem' }> | undefined {
    if (this.#problem) return undefined;
    const number = this.#number + 1;
    if (text.length > this.#limits.line) return this.refuse('line-too-long', String(this.#limits.line));
    if (number > 1 && text.trim() === '') {
      if (this.#isIdle()) this.#number++;
      return undefined;
    }
    const line = decodeLine(number === 1 ? text.replace(/^\uFEFF/, '') : text, number, {
      format: this.#limits.format,
      ...(this.#migration ? { migration: this.#migration } : {}),
    });
    if (line.type === 'problem') {
      if (unfinished && number > 1 && line.problem.code === 'not-json') this.#closed = false;
      else this.refuse(line.problem.code, line.problem.detail);
      return undefined;
    }
    if (line.type === 'event') {
      if (line.event.s !== this.#events)
        return this.refuse('out-of-order', `${line.event.s} after ${this.#events - 1}`);
      if (this.#events >= this.#limits.events) return this.refuse('too-many-events', String(this.#limits.events));
      this.#events++;
      this.#closed = false;
    } else if (line.type === 'footer') {
      if (!this.#isIdle()) return undefined;
      this.#footer = line.footer;
      this.#closed = line.footer.events <= this.#events;
    } else {
      this.#header = line.header;
      this.#migration = line.migration;
    }
    this.#number++;
    return line;
  }

  /** Count a line that holds no event. False when there are too many of them, which is refused. */
  #isIdle(): boolean {
    if (++this.#idle <= this.#events + MAX_IDLE_LINES) return true;
    this.refuse('too-many-empty-lines', String(MAX_IDLE_LINES));
    return false;
  }

  /** Refuse the line after those that were taken, and with it the rest. */
  refuse(code: RecordingProblem['code'], detail: string): undefined {
    this.#problem ??= { code, line: this.#number + 1, detail };
  }

  /** What came of it. A file without any line is no recording. */
  end(): ReadSummary {
    if (this.#number === 0) this.refuse('not-a-recording', 'empty');
    return {
      ...(this.#header ? { header: this.#header } : {}),
      ...(this.#footer ? { footer: this.#footer } : {}),
      events: this.#events,
      cutShort: !this.#closed,
      problems: this.#problem ? [this.#problem] : [],
    };
  }
}
