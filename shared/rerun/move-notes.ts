/** A person's notes on a recording, moved to a new recording of the same: each to what corresponds to the event it was on. */
import { addTo } from '#shared/base';
import type { Comparison } from '#shared/compare';
import {
  firstEvent,
  type HeldRecording,
  lateNote,
  notesAt,
  type Recorded,
  textOf,
  type WireEvent,
} from '#shared/recording';
import { SessionLog } from '#shared/session';

/** Move the notes of `before` to its rerun `after`: operations as compared, other events by kind and which of their equals they are. */
export function moveNotes(before: Recorded, after: HeldRecording, { pairs }: Pick<Comparison, 'pairs'>) {
  const notes = notesAt(before.events);
  const unplaced: { readonly at: number; readonly text: string }[] = [];
  if (notes.size === 0) return { recorded: after, unplaced, moved: 0 };
  const places = new Places(logOf(before), logOf(after), pairs);
  const events = [...after.events];
  for (const [at, text] of notes) {
    const place = places.of(at);
    if (place === undefined) unplaced.push({ at, text });
    else events.push(lateNote(events.at(-1), place, text));
  }
  const { footer } = after;
  return {
    recorded: { ...after, events, ...(footer ? { footer: { ...footer, events: events.length } } : {}) },
    unplaced,
    moved: notes.size - unplaced.length,
  };
}

function logOf({ events }: Recorded): SessionLog {
  const log = new SessionLog();
  for (const event of events) log.append(event.s === log.length ? event : { ...event, s: log.length });
  return log;
}

class Places {
  readonly #before: SessionLog;
  readonly #after: SessionLog;
  readonly #operations = new Map<number, number>();
  readonly #alone: ReadonlyMap<string, readonly number[]>;
  readonly #aloneBefore: ReadonlyMap<string, readonly number[]>;
  readonly #notifications = new Map<number, number>();

  constructor(before: SessionLog, after: SessionLog, pairs: Comparison['pairs']) {
    this.#before = before;
    this.#after = after;
    this.#alone = aloneIn(after);
    this.#aloneBefore = aloneIn(before);
    const [compared, live] = [new Set<number>(), new Set<number>()];
    for (const { before: one, after: other } of pairs) {
      if (one?.op !== undefined) compared.add(one.op);
      if (other?.op !== undefined) live.add(other.op);
      if (one?.op !== undefined && other?.op !== undefined) this.#operations.set(one.op, other.op);
      else if (one && other) this.#notifications.set(one.s, other.s);
    }
    // What is compared with something else than an operation: the handshake, and what the server asked on the way.
    const rest = new Map<string, number[]>();
    for (const { index, dir, method } of after.operations) if (!live.has(index)) addTo(rest, `${dir} ${method}`, index);
    for (const { index, dir, method } of before.operations) {
      const next = compared.has(index) ? undefined : rest.get(`${dir} ${method}`)?.shift();
      if (next !== undefined) this.#operations.set(index, next);
    }
  }

  /** The event that corresponds to event `at`, when there is one. */
  of(at: number): number | undefined {
    const event = this.#before.event(at);
    const note = this.#before.notes.get(at);
    if (!event || !note) return undefined;
    if (event.k === 'http') return this.#exchange(event.x, event.phase);
    if (note.op < 0) return this.#notifications.get(at) ?? this.#byOrder(event);
    const [one, other] = [
      this.#before.operations.get(note.op),
      this.#after.operations.get(this.#operations.get(note.op) ?? -1),
    ];
    if (!one || !other) return undefined;
    if (at === one.opened) return other.opened;
    if (at === one.closed) return other.closed;
    const kindOf = (log: SessionLog, s: number): string => `${log.notes.get(s)?.kind} ${log.notes.get(s)?.method}`;
    const kind = kindOf(this.#before, at);
    const nth = one.events.filter((s) => s < at && kindOf(this.#before, s) === kind).length;
    return other.events.filter((s) => kindOf(this.#after, s) === kind)[nth];
  }

  #byOrder(event: WireEvent): number | undefined {
    const key = keyOf(event, this.#before);
    const nth = this.#aloneBefore.get(key)?.indexOf(event.s) ?? -1;
    return this.#alone.get(key)?.[nth];
  }

  /** A step of the exchange that carried what corresponds to a message. */
  #exchange(x: string, phase: string): number | undefined {
    const message = firstEvent(
      this.#before.events,
      (event) => event.k === 'message' && event.x === x && event.dir === 'c2s',
    );
    const place = message && this.of(message.s);
    const live = place === undefined ? undefined : this.#after.event(place);
    if (live?.k !== 'message' || live.x === undefined) return undefined;
    return firstEvent(this.#after.events, (event) => event.k === 'http' && event.x === live.x && event.phase === phase)
      ?.s;
  }
}

/** Events that belong to no operation, by what they are. */
function aloneIn(log: SessionLog): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const event of log.events) if ((log.notes.get(event.s)?.op ?? -1) < 0) addTo(found, keyOf(event, log), event.s);
  return found;
}

function keyOf(event: WireEvent, log: SessionLog): string {
  const name = 'event' in event && typeof event.event === 'string' ? event.event : '';
  if (event.k !== 'message') return JSON.stringify([event.k, name, event.k === 'stderr' ? event.text : '']);
  const method = log.notes.get(event.s)?.method;
  return JSON.stringify([event.dir, method === undefined ? ['text', textOf(event)] : method]);
}
