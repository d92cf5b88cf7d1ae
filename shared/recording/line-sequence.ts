/** The lines of one recording, in order: header first, events dense, footers between or after them. */
import type { RecordingFooter, RecordingHeader } from './header.ts';
import { decodeLine, type Line, type RecordingProblem } from './line.ts';
import { MAX_EVENTS, MAX_IDLE_LINES, MAX_LINE, MAX_PROBLEMS } from './limits.ts';
import { FORMAT, type Format, type Migration } from './migrate.ts';
import { kindOf, type WireEvent, NOT_RECORDED } from './kinds/index.ts';

/** The first problem of a file, and how many there are. */
export interface Damage extends RecordingProblem {
  readonly places: number;
  /** Nothing was read behind the last of them. */
  readonly stopped?: true;
}

/** Why there is no event with a number, where nothing of its line is left. */
export const MISSING = 'missing from the recording';
/** Why there is no event with a number, where its line can't be read. */
const damagedLine = (code: RecordingProblem['code']): string => `${DAMAGED} (${code})`;
const DAMAGED = 'damaged line of the recording';
/** Why there is no end of a line, where a recording that was cut goes on. */
export const UNFINISHED = 'unfinished line of the recording';

/** True for a gap in the place of what a recording had, or was to have, and lost: also in its copies. */
export function isLoss(event: WireEvent): event is Extract<WireEvent, { readonly k: 'gap' }> {
  if (event.k !== 'gap') return false;
  return [NOT_RECORDED, MISSING, UNFINISHED].includes(event.why) || event.why.startsWith(DAMAGED);
}

export interface SequenceLimits {
  /** Longest line, in UTF-16 units. */
  readonly line?: number;
  readonly events?: number;
  /** What files are read as. */
  readonly format?: Format;
}

export interface ReadSummary {
  readonly header?: RecordingHeader;
  /** The last footer, though events may follow it. */
  readonly footer?: RecordingFooter;
  /** Those that were read, and the gaps in the places of those that were not. */
  readonly events: number;
  /** True unless the last line is a footer that counts no more events than there are. */
  readonly cutShort: boolean;
  /** What could not be read, or is not as it has to be: the first of it. A problem of the header means that nothing was read. */
  readonly problems: readonly RecordingProblem[];
  /** The first problem, and how many there are; absent when there is none. */
  readonly damage?: Damage;
}

/** An event in its place. `at` is what `take` was told of its line; a gap for an event that is missing has none. */
export interface Taken<At> {
  readonly event: WireEvent;
  readonly at?: At;
}
type Given<At> = Required<Taken<At>> & { readonly line: number };

/** Takes a recording's lines; unreadable ones are passed over, missing numbers become gaps (FORMAT.md, damage). Never throws. */
export class LineSequence<At = undefined> {
  #number = 0;
  #events = 0;
  /** Lines after the header that hold no event, and events that are missing. */
  #idle = 0;
  header: RecordingHeader | undefined;
  #footer: RecordingFooter | undefined;
  #closed = false;
  #migration: Migration | undefined;
  readonly #problems: RecordingProblem[] = [];
  #places = 0;
  /** Nothing further is taken. */
  stopped = false;
  /** Time of the last event. */
  #t = 0;
  /** An event beyond the next number: the line after it tells whether events are missing or its number is wrong. */
  #ahead: Given<At> | undefined;
  /** Lines since the last event that could not be read: how many, and why the last could not. */
  #unread: { readonly lines: number; readonly code: RecordingProblem['code'] } | undefined;
  readonly #limits: Required<SequenceLimits>;

  constructor({ line = MAX_LINE, events = MAX_EVENTS, format = FORMAT }: SequenceLimits = {}) {
    this.#limits = { line, events, format };
  }

