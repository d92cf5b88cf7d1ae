/** The tables that grow with a session: its operations, and a note on each event. Filled once, read "as of" any event. */
import { addTo, Columns, countBefore, defined } from '#shared/base';
import type { Decoded, Fault, IdKey } from '#shared/jsonrpc';
import { payloadLength, type Author, type Direction, type EventBody, type WireEvent } from '#shared/recording';
import type { CompletesNotes } from './answered.ts';
import { stopsAtTap } from './at-tap.ts';
import type { Closing, Outcome, StepNote } from './step-note.ts';
import type { Pending } from './session-state.ts';

/** One root request (or malformed client text) with everything that belongs to it. Times are microseconds. */
export interface Operation {
  readonly index: number;
  readonly kind: 'request' | 'malformed';
  readonly dir: Direction;
  readonly key?: IdKey;
  readonly method?: string;
  /** What it is about: the name of a tool or prompt, a URI. */
  readonly name?: string;
  readonly by?: Author;
  readonly x?: string;
  readonly opened: number;
  readonly openedAt: number;
  /** Column of its activation bar: the lowest that was free when it opened. */
  readonly slot: number;
  /** What the server asked: the client's operation during which it did, the one with the exchange that brought it, or the only one that was open. */
  readonly parent?: number;
  /** The refused operation that it repeats with other headers. */
  readonly repeats?: number;
  /** Bytes of its request, and of the response that closed it; of a batch, an equal part. */
  readonly sent: number;
  received?: number;
  /** The first event that says that a tap kept a message of it, or what it did with one. */
  tapped?: number;
  closed?: number;
  closedAt?: number;
  /** Absent while it is open. Malformed text is never open: nobody owes it an answer, and it is `silence` until one comes. */
  outcome?: Outcome;
  /** Sequence numbers of its events, the opening first. */
  readonly events: number[];
}

/** What an event is: the kind of its message, or its own kind when it carries none. */
export type EventKind = Decoded['kind'] | Exclude<EventBody['k'], 'message'>;

/** What is remembered of each event. Equal notes that follow each other are one object, so that a flood of notifications costs little. */
export interface EventNote {
  readonly kind: EventKind;
  /** Operation it belongs to, or -1. */
  readonly op: number;
  readonly role: 'opens' | 'closes' | 'touches' | 'none';
  /** Method of the message; for a response, of the request it answers. */
  readonly method?: string;
  readonly faults?: readonly Fault[];
  readonly taskFailed?: true;
}

/** Least events between two lists of the operations that are open; the more are open, the rarer they are kept. */
const OPEN_EVERY = 1024;

const NONE: readonly number[] = [];

const part = (bytes: number, of: readonly unknown[]): number => Math.round(bytes / of.length);

/** Kept as one text each; beyond it they are ids or addresses of one request. */
const MAX_NAME_COUNT = 10_000;

/** Grows by one note an event. Everything in it can be read at any time; nothing is ever removed. */
export class Trace implements CompletesNotes {
  readonly operations: Operation[] = [];
  readonly notes: EventNote[] = [];
  /** Sequence numbers of events with a fault. */
  readonly faulty: number[] = [];
  readonly #openAt: { readonly s: number; readonly open: readonly number[] }[] = [];
  readonly #plain = new Map<EventKind, Map<string, EventNote>>();
  /** What began during an operation, what repeats one, and the one operation of the client that an exchange carries (-1: several). */
  readonly #nested = new Map<number, number[]>();
  readonly #repeated = new Map<number, number>();
  readonly #carried = new Map<string, number>();
  readonly #names = new Map<string, string>();
  /** Events that ended several operations, and which. */
  readonly #endedMany = new Map<number, readonly number[]>();
  readonly #slots: Record<Direction, Columns> = { c2s: new Columns(), s2c: new Columns() };

