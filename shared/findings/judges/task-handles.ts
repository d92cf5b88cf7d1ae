/** Tasks of the extension io.modelcontextprotocol/tasks in results and notifications (SEP-2663, polymorphic results, tasks). */
import { isObject, type DecodedResponse, type JsonObject } from '#shared/jsonrpc';
import { META, metaValue, PER_REQUEST_ERRORS, TASKS_EXTENSION as EXTENSION } from '#shared/mcp';
import { RULES as TASKS_EXTENSION } from '../rules/tasks-extension.ts';
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

/** True when a request declares the extension itself; what was declared earlier does not count. */
export function declaresTasks({ params }: Asked): boolean {
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
