/** The operations of a log, in some sixty bytes each: a long log has hundreds of thousands. */
import { countBefore, defined, MadeList, Numbers } from '#shared/base';
import type { IdKey } from '#shared/jsonrpc';
import type { Author, Direction } from '#shared/recording';
import type { Outcome } from './step-note.ts';

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
  readonly received?: number;
  /** The first event that says that a tap kept a message of it, or what it did with one. */
  readonly tapped?: number;
  readonly closed?: number;
  readonly closedAt?: number;
  /** Absent while it is open. Malformed text is never open: nobody owes it an answer, and it is `silence` until one comes. */
  readonly outcome?: Outcome;
  /** Sequence numbers of its events, the opening first. */
  readonly events: readonly number[];
}

/** What many operations have in common. */
type Like = Pick<Operation, 'kind' | 'dir' | 'method' | 'name' | 'by'>;
/** What few operations have. */
type Rare = 'parent' | 'repeats' | 'tapped';

/** Likenesses that are looked for; beyond them names are ids or addresses of one request. */
const MAX_LIKE_COUNT = 10_000;
/** Operations whose events stay listed. */
const MAX_ASKED_COUNT = 16;

/** What is set of it is there; what is not is absent. Its events are listed only when they are looked at: they may be very many. */
class MadeOperation {
  readonly index: number;
  readonly kind: Operation['kind'];
  readonly dir: Direction;
  readonly opened: number;
  openedAt = 0;
  slot = 0;
  sent = 0;
  declare closed?: number;
  declare closedAt?: number;
  declare outcome?: Outcome | undefined;
  declare received?: number;
  declare method?: string;
  declare name?: string;
  declare by?: Author;
  declare key?: IdKey;
  declare x?: string;
  readonly #asOf: number;
  readonly #table: OperationTable;

  constructor(
    index: number,
    { kind, dir, method, name, by }: Like,
    opened: number,
    asOf: number,
    table: OperationTable,
  ) {
    this.index = index;
    this.kind = kind;
    this.dir = dir;
    this.opened = opened;
    this.#asOf = asOf;
    this.#table = table;
    if (method !== undefined) this.method = method;
    if (name !== undefined) this.name = name;
    if (by !== undefined) this.by = by;
  }

  get events(): readonly number[] {
    return this.#table.eventsOf(this.index, this.#asOf);
  }
}

export class OperationTable extends MadeList<Operation> {
  readonly #likes: Like[] = [];
  readonly #known = new Map<string, number>();
  readonly #like = new Numbers();
  readonly #ids = new Numbers(Float64Array);
  /** Keys that are no plain number. */
  readonly #keys = new Map<number, IdKey>();
  readonly #exchanges = new Map<number, string>();
  readonly #opened = new Numbers();
  readonly #openedAt = new Numbers(Float64Array);
  readonly #slots = new Numbers();
  readonly #sent = new Numbers(Float64Array);
  readonly #received = new Numbers(Float64Array);
  /** -1 while it is not closed. */
  readonly #closed = new Numbers();
  readonly #closedAt = new Numbers(Float64Array);
  /** Of those that are closed: indexes into `#outcomeNames`. */
  readonly #outcomes = new Numbers();
  readonly #outcomeNames: Outcome[] = [];
  readonly #rare: Record<Rare, Map<number, number>> = { parent: new Map(), repeats: new Map(), tapped: new Map() };
  /** By operation its last event, by event the one before of the same operation. */
  readonly #last = new Numbers();
  readonly #before = new Numbers();
  /** The last event in that row: what belongs to several operations is in it for one. */
  #linked = -1;
  /** The events of operations that share some with others. */
  readonly #shared = new Map<number, number[]>();
  /** The events of operations that were asked for lately. */
  readonly #asked = new Map<number, number[]>();

  get length(): number {
    return this.#opened.length;
  }