  /** Add what `stepSession` found of an event. */
  add(event: WireEvent, step: StepNote): void {
    const { s } = event;
    this.#listOpen(s);
    if (step.opened.length + step.closed.length > 0) this.#openAndClose(event, step);
    const about = step.about === undefined ? undefined : this.notes[step.about];
    const touched = touchedBy(step, about);
    if (touched !== undefined) this.operations[touched]?.events.push(s);
    for (const op of tappedBy(event, step, about, touched)) {
      const operation = this.operations[op];
      if (operation) operation.tapped ??= s;
    }
    if (step.faults.length > 0) this.faulty.push(s);
    const op = step.closed[0]?.pending.op ?? step.opened[0]?.op ?? touched ?? -1;
    this.notes.push(this.#noteOf(event, step, op, about));
  }

  /** Keep which operations are open, when a list of them is due. */
  #listOpen(s: number): void {
    const { c2s, s2c } = this.#openNow;
    if (s - (this.#openAt.at(-1)?.s ?? -Infinity) >= Math.max(OPEN_EVERY, c2s.size + s2c.size))
      this.#openAt.push({ s, open: [...c2s, ...s2c] });
  }

  #openAndClose(event: WireEvent, { opened, closed }: StepNote): void {
    const bytes = event.k === 'message' ? payloadLength(event) : 0;
    for (const pending of opened) this.#open(pending, part(bytes, opened));
    for (const closing of closed) this.#close(closing, event, closing.response ? part(bytes, closed) : 0);
    if (closed.length > 1) this.#endedMany.set(event.s, closed.map(opOf));
  }

  /** `about` is the note of the message that the event says something of. */
  #noteOf(
    event: WireEvent,
    { decoded, opened, closed, faults, taskFailed }: StepNote,
    op: number,
    about?: EventNote,
  ): EventNote {
    const kind = decoded?.kind ?? (event.k === 'message' ? 'malformed' : event.k);
    const method = decoded && 'method' in decoded ? decoded.method : (this.operations[op]?.method ?? about?.method);
    if (op < 0 && faults.length === 0 && !taskFailed) return this.#plainNote(kind, method);
    const role = closed.length > 0 ? 'closes' : opened.length > 0 ? 'opens' : op < 0 ? 'none' : 'touches';
    if (faults.length > 0 || taskFailed)
      return { kind, op, role, ...defined({ method, faults: faults.length > 0 ? faults : undefined, taskFailed }) };
    if (method === undefined) return { kind, op, role };
    const before = this.notes[this.operations[op]?.events.at(-2) ?? -1];
    const isSame = before?.role === role && before.op === op && before.kind === kind && before.method === method;
    return isSame && !before.faults && !before.taskFailed ? before : { kind, op, role, method: this.#shared(method) };
  }

  /** Notes that say nothing but what the event is: equal ones are one object. */
  #plainNote(kind: EventKind, method = ''): EventNote {
    const known = this.#plain.get(kind) ?? new Map<string, EventNote>();
    let note = known.get(method);
    if (note) return note;
    note = { kind, op: -1, role: 'none', ...(method === '' ? {} : { method }) };
    this.#plain.set(kind, known.set(method, note));
    return note;
  }

  /** The note of a step of an event that was added before, with what was found of its unmatched response then. */
  complete(step: StepNote, s: number): StepNote {
    if (!step.unmatched) return step;
    const { op = -1, role, faults = [] } = this.notes[s] ?? {};
    return { ...step, faults, ...(role === 'touches' ? { touches: op } : {}) };
  }

  endedBy(s: number): Operation[] {
    const { op = -1, role } = this.notes[s] ?? {};
    const ended = this.#endedMany.get(s) ?? (role === 'closes' ? [op] : []);
    return ended.flatMap((each) => this.operations[each] ?? []);
  }

  nestedIn(index: number): readonly number[] {
    return this.#nested.get(index) ?? [];
  }

  repeatOf(index: number): number | undefined {
    return this.#repeated.get(index);
  }

