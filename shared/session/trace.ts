/** The tables that grow with a session: its operations, and a note on each event. Filled once, read "as of" any event. */
import { addTo, Columns, countBefore, defined } from '#shared/base';
import { payloadLength, type Direction, type WireEvent } from '#shared/recording';
import type { CompletesNotes } from './answered.ts';
import { stopsAtTap } from './at-tap.ts';
import { NoteTable, type EventNote } from './note-table.ts';
import { OperationTable, type Operation } from './operation-table.ts';
import type { Closing, StepNote } from './step-note.ts';
import type { Pending } from './session-state.ts';

/** Least events between two lists of the operations that are open; the more are open, the rarer they are kept. */
const OPEN_EVERY = 1024;

const NONE: readonly number[] = [];

const part = (bytes: number, of: readonly unknown[]): number => Math.round(bytes / of.length);

/** Grows by one note an event. Everything in it can be read at any time; nothing is ever removed. */
export class Trace implements CompletesNotes {
  readonly operations = new OperationTable();
  readonly notes = new NoteTable();
  /** Sequence numbers of events with a fault. */
  readonly faulty: number[] = [];
  readonly #openAt: { readonly s: number; readonly open: readonly number[] }[] = [];
  /** What began during an operation, what repeats one, and the one operation of the client that an exchange carries (-1: several). */
  readonly #nested = new Map<number, number[]>();
  readonly #repeated = new Map<number, number>();
  readonly #carried = new Map<string, number>();
  /** Events that ended several operations, and which. */
  readonly #endedMany = new Map<number, readonly number[]>();
  readonly #slots: Record<Direction, Columns> = { c2s: new Columns(), s2c: new Columns() };

  /** Add what `stepSession` found of an event. */
  add(event: WireEvent, step: StepNote): void {
    const { s } = event;
    this.#listOpen(s);
    if (step.opened.length + step.closed.length > 0) this.#openAndClose(event, step);
    const about = step.about === undefined ? undefined : this.notes.get(step.about);
    const touched = touchedBy(step, about);
    if (touched !== undefined) this.operations.addEvent(touched, s);
    for (const op of tappedBy(event, step, about, touched)) this.operations.tap(op, s);
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
    const method = decoded && 'method' in decoded ? decoded.method : (this.operations.methodOf(op) ?? about?.method);
    const role = op < 0 ? 'none' : closed.length > 0 ? 'closes' : opened.length > 0 ? 'opens' : 'touches';
    return { kind, op, role, ...defined({ method, faults: faults.length > 0 ? faults : undefined, taskFailed }) };
  }

  /** The note of a step of an event that was added before, with what was found of its unmatched response then. */
  complete(step: StepNote, s: number): StepNote {
    if (!step.unmatched) return step;
    const { op = -1, role, faults = [] } = this.notes.get(s) ?? {};
    return { ...step, faults, ...(role === 'touches' ? { touches: op } : {}) };
  }

  endedBy(s: number): Operation[] {
    const { op = -1, role } = this.notes.get(s) ?? {};
    const ended = this.#endedMany.get(s) ?? (role === 'closes' ? [op] : []);
    return ended.flatMap((each) => this.operations.get(each) ?? []);
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
    const consider = (index: number): void => {
      const operation = this.operations.get(index);
      if (!operation || operation.opened > to) return;
      // Text that nobody has to answer takes no time.
      const last = operation.kind === 'malformed' ? operation.opened : (operation.closed ?? to);
      if (last >= from) found.push(operation);
    };
    for (const op of block?.open ?? []) consider(op);
    const { operations } = this;
    for (let next = operations.countUpTo((block?.s ?? 0) - 1); operations.openedOf(next) <= to; next++) consider(next);
    return found;
  }

  #open(pending: Pending, sent: number): void {
    const { op, kind, dir, s, t, key, method, name, by, x, repeats } = pending;
    const parent = this.#during(pending);
    const slot = this.#slots[dir].take();
    const more = defined({ key, method, name, by, x, parent, repeats });
    this.operations.push({ kind, dir, opened: s, openedAt: t, slot, sent, ...more });
    if (parent !== undefined) addTo(this.#nested, parent, op);
    if (repeats !== undefined) this.#repeated.set(repeats, op);
    if (kind === 'malformed') return this.#slots[dir].free(slot);
    this.#openNow[dir].add(op);
    if (dir === 'c2s' && x !== undefined) this.#carried.set(x, this.#carried.has(x) ? -1 : op);
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
    const operation = this.operations.get(pending.op);
    if (!operation || operation.closed !== undefined) return;
    this.operations.close(pending.op, { closed: s, closedAt: t, outcome, received });
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
