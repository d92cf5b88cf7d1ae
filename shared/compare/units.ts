/** The units of comparison: each thing a side asked, with what belongs to it. Polls join their task, pages and re-readings their list. */
import { defined } from '#shared/base';
import { type IdKey, textMember } from '#shared/jsonrpc';
import { INPUT_METHODS } from '#shared/mcp';
import { ChangedEvents, type Direction, type MessageEvent, type Recorded, type WireEvent } from '#shared/recording';
import { isTakenBackAtEnd, SessionLog, type Operation, type TaskState } from '#shared/session';
import { MessageReader, sameText, type MessageParts, type Part } from './message-part.ts';
import { ListReader, type ReadLists } from './read-lists.ts';
import type { RuleJudge, Side } from './types.ts';
import { countUnsolicited } from './unsolicited.ts';

export interface Exchange extends MessageParts {
  readonly method: string;
  readonly outcome: Side['outcome'];
}

export interface Unit {
  readonly kind: 'request' | 'malformed' | 'notification';
  readonly dir: Direction;
  readonly method?: string;
  readonly s: number;
  readonly op?: number;
  closed?: number;
  outcome: Side['outcome'];
  ms?: number;
  times: number;
  readonly text?: string;
  /** Parts are located in the recording each time they are asked for: a long one would not be held. */
  readonly params?: Part | undefined;
  /** Status of the HTTP exchange that carried it. */
  readonly status?: number;
  readonly result?: Part | undefined;
  readonly error?: Part | undefined;
  /** Answers that asked for input, and the requests that gave it. */
  rounds?: MessageParts[];
  /** The task that it created, as it was last told of, and its result. */
  task?: { readonly id: string; readonly status: string; readonly message: string; result?: Part; error?: Part };
  requests?: Exchange[];
  /** Messages that tell how far it is. */
  readonly progress?: readonly MessageEvent[] | undefined;
  /** It reads a list, whose items are compared as definitions. */
  readonly listing?: true;
  /** The messages that its parts are in: what asked, and what answered. */
  readonly messages: readonly (MessageEvent | undefined)[];
}

/** What a unit knows of its messages: their events, and the keys under which they stand in a batch. */
class Located {
  readonly #log: SessionLog;
  readonly #reader: MessageReader;
  readonly opened: number;
  readonly key: IdKey | undefined;
  closed: number | undefined;
  closedKey: IdKey | undefined;
  progress: number[] | undefined;

  constructor(log: SessionLog, reader: MessageReader, opened: number, key: IdKey | undefined) {
    this.#log = log;
    this.#reader = reader;
    this.opened = opened;
    this.key = key;
  }

  message(s: number | undefined): MessageEvent | undefined {
    const event = s === undefined ? undefined : this.#log.event(s);
    return event?.k === 'message' ? event : undefined;
  }

  parts(s: number | undefined, key: IdKey | undefined, isRequest: boolean): MessageParts {
    const event = this.message(s);
    return event ? this.#reader.parts(event, key, isRequest) : {};
  }

  get answer(): MessageParts {
    return this.parts(this.closed, this.closedKey, false);
  }
}

type Known = Omit<Unit, 'params' | 'result' | 'error' | 'progress' | 'messages'>;

/** A unit whose parts are where they were recorded. */
class LocatedUnit {
  readonly #at: Located;

  constructor(known: Known, at: Located) {
    Object.assign(this, known);
    this.#at = at;
  }

  get params(): Part | undefined {
    return (this as unknown as Known).kind === 'malformed'
      ? undefined
      : this.#at.parts(this.#at.opened, this.#at.key, true).params;
  }
  get result(): Part | undefined {
    return this.#at.answer.result;
  }
  get error(): Part | undefined {
    return this.#at.answer.error;
  }
  get progress(): readonly MessageEvent[] | undefined {
    return this.#at.progress?.flatMap((s) => this.#at.message(s) ?? []);
  }
  get messages(): readonly (MessageEvent | undefined)[] {
    return [this.#at.message(this.#at.opened), this.#at.message(this.#at.closed)];
  }
}

const unitAt = (known: Known, at: Located): Unit => new LocatedUnit(known, at) as unknown as Unit;

export type Folded = Readonly<ReturnType<RecordingFold['folded']>>;

/** A recording, folded for the comparison and by what its judge follows, event by event: such as while it is read. */
export class RecordingFold {
  readonly #log: SessionLog;

  constructor({ header, events }: Pick<Recorded, 'header' | 'events'>, fold?: RuleJudge['fold']) {
    this.#log = new SessionLog(events);
    if (fold) this.#log.follow(fold(header));
  }

  take(event: WireEvent): void {
    this.#log.append(event);
  }

