/** Tasks of the extension io.modelcontextprotocol/tasks in results and notifications (SEP-2663, polymorphic results, tasks). */
import { idKey, isObject } from '#shared/jsonrpc';
import type { Decoded, DecodedNotification, DecodedRequest, DecodedResponse, IdKey, JsonObject } from '#shared/jsonrpc';
import { ErrorCode, headerText, META, metaValue, PER_REQUEST_ERRORS, TASKS_EXTENSION as EXTENSION } from '#shared/mcp';
import { RULES as TASKS_EXTENSION } from '../rules/tasks-extension.ts';
import {
  askedKey,
  isPerRequest,
  isRedacted,
  judge,
  keep,
  objectAt,
  pointerTo,
  quoted,
  RENEWED,
  sameValue,
  taskKey,
} from '../judging.ts';
import type { Answer, Asked, TaskKey, Turn } from '../judging.ts';
import { taskMentions } from '../task-mentions.ts';

const {
  'taskx-undeclared-client': UNDECLARED,
  'taskx-result-type': TYPE,
  'taskx-wire-fields': FIELDS,
  'taskx-status-payload': PAYLOAD,
  'taskx-iserror-completed': FAILED,
  'taskx-ack-empty': EMPTY,
  'taskx-durable': DURABLE,
  'taskx-removed-methods': REMOVED,
  'taskx-name-header': HEADER,
  'taskx-listen-undeclared': LISTEN,
  'taskx-input-key-unique': UNIQUE,
  'taskx-update-keys': KEYS,
} = TASKS_EXTENSION;

const REQUIRED = ['taskId', 'status', 'createdAt', 'lastUpdatedAt', 'ttlMs'];
/** Names of 2025-11-25. */
const FORMER = ['ttl', 'pollInterval'];

/** True when a request declares the extension itself; what was declared earlier does not count. */
function declaresTasks({ params }: Asked): boolean {
  return objectAt(metaValue(params, META.clientCapabilities), 'extensions', EXTENSION) !== undefined;
}

/** Any answer: only `tools/call` may be answered with a task. */
function answered(turn: Turn, { result }: DecodedResponse): void {
  const { asked } = turn;
  if (!isObject(result) || asked?.dir !== 'c2s' || result['resultType'] !== 'task') return;
  if (!isPerRequest(asked.revision)) return;
  const related = [asked.s];
  const pointer = '/result/resultType';
  if (asked.large) turn.cannotJudge(UNDECLARED, 'too-large');
  else if (turn.applies(UNDECLARED) && !declaresTasks(asked)) turn.report(UNDECLARED, { pointer, related });
  if (turn.applies(TYPE) && asked.method !== 'tools/call')
    turn.report(TYPE, { pointer, found: [asked.method, '"task"'], related });
  fields(turn, result, '/result', related);
}

/** A task that forgot to say that it is one. */
function called(turn: Turn, { to, result }: Answer): void {
  if (!isObject(result) || result['resultType'] === 'task') return;
  if (typeof result['taskId'] !== 'string' || typeof result['status'] !== 'string') return;
  if (turn.applies(TYPE))
    turn.report(TYPE, { pointer: '/result', found: [to.method, quoted(result['resultType'])], related: [to.s] });
}

function fields(turn: Turn, task: JsonObject, pointer: string, related: readonly number[]): void {
  if (!turn.applies(FIELDS)) return;
  const nested = isObject(task['task']) && task['taskId'] === undefined;
  const former = nested ? 'task' : FORMER.find((name) => task[name] !== undefined);
  if (former !== undefined)
    return turn.report(FIELDS, { pointer: `${pointer}/${former}`, found: [former, quoted(task[former])], related });
  const missing = REQUIRED.filter((name) => task[name] === undefined);
  if (missing.length > 0) return turn.report(FIELDS, { pointer, found: [missing.join(', '), undefined], related });
  const ttl = task['ttlMs'];
  if (ttl !== null && !Number.isInteger(ttl))
    turn.report(FIELDS, { pointer: `${pointer}/ttlMs`, found: ['ttlMs', quoted(ttl)], related });
}

/** What must travel with a status. */
const CARRIES: { readonly [status: string]: string } = {
  completed: 'result',
  failed: 'error',
  input_required: 'inputRequests',
};

function carries(turn: Turn, task: JsonObject, pointer: string, related: readonly number[]): void {
  const status = task['status'];
  const member = typeof status === 'string' && Object.hasOwn(CARRIES, status) ? CARRIES[status] : undefined;
  if (member !== undefined && turn.applies(PAYLOAD) && !isObject(task[member])) {
    const at = task[member] === undefined ? pointer : `${pointer}/${member}`;
    turn.report(PAYLOAD, { pointer: at, found: [quoted(status), `\`${member}\``], related });
  }
  if (status !== 'failed' || !turn.applies(FAILED)) return;
  const { error, result } = task;
  const fault = (member: string): void => turn.report(FAILED, { pointer: `${pointer}/${member}`, related });
  if (isObject(error) && (error['isError'] === true || !Number.isInteger(error['code']))) fault('error');
  else if (isObject(result) && result['isError'] === true) fault('result');
}

