/** Tasks of the extension io.modelcontextprotocol/tasks in results and notifications (SEP-2663, polymorphic results, tasks). */
import { isObject, type DecodedResponse, type JsonObject } from '#shared/jsonrpc';
import { META, metaValue, TASKS_EXTENSION as EXTENSION } from '#shared/mcp';
import { TASKS_EXTENSION } from '../catalogue/tasks-extension.ts';
import { isPerRequest, isRedacted, judge, objectAt, pointerTo, quoted, taskKey } from '../judging.ts';
import type { Answer, Asked, Turn } from '../judging.ts';

const {
  'taskx-undeclared-client': UNDECLARED,
  'taskx-result-type': TYPE,
  'taskx-wire-fields': FIELDS,
  'taskx-status-payload': PAYLOAD,
  'taskx-iserror-completed': FAILED,
  'taskx-ack-empty': EMPTY,
  'taskx-durable': DURABLE,
} = TASKS_EXTENSION;

const REQUIRED = ['taskId', 'status', 'createdAt', 'lastUpdatedAt', 'ttlMs'];
/** Names of 2025-11-25. */
const FORMER = ['ttl', 'pollInterval'];
/** Errors that say nothing of the task: what the request itself lacks. */
const OF_THE_REQUEST: readonly unknown[] = [-32020, -32021, -32022];

/** True when a request declares the extension itself; what was declared earlier does not count. */
export function declaresTasks({ params }: Asked): boolean {
  return objectAt(metaValue(params, META.clientCapabilities), 'extensions', EXTENSION) !== undefined;
}

/** Any answer: only `tools/call` may be answered with a task. */
function answered(turn: Turn, { result }: DecodedResponse): void {
  const { asked } = turn;
  if (!isObject(result) || asked?.dir !== 'c2s' || result['resultType'] !== 'task') return;
  if (!isPerRequest(asked.revision)) return;
  const rests = [asked.s];
  const pointer = '/result/resultType';
  if (asked.large) turn.unsure(UNDECLARED, 'too-large');
  else if (turn.tries(UNDECLARED) && !declaresTasks(asked)) turn.broke(UNDECLARED, { pointer, rests });
  if (turn.tries(TYPE) && asked.method !== 'tools/call')
    turn.broke(TYPE, { pointer, found: [asked.method, '"task"'], rests });
  fields(turn, result, '/result', rests);
}

/** A task that forgot to say that it is one. */
function called(turn: Turn, { to, result }: Answer): void {
  if (!isObject(result) || result['resultType'] === 'task') return;
  if (typeof result['taskId'] !== 'string' || typeof result['status'] !== 'string') return;
  if (turn.tries(TYPE))
    turn.broke(TYPE, { pointer: '/result', found: [to.method, quoted(result['resultType'])], rests: [to.s] });
}

function fields(turn: Turn, task: JsonObject, pointer: string, rests: readonly number[]): void {
  if (!turn.tries(FIELDS)) return;
  const nested = isObject(task['task']) && task['taskId'] === undefined;
  const former = nested ? 'task' : FORMER.find((name) => task[name] !== undefined);
  if (former !== undefined)
    return turn.broke(FIELDS, { pointer: `${pointer}/${former}`, found: [former, quoted(task[former])], rests });
  const missing = REQUIRED.filter((name) => task[name] === undefined);
  if (missing.length > 0) return turn.broke(FIELDS, { pointer, found: [missing.join(', '), undefined], rests });
  const ttl = task['ttlMs'];
  if (ttl !== null && !Number.isInteger(ttl))
    turn.broke(FIELDS, { pointer: `${pointer}/ttlMs`, found: ['ttlMs', quoted(ttl)], rests });
}

/** What must travel with a status. */
const CARRIES: { readonly [status: string]: string } = {
  completed: 'result',
  failed: 'error',
  input_required: 'inputRequests',
};

function carries(turn: Turn, task: JsonObject, pointer: string, rests: readonly number[]): void {
  const status = task['status'];
  const member = typeof status === 'string' && Object.hasOwn(CARRIES, status) ? CARRIES[status] : undefined;
  if (member !== undefined && turn.tries(PAYLOAD) && !isObject(task[member])) {
    const at = task[member] === undefined ? pointer : `${pointer}/${member}`;
    turn.broke(PAYLOAD, { pointer: at, found: [quoted(status), `\`${member}\``], rests });
  }
  if (status !== 'failed' || !turn.tries(FAILED)) return;
  const { error, result } = task;
  const fault = (member: string): void => turn.broke(FAILED, { pointer: `${pointer}/${member}`, rests });
  if (isObject(error) && (error['isError'] === true || !Number.isInteger(error['code']))) fault('error');
  else if (isObject(result) && result['isError'] === true) fault('result');
}

function asComplete(turn: Turn, { to, result }: Answer): void {
  const type = isObject(result) ? result['resultType'] : undefined;
  if (type === undefined || type === 'task' || !turn.tries(TYPE) || type === 'complete') return;
  turn.broke(TYPE, { pointer: '/result/resultType', found: [to.method, quoted(type)], rests: [to.s] });
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
  const task = typeof taskId === 'string' ? turn.scene.tasks.get(taskKey(to.dir, taskId)) : undefined;
  if (!task?.created || task.ttl === undefined || !declaresTasks(to)) return;
  const code = isObject(error) ? error['code'] : undefined;
  if (OF_THE_REQUEST.includes(code)) return;
  if (isRedacted(taskId)) return void turn.unsure(DURABLE, 'redacted');
  if (!turn.tries(DURABLE)) return;
  const age = (turn.t - task.created.t) / 1000;
  if (task.ttl === null || age < task.ttl)
    turn.broke(DURABLE, {
      pointer: '/error',
      found: [quoted(taskId), Math.round(age), quoted(task.ttl)],
      rests: [task.created.s, to.s],
    });
}

function acknowledged(turn: Turn, answer: Answer): void {
  const { to, result } = answer;
  if (!isObject(result)) return;
  asComplete(turn, answer);
  if (!turn.tries(EMPTY)) return;
  const more = Object.keys(result).find((name) => name !== 'resultType' && name !== '_meta');
  if (more !== undefined)
    turn.broke(EMPTY, { pointer: `/result${pointerTo(more)}`, found: [quoted(more)], rests: [to.s] });
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
