/** The tables that grow with a session: its operations, and a note on each event. Filled once, read "as of" any event. */
import { addTo, Columns, countBefore, defined } from '#shared/base';
import type { Decoded, Fault, IdKey } from '#shared/jsonrpc';
import { payloadLength, type Author, type Direction, type EventBody, type WireEvent } from '#shared/recording';
import type { CompletesNotes } from './answered.ts';
import { stopsAtTap } from './at-tap.ts';
import type { Outcome, StepNote } from './step-note.ts';
import type { Pending } from './state.ts';

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
  /** What the server asked: the client's operation during which it did, that whose exchange brought it or the only one that was open. */
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
  outcome?: Outcome;
  /** Sequence numbers of its events, the opening first. */
  readonly events: number[];
}

/** What an event is: the kind of its message, or its own kind when it carries none. */
export type EventKind = Decoded['kind'] | Exclude<EventBody['k'], 'message'>;

/** What is remembered of each event. Equal notes are one object, so that a flood of notifications costs little. */
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
  readonly #plain = new Map<string, EventNote>();
  /** What began during an operation, what repeats one, and the one operation of the client that an exchange carries (-1: several). */
  readonly #nested = new Map<number, number[]>();
  readonly #repeated = new Map<number, number>();
  readonly #carried = new Map<string, number>();
  readonly #names = new Map<string, string>();
  /** Events that ended several operations, and which. */
  readonly #endedMany = new Map<number, readonly number[]>();
  readonly #slots: Record<Direction, Columns> = { c2s: new Columns(), s2c: new Columns() };

  /** Take in what `stepSession` said of an event. */
  add(event: WireEvent, step: StepNote): void {
    const { s, t } = event;
    const { c2s, s2c } = this.#openNow;
    if (s - (this.#openAt.at(-1)?.s ?? -Infinity) >= Math.max(OPEN_EVERY, c2s.size + s2c.size))
      this.#openAt.push({ s, open: [...c2s, ...s2c] });
    const bytes = event.k === 'message' && step.opened.length + step.closed.length > 0 ? payloadLength(event) : 0;
    for (const pending of step.opened) this.#open(pending, part(bytes, step.opened));
    for (const { pending, outcome, response } of step.closed)
      this.#close(pending, outcome, s, t, response ? part(bytes, step.closed) : 0);
    if (step.closed.length > 1)
      this.#endedMany.set(
        s,
        step.closed.map(({ pending }) => pending.op),
      );
    const { decoded, faults, taskFailed } = step;
    const told = step.about === undefined ? undefined : this.notes[step.about];
    const touched = step.touches ?? (step.closed.length === 0 && told && told.op >= 0 ? told.op : undefined);
    if (touched !== undefined) this.operations[touched]?.events.push(s);
    if (told && event.k === 'tap') this.#mark(told.op, s);
    if (stopsAtTap(event)) {
      if (touched !== undefined) this.#mark(touched, s);
      for (const pending of step.opened) this.#mark(pending.op, s);
      for (const { pending } of step.closed) this.#mark(pending.op, s);
    }
    if (faults.length > 0) this.faulty.push(s);
    const op = step.closed[0]?.pending.op ?? step.opened[0]?.op ?? touched ?? -1;
    const role =
      step.closed.length > 0 ? 'closes' : step.opened.length > 0 ? 'opens' : touched === undefined ? 'none' : 'touches';
    const method = decoded && 'method' in decoded ? decoded.method : (this.operations[op]?.method ?? told?.method);
    const kind = decoded?.kind ?? (event.k === 'message' ? 'malformed' : event.k);
    const plain = op < 0 && faults.length === 0 && !taskFailed;
    const known = plain ? this.#plain.get(`${kind} ${method ?? ''}`) : undefined;
    const note: EventNote = known ?? {
      kind,
      op,
      role,
      ...defined({ method, faults: faults.length > 0 ? faults : undefined, taskFailed }),
    };
    if (plain && !known) this.#plain.set(`${kind} ${method ?? ''}`, note);
    this.notes.push(note);
  }

  /** The note of a step of an event that was added before, with what was found of its unmatched response then. */
  complete(step: StepNote, s: number): StepNote {
    const { op = -1, role, faults = [] } = this.notes[s] ?? {};
    if (!step.unmatched) return step;
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
      if (operation && operation.opened <= to && (operation.closed ?? to) >= from) found.push(operation);
    };
    for (const op of block?.open ?? []) consider(this.operations[op]);
    let next = countBefore(this.operations.length, (at) => (this.operations[at]?.opened ?? Infinity) < (block?.s ?? 0));
    for (; next < this.operations.length && (this.operations[next]?.opened ?? Infinity) <= to; next++)
      consider(this.operations[next]);
    return found;
  }

  #open(pending: Pending, sent: number): void {
    const slot = this.#slots[pending.dir].take();
    const parent = this.#during(pending);
    this.operations.push({
      index: pending.op,
      kind: pending.kind,
      dir: pending.dir,
      opened: pending.s,
      openedAt: pending.t,
      slot,
      sent,
      events: [pending.s],
      ...(pending.key === undefined ? {} : { key: pending.key }),
      ...(pending.method === undefined ? {} : { method: pending.method }),
      ...(pending.name === undefined ? {} : { name: this.#shared(pending.name) }),
      ...(pending.by === undefined ? {} : { by: pending.by }),
      ...(pending.x === undefined ? {} : { x: pending.x }),
      ...(parent === undefined ? {} : { parent }),
      ...(pending.repeats === undefined ? {} : { repeats: pending.repeats }),
    });
    if (parent !== undefined) addTo(this.#nested, parent, pending.op);
    if (pending.repeats !== undefined) this.#repeated.set(pending.repeats, pending.op);
    this.#openNow[pending.dir].add(pending.op);
    const { x } = pending;
    if (pending.dir === 'c2s' && x !== undefined) this.#carried.set(x, this.#carried.has(x) ? -1 : pending.op);
  }

  /** Equal names as one text: each that is parsed takes its own place, and has to be compared anew. */
  #shared(name: string): string {
    const known = this.#names.get(name);
    if (known === undefined && this.#names.size < MAX_NAME_COUNT) this.#names.set(name, name);
    return known ?? name;
  }

  readonly #openNow: Record<Direction, Set<number>> = { c2s: new Set(), s2c: new Set() };

  /** Index of the client's operation during which the server asks: the one whose stream brings it, else the only one that is open. */
  #during({ dir, x }: Pending): number | undefined {
    if (dir === 'c2s') return undefined;
    const open = this.#openNow.c2s;
    const carrier = x === undefined ? -1 : (this.#carried.get(x) ?? -1);
    if (open.has(carrier)) return carrier;
    return open.size === 1 ? open.values().next().value : undefined;
  }

  /** A tap did something with a message of the operation. */
  #mark(op: number, s: number): void {
    const operation = this.operations[op];
    if (operation) operation.tapped ??= s;
  }

  #close(pending: Pending, outcome: Outcome, s: number, t: number, received: number): void {
    const operation = this.operations[pending.op];
    if (!operation || operation.closed !== undefined) return;
    operation.closed = s;
    operation.closedAt = t;
    operation.outcome = outcome;
    operation.received = received;
    operation.events.push(s);
    this.#openNow[pending.dir].delete(pending.op);
    if (pending.dir === 'c2s' && operation.x !== undefined) this.#carried.delete(operation.x);
    this.#slots[pending.dir].free(operation.slot);
  }
}