function asComplete(turn: Turn, { to, result }: Answer): void {
  const type = isObject(result) ? result['resultType'] : undefined;
  if (type === undefined || type === 'task' || !turn.applies(TYPE) || type === 'complete') return;
  turn.report(TYPE, { pointer: '/result/resultType', found: [to.method, quoted(type)], related: [to.s] });
}

function got(turn: Turn, answer: Answer): void {
  const { to, result, outcome } = answer;
  if (outcome === 'error') return lost(turn, answer);
  if (!isObject(result) || !isPerRequest(to.revision)) return;
  asComplete(turn, answer);
  if (result['resultType'] !== 'task') fields(turn, result, '/result', [to.s]);
  carries(turn, result, '/result', [to.s]);
}

/** A handle that the server does not know, although it is to be kept still. */
function lost(turn: Turn, { to, error }: Answer): void {
  const taskId = to.params?.['taskId'];
  const task = typeof taskId === 'string' ? turn.facts.tasks.get(taskKey(to.dir, taskId)) : undefined;
  if (!task?.created || task.ttl === undefined || !declaresTasks(to)) return;
  const code = isObject(error) ? error['code'] : undefined;
  if (PER_REQUEST_ERRORS.includes(code)) return;
  if (isRedacted(taskId)) return void turn.cannotJudge(DURABLE, 'redacted');
  if (!turn.applies(DURABLE)) return;
  const age = (turn.t - task.created.t) / 1000;
  if (task.ttl === null || age < task.ttl)
    turn.report(DURABLE, {
      pointer: '/error',
      found: [quoted(taskId), Math.round(age), quoted(task.ttl)],
      related: [task.created.s, to.s],
    });
}

function acknowledged(turn: Turn, answer: Answer): void {
  const { to, result } = answer;
  if (!isObject(result)) return;
  asComplete(turn, answer);
  if (!turn.applies(EMPTY)) return;
  const more = Object.keys(result).find((name) => name !== 'resultType' && name !== '_meta');
  if (more !== undefined)
    turn.report(EMPTY, { pointer: `/result${pointerTo(more)}`, found: [quoted(more)], related: [to.s] });
}

export const TASK_HANDLES = judge({
  rules: [UNDECLARED, TYPE, FIELDS, PAYLOAD, FAILED, EMPTY, DURABLE],
  response: answered,
  notifications: {
    'notifications/tasks': (turn, { params }) => {
      if (!isObject(params) || turn.dir !== 's2c') return;
      fields(turn, params, '/params', []);
      carries(turn, params, '/params', []);
    },
  },
  answers: { 'tools/call': called, 'tasks/get': got, 'tasks/update': acknowledged, 'tasks/cancel': acknowledged },
});

interface State {
  /** Subscriptions that were accepted, by id: event of their request. */
  readonly accepted: Map<IdKey, number>;
}

function removed(turn: Turn, { method }: DecodedRequest | DecodedNotification): void {
  if (turn.applies(REMOVED)) turn.report(REMOVED, { pointer: '/method', found: [method] });
}

function named(turn: Turn, { params }: DecodedRequest): void {
  const { exchange } = turn;
  const taskId = isObject(params) ? params['taskId'] : undefined;
  if (turn.dir !== 'c2s' || exchange?.method !== 'POST' || typeof taskId !== 'string') return;
  const header = exchange.headers.get('mcp-name');
  if (isRedacted(header) || isRedacted(taskId)) return void turn.cannotJudge(HEADER, 'redacted');
  if (!turn.applies(HEADER)) return;
  const name = header === undefined ? undefined : (headerText(header) ?? header);
  if (name !== taskId)
    turn.report(HEADER, { pointer: '/params/taskId', found: [quoted(header), quoted(taskId)], related: [exchange.s] });
}

/** True for a subscription to tasks that does not declare the extension. */
function wantsTasks({ params, large }: Asked): boolean {
  return large !== true && objectAt(params, 'notifications')?.['taskIds'] !== undefined;
}

function subscriptionAccepted(turn: Turn, { params }: DecodedNotification, { accepted }: State): void {
  const id = metaValue(params, META.subscriptionId);
  if (turn.dir !== 's2c' || (typeof id !== 'string' && typeof id !== 'number')) return;
  const asked = turn.facts.pending.get(askedKey('c2s', idKey(id)));
  if (asked?.method !== 'subscriptions/listen' || !wantsTasks(asked) || declaresTasks(asked)) return;
  // A server without the extension does not know the member and leaves it out.
  const knows = objectAt(params, 'notifications')?.['taskIds'] !== undefined;
  if (!knows && !serves(turn)) return;
  keep(accepted, asked.key, asked.s);
  turn.judgeAs(asked.revision, () => {
    if (turn.applies(LISTEN))
      turn.report(LISTEN, { found: ['`notifications/subscriptions/acknowledged`'], related: [asked.s] });
  });
}

const serves = ({ facts }: Turn): boolean => objectAt(facts.server, 'extensions', EXTENSION) !== undefined;

