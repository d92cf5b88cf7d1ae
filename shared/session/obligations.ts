/** What one side owes the other after an event: answers, input, changed lists, cancellation, `initialized`, the end of a process. */
import { idKey, isObject, type Decoded } from '#shared/jsonrpc';
import { listByMethod, SERVER_LISTS, type ServerList } from '#shared/mcp';
import type { MessageEvent, WireEvent } from '#shared/recording';
import { leavesTap, stopsAtTap } from './at-tap.ts';
import type { Fold } from './fold.ts';
import { isProbe } from './probe.ts';
import type { Pending } from './session-state.ts';
import { isPassing } from './passing.ts';
import type { StepNote } from './step-note.ts';
import { copyTables } from './tables.ts';
import { isTaskEnded } from './tasks.ts';

export type Side = 'client' | 'server';
/** Who may owe something: a tap between the two owes to hand on what it holds. */
export type Debtor = Side | 'tap';

export interface Obligation {
  /**
   * `response`: to request `op` (JSON-RPC 2.0 section 5), save `subscriptions/listen`, which is meant to stay open. `input`: what the
   * answer to `op` asks for (2026-07-28, basic/patterns/mrtr; the tasks extension). `list`: the new content of `list`, which the
   * client had read (server/tools#list-changed-notification). `cancellation`: of `op`, which timed out
   * (basic/lifecycle#timeouts). `initialized`: after the answer to `initialize` (basic/lifecycle#initialization). `exit`: of the
   * process whose input was closed (basic/lifecycle#shutdown). `held`: a message that waits at a tap, which nobody else knows of yet.
   */
  readonly kind: 'response' | 'input' | 'list' | 'cancellation' | 'initialized' | 'exit' | 'held';
  readonly owedBy: Debtor;
  readonly owedTo: Side;
  /** Event from which it is owed. */
  readonly since: number;
  readonly op?: number;
  readonly list?: ServerList;
}

export interface Obligations {
  /** What is owed, oldest first: a response by its operation, input by `inputKey`, anything else by a text of this fold's own. */
  readonly open: Map<number | string, Obligation>;
  /** What the last event settled: what was owed came, or is not owed any more. */
  settled: Obligation[];
  /** Lists that the client has asked for. */
  readonly read: Map<ServerList, true>;
  /** By the event of a message that waits at a tap: what will be owed once it has gone on, with the keys of `open`. */
  readonly postponed: Map<number, readonly Postponed[]>;
  /** How much of what is owed is owed by each. */
  readonly owed: { readonly [debtor in Debtor]: Owed };
}

type Postponed = readonly [key: number | string, obligation: Obligation];

/** How much a side owes, and how much of it are responses or input. */
export interface Owed {
  all: number;
  answers: number;
}

const NONE: Obligation[] = [];
const nothing = (): Owed => ({ all: 0, answers: 0 });

/** The fold; its state after event `s` is `log.asOf(OBLIGATIONS, s)`. */
export const OBLIGATIONS: Fold<Obligations> = {
  init: () => ({
    open: new Map(),
    settled: NONE,
    read: new Map(),
    postponed: new Map(),
    owed: { client: nothing(), server: nothing(), tap: nothing() },
  }),
  copy: (state) => {
    const { settled, owed } = state;
    const { client, server, tap } = owed;
    return { ...copyTables(state), settled, owed: { client: { ...client }, server: { ...server }, tap: { ...tap } } };
  },
  step(state, event, decoded, note) {
    state.settled = NONE;
    if (isPassing(note)) return;
    stepRequests(state, event.s, note);
    if (event.k !== 'message') stepTurn(state, event, note);
    else if (decoded) {
      const told = new Set(event.dir === 's2c' ? note.tasks : undefined);
      for (const item of decoded.kind === 'batch' ? decoded.items : [decoded]) stepMessage(state, event, item, told);
    }
    stepTap(state, event, note);
  },
};