  spanning(from: number, to: number): Operation[] {
    const lists = this.#openAt;
    // The last list that was kept at the first event or before it.
    const block = lists[countBefore(lists.length, (at) => (lists[at]?.s ?? Infinity) <= Math.max(0, from)) - 1];
    const found: Operation[] = [];
    const consider = (operation: Operation | undefined): void => {
      if (!operation || operation.opened > to) return;
      // Text that nobody has to answer takes no time.
      const last = operation.kind === 'malformed' ? operation.opened : (operation.closed ?? to);
      if (last >= from) found.push(operation);
    };
    for (const op of block?.open ?? []) consider(this.operations[op]);
    let next = countBefore(this.operations.length, (at) => (this.operations[at]?.opened ?? Infinity) < (block?.s ?? 0));
    for (; next < this.operations.length && (this.operations[next]?.opened ?? Infinity) <= to; next++)
      consider(this.operations[next]);
    return found;
  }

  #open(pending: Pending, sent: number): void {
    const { op, kind, dir, s, t, key, method, name, by, x, repeats } = pending;
    const parent = this.#during(pending);
    const slot = this.#slots[dir].take();
    this.operations.push({
      ...{ index: op, kind, dir, opened: s, openedAt: t, slot, sent, events: [s] },
      ...(kind === 'malformed' ? { outcome: 'silence' } : {}),
      ...defined({ key, method, name: name === undefined ? undefined : this.#shared(name), by, x, parent, repeats }),
    });
    if (parent !== undefined) addTo(this.#nested, parent, op);
    if (repeats !== undefined) this.#repeated.set(repeats, op);
    if (kind === 'malformed') return this.#slots[dir].free(slot);
    this.#openNow[dir].add(op);
    if (dir === 'c2s' && x !== undefined) this.#carried.set(x, this.#carried.has(x) ? -1 : op);
  }

  /** Equal names as one text: each that is parsed takes its own place, and has to be compared anew. */
  #shared(name: string): string {
    const known = this.#names.get(name);
    if (known === undefined && this.#names.size < MAX_NAME_COUNT) this.#names.set(name, name);
    return known ?? name;
  }

  readonly #openNow: Record<Direction, Set<number>> = { c2s: new Set(), s2c: new Set() };

  /** Index of the client's operation during which the server asks: the one with the stream that brings it, else the only one that is open. */
  #during({ dir, x }: Pending): number | undefined {
    if (dir === 'c2s') return undefined;
    const open = this.#openNow.c2s;
    const carrier = x === undefined ? -1 : (this.#carried.get(x) ?? -1);
    if (open.has(carrier)) return carrier;
    return open.size === 1 ? open.values().next().value : undefined;
  }

  #close({ pending, outcome }: Closing, { s, t }: WireEvent, received: number): void {
    const operation = this.operations[pending.op];
    if (!operation || operation.closed !== undefined) return;
    operation.closed = s;
    operation.closedAt = t;
    operation.outcome = outcome;
    operation.received = received;
    operation.events.push(s);
    if (!this.#openNow[pending.dir].delete(pending.op)) return;
    if (pending.dir === 'c2s' && operation.x !== undefined) this.#carried.delete(operation.x);
    this.#slots[pending.dir].free(operation.slot);
  }
}

const opOf = ({ pending }: Closing): number => pending.op;

/** The operation that an event belongs to without opening or closing it; `about` is the note of the message that it says something of. */
function touchedBy({ touches, closed }: StepNote, about: EventNote | undefined): number | undefined {
  return touches ?? (closed.length === 0 && about && about.op >= 0 ? about.op : undefined);
}

/** The operations of which the event says that a tap kept a message, or what it did with one. */
function tappedBy(
  event: WireEvent,
  { opened, closed }: StepNote,
  about: EventNote | undefined,
  touched: number | undefined,
): readonly number[] {
  if (event.k === 'tap') return about ? [about.op] : NONE;
  if (!stopsAtTap(event)) return NONE;
  return [...(touched === undefined ? [] : [touched]), ...opened.map(({ op }) => op), ...closed.map(opOf)];
}