function listened(turn: Turn, { to, outcome, error }: Answer, { accepted }: State): void {
  if (accepted.get(to.key) === to.s || !wantsTasks(to) || declaresTasks(to) || !serves(turn) || !turn.applies(LISTEN))
    return;
  const code = isObject(error) ? error['code'] : undefined;
  if (outcome === 'error' && code === ErrorCode.MissingCapability) return;
  const pointer = outcome === 'error' ? '/error/code' : '/result';
  turn.report(LISTEN, { pointer, found: [outcome === 'error' ? quoted(code) : '`result`'], related: [to.s] });
}

/** How the extension io.modelcontextprotocol/tasks is asked for and routed (SEP-2663; 2026-07-28, changelog). */
export const TASK_EXTENSION = judge<State>({
  rules: [REMOVED, HEADER, LISTEN],
  init: () => ({ accepted: new Map() }),
  ...RENEWED,
  requests: {
    'tasks/result': removed,
    'tasks/list': removed,
    'tasks/get': named,
    'tasks/update': named,
    'tasks/cancel': named,
  },
  notifications: {
    'notifications/tasks/status': removed,
    'notifications/subscriptions/acknowledged': subscriptionAccepted,
  },
  answers: { 'subscriptions/listen': listened },
});

const MAX_KEY_COUNT = 50;

/** One key of `inputRequests` over the life of a task. */
interface Input {
  readonly s: number;
  readonly request: unknown;
  /** Event of the `tasks/update` that answered it. */
  readonly answered?: number;
  /** It was answered, and the task was seen without it since. */
  readonly gone?: true;
}
interface Inputs {
  readonly all: ReadonlyMap<string, Input>;
  /** The map that was seen last. */
  readonly last: readonly string[];
  readonly s: number;
}
interface InputState {
  readonly inputs: Map<TaskKey, Inputs>;
}

function told(turn: Turn, item: Decoded, { inputs }: InputState): void {
  if (!isPerRequest(turn.revision)) return;
  for (const { key, task, pointer } of taskMentions(turn, item)) {
    const before = inputs.get(key);
    const asks = isObject(task['inputRequests']) ? task['inputRequests'] : undefined;
    if (asks ?? before) keep(inputs, key, seen(turn, before, asks, `${pointer}/inputRequests`));
  }
}

function seen(turn: Turn, before: Inputs | undefined, asks: JsonObject | undefined, pointer: string): Inputs {
  const all = new Map(before?.all);
  // A status that was asked for before the answer was given may still show what is answered by now.
  const since = (s: number): boolean => (turn.asked ? turn.asked.s > s : turn.facts.transport === 'stdio');
  for (const [name, input] of all)
    if (input.answered !== undefined && !(asks && Object.hasOwn(asks, name)) && since(input.answered))
      all.set(name, { ...input, gone: true });
  for (const [name, request] of Object.entries(asks ?? {})) {
    const known = all.get(name);
    if (turn.applies(UNIQUE) && known && (known.gone || !sameValue(known.request, request)))
      turn.report(UNIQUE, {
        pointer: pointer + pointerTo(name),
        found: [quoted(name)],
        related: [known.s, known.answered, turn.asked?.s],
      });
    if ((known && !known.gone) || all.size >= MAX_KEY_COUNT) continue;
    all.set(name, { s: turn.s, request });
  }
  return asks || !before ? { all, last: Object.keys(asks ?? {}), s: turn.s } : { ...before, all };
}

function updates(turn: Turn, { params }: DecodedRequest, { inputs }: InputState): void {
  if (turn.dir !== 'c2s' || !isObject(params) || typeof params['taskId'] !== 'string') return;
  const { inputResponses, taskId } = params;
  if (!isObject(inputResponses) || !isPerRequest(turn.revision)) return;
  const key = taskKey(turn.dir, taskId);
  const known = inputs.get(key);
  const names = Object.keys(inputResponses);
  // Of a task from elsewhere, what it asked for is not known either.
  const created = turn.facts.tasks.get(key)?.created;
  if (turn.historyComplete(KEYS) && created && turn.applies(KEYS)) {
    const odd = names.find((name) => !known?.last.includes(name));
    if (odd !== undefined)
      turn.report(KEYS, {
        pointer: `/params/inputResponses${pointerTo(odd)}`,
        found: [quoted(odd)],
        related: [created.s, known?.s],
      });
  }
  if (!known) return;
  const all = new Map(known.all);
  for (const name of names) {
    const input = all.get(name);
    if (input) all.set(name, { ...input, answered: turn.s });
  }
  keep(inputs, key, { ...known, all });
}

/** Input that tasks of the extension ask for, and what `tasks/update` gives (SEP-2663, task update requests). */
export const TASK_INPUTS = judge<InputState>({
  rules: [UNIQUE, KEYS],
  init: () => ({ inputs: new Map() }),
  ...RENEWED,
  requests: { 'tasks/update': updates },
  notifications: { 'notifications/tasks': told },
  answers: { 'tasks/get': told },
});