/** Keys are numbers where every answer is looked up: no text is made for each. */
const inputKey = (op: number): number => -1 - op;

function owe(
  state: Obligations,
  since: number,
  key: number | string,
  kind: Obligation['kind'],
  by: Side,
  about?: Pick<Obligation, 'op' | 'list'>,
): void {
  if (!state.open.has(key))
    put(state, key, { kind, owedBy: by, owedTo: by === 'client' ? 'server' : 'client', since, ...about });
}

function put({ open, owed }: Obligations, key: number | string, obligation: Obligation): void {
  open.set(key, obligation);
  const by = owed[obligation.owedBy];
  by.all++;
  if (isAnswer(obligation.kind)) by.answers++;
}

function take({ open, owed }: Obligations, key: number | string): Obligation | undefined {
  const obligation = open.get(key);
  if (!obligation) return undefined;
  open.delete(key);
  const by = owed[obligation.owedBy];
  by.all--;
  if (isAnswer(obligation.kind)) by.answers--;
  return obligation;
}

function settle(state: Obligations, key: number | string): void {
  const obligation = take(state, key);
  if (!obligation) return void (state.postponed.size > 0 && forget(state, key));
  // The list of an event is its own; a copy of the state may share it once the event is over.
  if (state.settled === NONE) state.settled = [obligation];
  else state.settled.push(obligation);
}

const isAnswer = (kind: Obligation['kind']): boolean => kind === 'response' || kind === 'input';

/** Requests that were written, answered, repeated with input or cancelled. */
function stepRequests(state: Obligations, s: number, { opened, closed, continued, awaits }: StepNote): void {
  for (const { pending, outcome } of closed) {
    settle(state, pending.op);
    settle(state, inputKey(pending.op));
    if (pending.method === 'initialize' && pending.dir === 'c2s' && outcome === 'result')
      owe(state, s, 'initialized', 'initialized', 'client');
  }
  for (const pending of opened) stepRequest(state, s, pending);
  if (continued) {
    settle(state, inputKey(continued.op));
    stepRequest(state, s, continued);
  }
  if (!awaits) return;
  const { op, taskId } = awaits;
  const key = taskId === undefined ? inputKey(op) : `task ${taskId}`;
  settle(state, taskId === undefined ? op : key);
  owe(state, s, key, 'input', 'client', { op });
}

function stepRequest(state: Obligations, s: number, { op, kind, dir, method, params }: Pending): void {
  if (kind !== 'request') return;
  if (method !== 'subscriptions/listen') owe(state, s, op, 'response', dir === 'c2s' ? 'server' : 'client', { op });
  if (dir !== 'c2s') return;
  const { taskId, cursor } = isObject(params) ? params : {};
  if (method === 'tasks/update') settle(state, `task ${String(taskId)}`);
  const list = listByMethod(method ?? '')?.list;
  if (list === undefined || cursor !== undefined) return;
  state.read.set(list, true);
  settle(state, `list ${list}`);
}

/** What one message, or one of a batch, means beside opening and closing requests. `told` are the tasks that its event mentions. */
function stepMessage(state: Obligations, { dir, s }: MessageEvent, message: Decoded, told: ReadonlySet<string>): void {
  if (told.size > 0) for (const id of tasksEnded(message)) if (told.has(id)) settle(state, `task ${id}`);
  // What came after its time all the same needs no cancellation any more.
  if (message.kind === 'response' && dir === 's2c' && message.key !== undefined)
    settle(state, `cancellation ${message.key}`);
  if (message.kind !== 'notification') return;
  const { method, params } = message;
  if (dir === 's2c') {
    const list = SERVER_LISTS.find(({ changed }) => changed === method)?.list;
    if (list !== undefined && state.read.has(list)) owe(state, s, `list ${list}`, 'list', 'client', { list });
    return;
  }
  if (method === 'notifications/initialized') settle(state, 'initialized');
  const id = method === 'notifications/cancelled' && isObject(params) ? params['requestId'] : undefined;
  if (typeof id === 'string' || typeof id === 'number') settle(state, `cancellation ${idKey(id)}`);
}

