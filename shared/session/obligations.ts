/**
 * Obligations: what one side owes the other after an event, as the specification has it: an answer to a request, input that was asked
 * for, a list that changed, the cancellation of what timed out, `notifications/initialized`, the end of a process.
 */
import { idKey, isObject, type Decoded } from '#shared/jsonrpc';
import { listByMethod, SERVER_LISTS, type ServerList } from '#shared/mcp';
import type { Direction, WireEvent } from '#shared/recording';
import type { Fold } from './fold.ts';
import type { Pending } from './state.ts';
import type { StepNote } from './step-note.ts';
import { isTaskEnded } from './tasks.ts';

export type Side = 'client' | 'server';

export interface Obligation {
  /**
   * `response`: to request `op` (JSON-RPC 2.0 section 5), save `subscriptions/listen`, which is meant to stay open. `input`: what the
   * answer to `op` asks for (2026-07-28, basic/patterns/mrtr; the tasks extension). `list`: the new content of `list`, which the
   * client had read (server/tools#list-changed-notification). `cancellation`: of `op`, which timed out
   * (basic/lifecycle#timeouts). `initialized`: after the answer to `initialize` (basic/lifecycle#initialization). `exit`: of the
   * process whose input was closed (basic/lifecycle#shutdown).
   */
  readonly kind: 'response' | 'input' | 'list' | 'cancellation' | 'initialized' | 'exit';
  readonly owedBy: Side;
  readonly owedTo: Side;
  /** Event from which it is owed. */
  readonly since: number;
  /** Operation that it is about. */
  readonly op?: number;
  readonly list?: ServerList;
}

export interface Settled extends Obligation {
  /** Event that settled it: what was owed came, or is not owed any more. */
  readonly settledBy: number;
}

export interface Obligations {
  /** What is owed, oldest first, by keys of this fold's own. */
  readonly open: Map<string, Obligation>;
  /** What the last event settled. */
  settled: readonly Settled[];
  /** Lists that the client has asked for. */
  readonly read: Set<ServerList>;
}

const NONE: readonly Settled[] = [];

/** The fold; its state after event `s` is `log.asOf(OBLIGATIONS, s)`. */
export const OBLIGATIONS: Fold<Obligations> = {
  init: () => ({ open: new Map(), settled: NONE, read: new Set() }),
  copy: ({ open, settled, read }) => ({ open: new Map(open), settled, read: new Set(read) }),
  size: ({ open, read }) => open.size + read.size,
  step(state, event, decoded, note) {
    const settled: Settled[] = [];
    const books = new Books(state.open, settled, event.s);
    stepRequests(state, books, note);
    if (event.k === 'message') {
      for (const message of decoded?.kind === 'batch' ? decoded.items : [decoded])
        if (message) stepMessage(state, books, event.dir, message, note);
    } else stepTurn(state, books, event, note);
    state.settled = settled.length === 0 ? NONE : settled;
  },
};

/** What is owed as of one event, by keys, and what that event settles. */
class Books {
  readonly #open: Map<string, Obligation>;
  readonly #settled: Settled[];
  readonly #s: number;

  constructor(open: Map<string, Obligation>, settled: Settled[], s: number) {
    this.#open = open;
    this.#settled = settled;
    this.#s = s;
  }