  /** With its units in the order in which they began. `ambient`: server notifications of no operation, by method. */
  folded(recorded: Recorded) {
    const units = new Units(this.#log);
    return {
      recorded,
      log: this.#log,
      units: units.all(),
      lists: units.lists,
      ambient: countUnsolicited(this.#log),
    };
  }
}

export function foldRecorded(recorded: Recorded, fold?: RuleJudge['fold']): Folded {
  // A file may have lost events in its middle; the fold wants them without a hole.
  const events = new ChangedEvents(recorded.events, (event, s) => (event.s === s ? event : { ...event, s }));
  const folding = new RecordingFold({ header: recorded.header, events }, fold);
  for (const event of events) folding.take(event);
  return folding.folded(recorded);
}

class Units {
  readonly #log: SessionLog;
  readonly #units: Unit[] = [];
  readonly #byOp = new Map<number, Unit>();
  readonly #reader = new ListReader();
  readonly #messages = new MessageReader();
  readonly #listings = new Map<string, Unit>();
  #roots: Unit | undefined;
  readonly #creators = new Map<string, number>();
  readonly #created = new Map<number, TaskState>();
  readonly #statuses = new Map<string, number>();
  /** Event of the first request beyond the handshake. */
  #negotiated = Infinity;

  constructor(log: SessionLog) {
    this.#log = log;
  }

  get lists(): ReadLists {
    return this.#reader.lists;
  }

  all(): Unit[] {
    const log = this.#log;
    for (const task of log.state.tasks.values()) {
      if (task.op === undefined) continue;
      this.#creators.set(task.taskId, task.op);
      this.#created.set(task.op, task);
    }
    for (const event of log.events)
      if (event.k === 'http' && event.phase === 'response' && event.status !== undefined)
        this.#statuses.set(event.x, event.status);
    let negotiating = true;
    for (const op of log.operations) {
      if (negotiating && op.dir === 'c2s' && op.method !== 'initialize' && op.method !== 'server/discover') {
        negotiating = false;
        this.#negotiated = op.opened;
      }
      // A server that asks for a sign of life does so by its own clock.
      if (op.dir === 's2c' && op.method === 'ping') continue;
      // How the two came to terms is compared as facts.
      if (negotiating && op.dir === 'c2s' && (op.method === 'server/discover' || op.outcome === 'result')) continue;
      this.#take(op);
    }
    this.#notifications();
    return this.#units.sort((one, other) => one.s - other.s);
  }

  #message(s: number | undefined): MessageEvent | undefined {
    const event = s === undefined ? undefined : this.#log.event(s);
    return event?.k === 'message' ? event : undefined;
  }

  #parts(s: number | undefined, key: IdKey | undefined, isRequest: boolean): MessageParts {
    const event = this.#message(s);
    return event ? this.#messages.parts(event, key, isRequest) : {};
  }