  /**
   * Take the next line, without its line feed. `unfinished` says that the file ends without one; what is no whole line then is
   * where it was cut. Gives the events that have their places now; undefined for a line that holds nothing.
   */
  take(text: string, at: At, unfinished = false): readonly Taken<At>[] | undefined {
    if (this.stopped) return undefined;
    if (text.length > this.#limits.line) return this.refuse('line-too-long', String(this.#limits.line));
    const number = this.#number + 1;
    if (number > 1 && text.trim() === '') {
      if (this.#countIdle()) this.#number++;
      return undefined;
    }
    const line = this.#decode(number === 1 ? text.replace(/^\uFEFF/, '') : text, number);
    if (line.type === 'problem') {
      const { code, detail } = line.problem;
      if (number === 1) return this.refuse(code, detail);
      if (unfinished && code === 'not-json') this.#closed = false;
      else if (isAnotherHeader(text, this.header)) this.refuse('another-recording', '');
      else if (this.#countIdle()) {
        this.#note(line.problem);
        this.#unread = { lines: (this.#unread?.lines ?? 0) + 1, code };
        this.#number++;
      }
      return undefined;
    }
    let taken: readonly Taken<At>[] = [];
    if (line.type === 'event') taken = this.#place({ event: line.event, at, line: number });
    else if (line.type === 'footer') {
      if (!this.#countIdle()) return undefined;
      taken = this.#close(line.footer, number);
    } else {
      this.header = line.header;
      this.#migration = line.migration;
    }
    if (!this.stopped) this.#number++;
    return taken;
  }

  /** The event of a line that was taken before; undefined for a line of none. */
  event(text: string): WireEvent | undefined {
    const line = this.#decode(text, 2);
    return line.type === 'event' ? line.event : undefined;
  }

  #decode(text: string, number: number): Line {
    return decodeLine(text, number, {
      format: this.#limits.format,
      ...(this.#migration ? { migration: this.#migration } : {}),
    });
  }

  /** Refuse the line after those that were taken, and with it the rest. */
  refuse(code: RecordingProblem['code'], detail: string): undefined {
    if (!this.stopped) this.#note({ code, line: this.#number + 1, detail });
    this.stopped = true;
  }

  /** Nothing more comes. Gives the events that have their places now. A file without any line is no recording. */
  end(): readonly Taken<At>[] {
    const taken = this.#settle(true);
    if (this.#number === 0) this.refuse('not-a-recording', 'empty');
    return taken;
  }

  /** What came of it so far. */
  get summary(): ReadSummary {
    const [first] = this.#problems;
    return {
      ...(this.header ? { header: this.header } : {}),
      ...(this.#footer ? { footer: this.#footer } : {}),
      events: this.#events,
      cutShort: !this.#closed,
      problems: this.#problems,
      ...(first ? { damage: { ...first, places: this.#places, ...(this.stopped ? { stopped: true } : {}) } } : {}),
    };
  }

  #place(given: Given<At>): readonly Taken<At>[] {
    const { s } = given.event;
    const taken = this.#settle(s > (this.#ahead?.event.s ?? s));
    if (s === this.#events) this.#put(given, taken);
    else if (s > this.#events) this.#ahead = given;
    else this.#noteOrder(given);
    return taken;
  }

  /** A footer tells how many events there were, so those that are missing at the end are known. */
  #close(footer: RecordingFooter, line: number): readonly Taken<At>[] {
    const taken = this.#settle((this.#ahead?.event.s ?? 0) < footer.events);
    this.#fill(footer.events, line, taken);
    this.#footer = footer;
    this.#closed = footer.events <= this.#events;
    this.#unread = undefined;
    return taken;
  }

  /** Find the place of the event that was ahead, if there is one: where its number is right, those before it are missing. */
  #settle(isRight: boolean): Taken<At>[] {
    const ahead = this.#ahead;
    const taken: Taken<At>[] = [];
    this.#ahead = undefined;
    if (ahead && isRight && this.#fill(ahead.event.s, ahead.line, taken)) this.#put(ahead, taken);
    else if (ahead) this.#noteOrder(ahead);
    return taken;
  }

  /** Put gaps in the places before number `to`, unless there are too many; `line` is the one that tells of them. */
  #fill(to: number, line: number, taken: Taken<At>[]): boolean {
    const missing = to - this.#events;
    if (to > this.#limits.events || this.#idle + missing > this.#events + MAX_IDLE_LINES) return false;
    this.#idle += Math.max(0, missing);
    const { lines, code } = this.#unread ?? { lines: 0 };
    if (missing > lines) this.#note({ code: 'missing', line, detail: `${this.#events}` });
    const why = code === undefined ? MISSING : damagedLine(code);
    while (this.#events < to) taken.push({ event: { s: this.#events++, t: this.#t, k: 'gap', events: 1, why } });
    return true;
  }

  #put({ event, at, line }: Given<At>, taken: Taken<At>[]): void {
    if (this.#events >= this.#limits.events) return this.refuse('too-many-events', String(this.#limits.events));
    if (event.t < this.#t) this.#note({ code: 'clock-back', line, detail: `${event.t} after ${this.#t}` });
    if (event.k === 'unknown' && isMisdirected(event.fields))
      this.#note({ code: 'unknown-direction', line, detail: JSON.stringify(event.fields['dir'] ?? null).slice(0, 80) });
    this.#t = event.t;
    this.#events++;
    this.#closed = false;
    this.#unread = undefined;
    taken.push({ event, at });
  }

  #noteOrder({ event, line }: Given<At>): void {
    this.#note({ code: 'out-of-order', line, detail: `${event.s} after ${this.#events - 1}` });
    this.#unread = { lines: (this.#unread?.lines ?? 0) + 1, code: 'out-of-order' };
  }

  #note(problem: RecordingProblem): void {
    this.#places++;
    if (this.#problems.length === MAX_PROBLEMS) return;
    // That of a line that waited for the next one comes after that one's.
    this.#problems.push(problem);
    this.#problems.sort((one, other) => one.line - other.line);
  }

  /** Count a line that holds no event. False when there are too many of them, which is refused. */
  #countIdle(): boolean {
    if (++this.#idle <= this.#events + MAX_IDLE_LINES) return true;
    this.refuse('too-many-empty-lines', String(MAX_IDLE_LINES));
    return false;
  }
}

/** Two files behind each other: the events of the second are not those of the first. */
function isAnotherHeader(text: string, header: RecordingHeader | undefined): boolean {
  const line = /^\s*\{\s*"mcprec"/.test(text) ? decodeLine(text, 1) : undefined;
  return line?.type === 'header' && line.header.id !== header?.id;
}

/** An event of a kind with a direction that nothing can be said of, because it goes neither way. */
function isMisdirected(fields: { readonly [name: string]: unknown }): boolean {
  const direction = kindOf(fields['k'])?.required['dir'];
  return direction !== undefined && !direction.is(fields['dir']);
}