  owe(key: string, owedBy: Side, obligation: Omit<Obligation, 'owedBy' | 'owedTo' | 'since'>): void {
    if (this.#open.has(key)) return;
    const owedTo = owedBy === 'client' ? 'server' : 'client';
    this.#open.set(key, { ...obligation, owedBy, owedTo, since: this.#s });
  }

  settle(key: string): void {
    const obligation = this.#open.get(key);
    if (!obligation) return;
    this.#open.delete(key);
    this.#settled.push({ ...obligation, settledBy: this.#s });
  }
}

/** Requests that were written, answered, repeated with input or taken back. */
function stepRequests(state: Obligations, books: Books, { opened, closed, continued, awaits }: StepNote): void {
  for (const { pending, outcome } of closed) {
    books.settle(`response ${pending.op}`);
    books.settle(`input ${pending.op}`);
    if (pending.method === 'initialize' && pending.dir === 'c2s' && outcome === 'result')
      books.owe('initialized', 'client', { kind: 'initialized' });
  }
  for (const pending of opened) stepRequest(state, books, pending);
  if (continued) {
    books.settle(`input ${continued.op}`);
    stepRequest(state, books, continued);
  }
  if (!awaits) return;
  const { op, taskId } = awaits;
  const key = taskId === undefined ? `input ${op}` : `task ${taskId}`;
  books.settle(taskId === undefined ? `response ${op}` : key);
  books.owe(key, 'client', { kind: 'input', op });
}

function stepRequest({ read }: Obligations, books: Books, { op, kind, dir, method, params }: Pending): void {
  if (kind !== 'request') return;
  if (method !== 'subscriptions/listen')
    books.owe(`response ${op}`, dir === 'c2s' ? 'server' : 'client', { kind: 'response', op });
  if (dir !== 'c2s' || !isObject(params)) return;
  if (method === 'tasks/update') books.settle(`task ${String(params['taskId'])}`);
  const list = listByMethod(method ?? '')?.list;
  if (list === undefined || params['cursor'] !== undefined) return;
  read.add(list);
  books.settle(`list ${list}`);
}

/** What one message, or one of a batch, says beside that. */
function stepMessage({ read }: Obligations, books: Books, dir: Direction, message: Decoded, { tasks }: StepNote): void {
  for (const id of dir === 's2c' && tasks ? tasks : []) if (tellsOfEnd(message, id)) books.settle(`task ${id}`);
  if (message.kind !== 'notification') return;
  const { method, params } = message;
  if (dir === 's2c') {
    const list = SERVER_LISTS.find(({ changed }) => changed === method)?.list;
    if (list !== undefined && read.has(list)) books.owe(`list ${list}`, 'client', { kind: 'list', list });
    return;
  }
  if (method === 'notifications/initialized') books.settle('initialized');
  const id = method === 'notifications/cancelled' && isObject(params) ? params['requestId'] : undefined;
  if (typeof id === 'string' || typeof id === 'number') books.settle(`cancellation ${idKey(id)}`);
}

/** Turns of time, of the process and of the connection. */
function stepTurn({ open, read }: Obligations, books: Books, event: WireEvent, { closed }: StepNote): void {
  if (event.k === 'timeout') {
    for (const { pending } of closed) {
      const { op, key, method, revision, x } = pending;
      // `initialize` must not be cancelled (basic/utilities/cancellation); per-request, the stream is closed instead.
      if (key !== undefined && method !== 'initialize')
        books.owe(`cancellation ${revision === undefined ? key : (x ?? key)}`, 'client', { kind: 'cancellation', op });
    }
  } else if (event.k === 'http' && event.phase === 'end') books.settle(`cancellation ${event.x}`);
  else if (event.k === 'process' && event.event === 'stdin-end') books.owe('exit', 'server', { kind: 'exit' });
  else if (event.k === 'process' && event.event === 'exit') books.settle('exit');
  else if (event.k === 'connection' && (event.event === 'closed' || event.event === 'restarted')) {
    // What another exchange may still answer outlives a session that begins anew.
    for (const [key, { kind }] of open)
      if (event.event === 'closed' || (kind !== 'response' && kind !== 'input')) books.settle(key);
    read.clear();
  }
}

/** True for a message that says that a task has ended. */
function tellsOfEnd(message: Decoded, id: string): boolean {
  const said =
    message.kind === 'response' ? message.result : message.kind === 'notification' ? message.params : undefined;
  if (!isObject(said)) return false;
  const told: readonly unknown[] = [
    said,
    said['task'],
    ...(Array.isArray(said['tasks']) ? (said['tasks'] as unknown[]) : []),
  ];
  return told.some((task) => isObject(task) && task['taskId'] === id && isTaskEnded(String(task['status'])));
}

/** How many requests wait for a response, or for input that was asked for; with `by` only those that this side owes. */
export function answersOwed({ open }: Readonly<Obligations>, by?: Side): number {
  let count = 0;
  for (const { kind, owedBy } of open.values())
    if ((kind === 'response' || kind === 'input') && (by === undefined || owedBy === by)) count++;
  return count;
}