  #take(op: Operation): void {
    const { method } = op;
    if (op.kind === 'request' && method !== undefined) {
      if (op.dir === 's2c' && (this.#nests(op, method) || this.#asksAgain(op, method))) return;
      if (op.dir === 'c2s' && (this.#polls(op, method) || this.#lists(op, method))) return;
    }
    this.#add(op, {});
  }

  #add(op: Operation, more: Pick<Unit, 'listing'>): Unit {
    const opening = op.kind === 'malformed' ? this.#message(op.opened) : undefined;
    const status = op.x === undefined ? undefined : this.#statuses.get(op.x);
    const at = new Located(this.#log, this.#messages, op.opened, op.key);
    const unit = unitAt(
      {
        kind: op.kind,
        dir: op.dir,
        s: op.opened,
        op: op.index,
        // What was open at the end stays what it is, whether the connection was lost or was closed in order.
        outcome: isTakenBackAtEnd(op, this.#log) ? 'ended' : (op.outcome ?? 'open'),
        times: 1,
        ...defined({ method: op.method, status }),
        // The end of the session is no answer to a text that got none.
        ...(op.closedAt === undefined || op.outcome === 'silence'
          ? {}
          : { closed: op.closed, ms: (op.closedAt - op.openedAt) / 1000 }),
        ...(opening ? { text: opening.raw ?? opening.b64 ?? '' } : {}),
        ...more,
      },
      at,
    );
    this.#units.push(unit);
    this.#byOp.set(op.index, unit);
    this.#between(op, unit, at);
    return unit;
  }

  /** What came between the request and its end: progress, rounds of input, the answer. */
  #between(op: Operation, unit: Unit, at: Located): void {
    let key = op.key;
    for (const s of op.events.slice(1)) {
      const note = this.#log.notes.get(s);
      // Of very many messages that tell how far it is, none has to be read.
      if (note?.kind === 'notification' && note.method === 'notifications/progress') {
        (at.progress ??= []).push(s);
        continue;
      }
      const event = this.#message(s);
      if (!event) continue;
      // The note says what it is; only the id of a request, and what a tap handed on, have to be read.
      const decoded = note?.kind === 'request' || note?.kind === 'malformed' ? this.#log.decoded(s) : undefined;
      if (decoded?.kind === 'request') {
        key = decoded.key;
        (unit.rounds ??= []).push(this.#messages.parts(event, key, true));
      } else if (decoded?.kind === 'notification' || note?.kind === 'notification') {
        const method = decoded?.kind === 'notification' ? decoded.method : note?.method;
        if (method === 'notifications/progress') (at.progress ??= []).push(s);
      } else if (event.dir !== op.dir) {
        const last = op.closed === undefined ? op.outcome === undefined : s === op.closed;
        if (last) {
          at.closed = s;
          at.closedKey = key;
        } else if (op.closed !== undefined && s < op.closed)
          (unit.rounds ??= []).push(defined({ result: this.#parts(s, key, false).result }));
      }
    }
    const task = this.#created.get(op.index);
    if (task) unit.task = { id: task.taskId, status: task.status, message: task.statusMessage ?? '' };
  }

  /** A server's request belongs to the one operation that was open, where that is of a kind that may ask for something. */
  #nests(op: Operation, method: string): boolean {
    const owner = op.parent === undefined ? undefined : this.#byOp.get(op.parent);
    // The roots are asked for when a session begins or when they changed, whatever is open then.
    if (!owner || !INPUT_METHODS.includes(owner.method ?? '') || method === 'roots/list') return false;
    const { params } = this.#parts(op.opened, op.key, true);
    const { result, error } = this.#parts(op.closed, op.key, false);
    const requests = (owner.requests ??= []);
    const asked: Exchange = { method, outcome: op.outcome ?? 'open', ...defined({ params, result, error }) };
    // A server that polls a task of the client's: the last answer counts.
    const last = requests.at(-1);
    if (method === 'tasks/get' && last?.method === method) requests[requests.length - 1] = asked;
    else requests.push(asked);
    return true;
  }

  /** Polls of a task, and the fetching of its result, belong to what created it. */
  #polls(op: Operation, method: string): boolean {
    if ((method !== 'tasks/get' && method !== 'tasks/result') || (method === 'tasks/get' && op.outcome === 'error'))
      return false;
    const id = this.#param(op.opened, 'taskId');
    const owner = id === undefined ? undefined : this.#byOp.get(this.#creators.get(id) ?? -1);
    if (!owner?.task || owner.task.id !== id) return false;
    if (method === 'tasks/get') owner.times++;
    else {
      const { result, error } = this.#parts(op.closed, op.key, false);
      if (result) owner.task.result = result;
      if (error) owner.task.error = error;
    }
    return true;
  }

  /** A reading of a list that went well: its pages, and later readings, are one. */
  #lists(op: Operation, method: string): boolean {
    if (op.outcome !== 'result') return false;
    const { params } = this.#parts(op.opened, op.key, true);
    if (!this.#reader.take(method, params, this.#parts(op.closed, op.key, false).result)) return false;
    const known = this.#listings.get(method);
    if (known) known.times++;
    else this.#listings.set(method, this.#add(op, { listing: true }));
    return true;
  }

  /** A server reads the roots when it likes, and as often as it likes: readings one after another that gave the same are one. */
  #asksAgain(op: Operation, method: string): boolean {
    if (method !== 'roots/list' || op.outcome !== 'result') return false;
    const { result } = this.#parts(op.closed, op.key, false);
    if (this.#roots?.outcome === 'result' && sameText(this.#roots.result, result)) this.#roots.times++;
    else this.#roots = this.#add(op, {});
    return true;
  }

  #param(s: number, name: string): string | undefined {
    const decoded = this.#log.decoded(s);
    return decoded?.kind === 'request' ? textMember(decoded.params, name) : undefined;
  }

  /** What the client told without asking; the end of the handshake goes with it. */
  #notifications(): void {
    for (const [s, { kind, op, method }] of this.#log.notes.entries()) {
      if (kind !== 'notification' || op >= 0 || method === undefined || method === 'notifications/initialized')
        continue;
      const event = this.#message(s);
      if (event?.dir !== 'c2s') continue;
      // A question about the era that was given up is cancelled, and so is any request; over some transports without a message.
      if (method === 'notifications/cancelled' && (event.by === 'auto' || s < this.#negotiated)) continue;
      const at = new Located(this.#log, this.#messages, s, undefined);
      this.#units.push(unitAt({ kind: 'notification', dir: 'c2s', method, s, outcome: 'sent', times: 1 }, at));
    }
  }
}
