/** The tables that grow with a session: its operations, and a note on each event. Filled once, read "as of" any event. */
import type { Fault, IdKey } from '#shared/jsonrpc';
import type { Author, Direction } from '#shared/recording';
import type { Outcome, StepNote } from './step.ts';
import type { Pending } from './state.ts';

/** One root request (or malformed client text) with everything that belongs to it. Times are microseconds. */
export interface Operation {
  readonly index: number;
  readonly kind: 'request' | 'malformed';
  readonly dir: Direction;
  readonly key?: IdKey;
  readonly method?: string;
  readonly by?: Author;
  readonly x?: string;
  readonly opened: number;
  readonly openedAt: number;
  /** Column of its activation bar: the lowest that was free when it opened. */
  readonly slot: number;
  /** The one operation in the other direction that was open when it began. */
  readonly parent?: number;
  closed?: number;
  closedAt?: number;
  outcome?: Outcome;
  /** Sequence numbers of its events, the opening first. */
  readonly events: number[];
}

/** What is remembered of each event. */
export interface EventNote {
  /** Operation it belongs to, or -1. */
  readonly op: number;
  /** What the event did to that operation. */
  readonly role: 'opens' | 'closes' | 'touches' | 'none';
  /** Method of the message; for a response, of the request it answers. */
  readonly method?: string;
  readonly faults?: readonly Fault[];
}

const PLAIN: EventNote = { op: -1, role: 'none' };

/** Grows by one note an event. Everything in it can be read at any time; nothing is ever removed. */
export class Trace {
  readonly operations: Operation[] = [];
  readonly notes: EventNote[] = [];
  /** Sequence numbers of events with a fault. */
  readonly faulty: number[] = [];
  #answered = new Map<string, number>();
  #slots: Record<Direction, boolean[]> = { c2s: [], s2c: [] };

  /** Take in what `stepSession` said of event `s` at `t` microseconds. */
  add(s: number, t: number, step: StepNote): void {
    for (const pending of step.opened) this.#open(pending);
    for (const { pending, outcome } of step.closed) this.#close(pending, outcome, s, t);
    const touched = step.touches ?? this.#lateAnswer(step);
    if (touched !== undefined) this.operations[touched]?.events.push(s);

    const { decoded } = step;
    const faults = step.unmatched
      ? ([...step.faults, touched === undefined ? 'unknown-id' : 'duplicate-response'] as const)
      : step.faults;
    if (faults.length > 0) this.faulty.push(s);
    const op = step.closed[0]?.pending.op ?? step.opened[0]?.op ?? touched ?? -1;
    const role =
      step.closed.length > 0 ? 'closes' : step.opened.length > 0 ? 'opens' : touched === undefined ? 'none' : 'touches';
    const method = decoded && 'method' in decoded ? decoded.method : this.operations[op]?.method;
    if (op < 0 && method === undefined && faults.length === 0) this.notes.push(PLAIN);
    else
      this.notes.push({
        op,
        role,
        ...(method === undefined ? {} : { method }),
        ...(faults.length > 0 ? { faults } : {}),
      });
  }

  #open(pending: Pending): void {
    const slots = this.#slots[pending.dir];
    let slot = slots.indexOf(false);
    if (slot < 0) slot = slots.length;
    slots[slot] = true;
    const parent = this.#onlyOpen(pending.dir === 'c2s' ? 's2c' : 'c2s');
    this.operations.push({
      index: pending.op,
      kind: pending.kind,
      dir: pending.dir,
      opened: pending.s,
      openedAt: pending.t,
      slot,
      events: [pending.s],
      ...(pending.key === undefined ? {} : { key: pending.key }),
      ...(pending.method === undefined ? {} : { method: pending.method }),
      ...(pending.by === undefined ? {} : { by: pending.by }),
      ...(pending.x === undefined ? {} : { x: pending.x }),
      ...(parent === undefined ? {} : { parent }),
    });
    this.#openNow[pending.dir].add(pending.op);
  }

  readonly #openNow: Record<Direction, Set<number>> = { c2s: new Set(), s2c: new Set() };

  #onlyOpen(dir: Direction): number | undefined {
    const open = this.#openNow[dir];
    return open.size === 1 ? open.values().next().value : undefined;
  }

  #close(pending: Pending, outcome: Outcome, s: number, t: number): void {
    const operation = this.operations[pending.op];
    if (!operation) return;
    operation.closed = s;
    operation.closedAt = t;
    operation.outcome = outcome;
    operation.events.push(s);
    this.#openNow[pending.dir].delete(pending.op);
    this.#slots[pending.dir][operation.slot] = false;
    if (pending.key !== undefined) this.#answered.set(`${pending.dir}:${pending.key}`, pending.op);
  }

  #lateAnswer(step: StepNote): number | undefined {
    const key = step.unmatched?.key;
    if (key === undefined) return undefined;
    return this.#answered.get(`c2s:${key}`) ?? this.#answered.get(`s2c:${key}`);
  }
}