  /** The operation as it was just after event `asOf`; undefined when it had not begun. */
  get(index: number, asOf = Infinity): Operation | undefined {
    if (!(index >= 0 && index < this.length) || this.#opened.get(index) > asOf) return undefined;
    const like = this.#likes[this.#like.get(index)];
    if (!like) return undefined;
    const operation = new MadeOperation(index, like, this.#opened.get(index), asOf, this);
    operation.openedAt = this.#openedAt.get(index);
    operation.slot = this.#slots.get(index);
    operation.sent = this.#sent.get(index);
    const closed = this.#closed.get(index);
    if (closed >= 0 && closed <= asOf) {
      operation.closed = closed;
      operation.closedAt = this.#closedAt.get(index);
      operation.outcome = this.#outcomeNames[this.#outcomes.get(index)];
      operation.received = this.#received.get(index);
    } else if (like.kind === 'malformed') operation.outcome = 'silence';
    const key = this.#keyOf(index);
    if (key !== undefined) operation.key = key;
    const x = this.#exchanges.get(index);
    if (x !== undefined) operation.x = x;
    const { parent, repeats, tapped } = this.#rare;
    if (parent.size + repeats.size + tapped.size === 0) return operation;
    const tappedAt = tapped.get(index);
    const isTapped = tappedAt !== undefined && tappedAt <= asOf;
    const rare = { parent: parent.get(index), repeats: repeats.get(index), tapped: isTapped ? tappedAt : undefined };
    return Object.assign(operation, defined(rare));
  }

  /** The event that opened it; infinite where there is no such operation. */
  openedOf(index: number): number {
    return index >= 0 && index < this.length ? this.#opened.get(index) : Infinity;
  }

  /** The first of an operation and those that it repeats with other headers: as a rule itself. */
  firstOf(index: number): number {
    const { repeats } = this.#rare;
    let first = index;
    for (let before = repeats.get(first); before !== undefined && before < first;)
      before = repeats.get((first = before));
    return first;
  }

  /** How many were opened by event `s` or before it. */
  countUpTo(s: number): number {
    return countBefore(this.length, (at) => this.#opened.get(at) <= s);
  }

  methodOf(index: number): string | undefined {
    return index >= 0 && index < this.length ? this.#likes[this.#like.get(index)]?.method : undefined;
  }

  push(opening: Omit<Operation, 'index' | 'events' | 'closed' | 'closedAt' | 'outcome' | 'received' | 'tapped'>): void {
    const index = this.length;
    const { key, x, opened, openedAt, slot, sent, parent, repeats } = opening;
    const id = key?.startsWith('n:') === true ? Number(key.slice(2)) : Number.NaN;
    if (key !== undefined && key !== `n:${id}`) this.#keys.set(index, key);
    this.#ids.push(this.#keys.has(index) ? Number.NaN : id);
    if (x !== undefined) this.#exchanges.set(index, x);
    this.#like.push(this.#likeOf(opening));
    this.#opened.push(opened);
    this.#openedAt.push(openedAt);
    this.#slots.push(slot);
    this.#sent.push(sent);
    this.#closed.push(-1);
    this.#last.push(-1);
    if (parent !== undefined) this.#rare.parent.set(index, parent);
    if (repeats !== undefined) this.#rare.repeats.set(index, repeats);
    this.addEvent(index, opened);
  }

  /** The end of an operation that is not closed yet. */
  close(
    index: number,
    { closed, closedAt, outcome, received }: { closed: number; closedAt: number; outcome: Outcome; received: number },
  ): void {
    const known = this.#outcomeNames.indexOf(outcome);
    this.#outcomes.set(index, known < 0 ? this.#outcomeNames.push(outcome) - 1 : known);
    this.#closed.set(index, closed);
    this.#closedAt.set(index, closedAt);
    this.#received.set(index, received);
    this.addEvent(index, closed);
  }

  tap(index: number, s: number): void {
    const { tapped } = this.#rare;
    if (index >= 0 && index < this.length && !tapped.has(index)) tapped.set(index, s);
  }

  /** Event `s`, the last one so far, belongs to an operation. */
  addEvent(index: number, s: number): void {
    if (!(index >= 0 && index < this.length)) return;
    const own = this.#shared.get(index);
    if (own) own.push(s);
    else if (this.#linked === s) this.#shared.set(index, [...this.#chained(index), s]);
    else {
      this.#before.set(s, this.#last.get(index));
      this.#last.set(index, s);
      this.#linked = s;
    }
  }

  #keyOf(index: number): IdKey | undefined {
    const id = this.#ids.get(index);
    return Number.isNaN(id) ? this.#keys.get(index) : (`n:${id}` as IdKey);
  }

  #likeOf({ kind, dir, method, name, by }: Like): number {
    const key = `${kind} ${dir} ${by ?? ''} ${method?.length ?? ''} ${method ?? ''}${name === undefined ? '' : ` ${name}`}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const place = this.#likes.push({ kind, dir, ...defined({ method, name, by }) }) - 1;
    if (this.#known.size < MAX_LIKE_COUNT) this.#known.set(key, place);
    return place;
  }

  /** Its events up to `asOf`. */
  eventsOf(index: number, asOf: number): readonly number[] {
    const all = this.#shared.get(index) ?? this.#listed(index);
    if ((all.at(-1) ?? -1) <= asOf) return all;
    const count = countBefore(all.length, (at) => (all[at] ?? 0) <= asOf);
    return all.slice(0, count);
  }

  #listed(index: number): readonly number[] {
    const last = this.#last.get(index);
    const asked = this.#asked.get(index);
    if (asked?.at(-1) === last) return asked;
    const events = asked ?? [];
    events.push(...this.#chained(index, events.at(-1)));
    this.#asked.set(index, events);
    const [first] = this.#asked.keys();
    if (first !== undefined && this.#asked.size > MAX_ASKED_COUNT) this.#asked.delete(first);
    return events;
  }

  /** Those after event `from`. */
  #chained(index: number, from = -1): number[] {
    const events: number[] = [];
    for (let s = this.#last.get(index); s > from; s = this.#before.get(s)) events.push(s);
    return events.reverse();
  }
}