/** Turns of time, of the process and of the connection. */
function stepTurn(state: Obligations, event: WireEvent, { closed }: StepNote): void {
  if (event.k === 'timeout') {
    for (const { pending } of closed) {
      const { op, key, method, revision, x } = pending;
      // `initialize` must not be cancelled (basic/utilities/cancellation); per-request, the stream is closed instead. The probe of a
      // version is over with its time, and the handshake comes next.
      if (key === undefined || method === 'initialize' || isProbe(pending)) continue;
      owe(state, event.s, `cancellation ${(revision === undefined ? undefined : x) ?? key}`, 'cancellation', 'client', {
        op,
      });
    }
  } else if (event.k === 'http' && event.phase === 'end') settle(state, `cancellation ${event.x}`);
  else if (event.k === 'process' && event.event === 'stdin-end') owe(state, event.s, 'exit', 'exit', 'server');
  else if (event.k === 'process' && event.event === 'exit') settle(state, 'exit');
  else if (event.k === 'connection' && (event.event === 'closed' || event.event === 'restarted')) {
    // What another exchange may still answer outlives a session that begins anew.
    for (const [key, { kind }] of state.open) if (event.event === 'closed' || !isAnswer(kind)) settle(state, key);
    state.read.clear();
    state.postponed.clear();
  }
}

/** What a tap holds nobody but the tap owes: what it means for its receiver begins when it has gone on. */
function stepTap(state: Obligations, event: WireEvent, { opened, closed, continued }: StepNote): void {
  const left = leavesTap(event);
  if (left !== undefined) {
    const later = event.k === 'message' ? state.postponed.get(left) : undefined;
    state.postponed.delete(left);
    for (const [key, obligation] of later ?? [])
      if (!state.open.has(key)) put(state, key, { ...obligation, since: event.s });
    settle(state, heldKey(left));
  }
  if (event.k !== 'message' || !stopsAtTap(event)) return;
  const pending = opened[0] ?? continued ?? closed[0]?.pending;
  // The response to what the tap itself asked is for the tap.
  if (pending?.by === 'tap') return;
  const owedTo = event.dir === 'c2s' ? 'server' : 'client';
  const now = [...state.open].filter(([, { since, owedBy }]) => since === event.s && owedBy === owedTo);
  for (const [key] of now) take(state, key);
  if (now.length > 0) state.postponed.set(event.s, now);
  const about = pending === undefined ? {} : { op: pending.op };
  put(state, heldKey(event.s), { kind: 'held', owedBy: 'tap', owedTo, since: event.s, ...about });
}

const heldKey = (s: number): string => `held ${s}`;

/** What would have been owed came to nothing while its message waited. */
function forget({ postponed }: Obligations, key: number | string): void {
  for (const [at, all] of postponed) {
    const rest = all.filter(([each]) => each !== key);
    if (rest.length === all.length) continue;
    if (rest.length > 0) postponed.set(at, rest);
    else postponed.delete(at);
  }
}

function tasksEnded(message: Decoded): string[] {
  const said =
    message.kind === 'response' ? message.result : message.kind === 'notification' ? message.params : undefined;
  if (!isObject(said)) return [];
  const { task, tasks } = said;
  const told: readonly unknown[] = [said, task, ...(Array.isArray(tasks) ? (tasks as unknown[]) : [])];
  return told.flatMap((each) =>
    isObject(each) && typeof each['taskId'] === 'string' && isTaskEnded(String(each['status'])) ? each['taskId'] : [],
  );
}

/** How many requests wait for a response, or for input that was asked for; with `by` only those that this side owes. */
export function answersOwed({ owed }: Readonly<Obligations>, by?: Side): number {
  return by === undefined ? owed.client.answers + owed.server.answers : owed[by].answers;
}
