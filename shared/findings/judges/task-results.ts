/** What answers questions about tasks (2025-11-25, basic/utilities/tasks#result-retrieval, #task-cancellation, #protocol-errors). */
import { isObject, textMember, type Decoded } from '#shared/jsonrpc';
import { ErrorCode, META, metaValue } from '#shared/mcp';
import { RULES as TASKS } from '../rules/tasks.ts';
import { isRedacted, isTaskEnded, judge, keep, objectAt, pointerTo, quoted, RENEWED, taskKey } from '../judging.ts';
import type { Answer, TaskKey, Turn } from '../judging.ts';
import { taskMentions } from '../task-mentions.ts';

const {
  'task-result-related-meta': RELATED,
  'task-result-early': EARLY,
  'task-error-codes': CODES,
  'task-cancel-status': CANCELLED,
  'task-iserror-status': FAILED,
} = TASKS;
/** Of more tasks the oldest are forgotten: then an unknown one may be one of them. */
const MAX_TASK_COUNT = 2000;

interface State {
  /** Results that came while the task was not over, as far as was known. */
  readonly early: Map<TaskKey, number>;
  /** Results with `isError` of tasks whose end is not known. */
  readonly errors: Map<TaskKey, number>;
}

function result(turn: Turn, answer: Answer, state: State): void {
  const { to, outcome, result: given } = answer;
  const taskId = textMember(to.params, 'taskId');
  if (outcome !== 'result' || taskId === undefined) return refused(turn, answer);
  refused(turn, answer);
  if (!isObject(given)) return void turn.cannotJudge(RELATED, 'too-large');
  const named = objectAt(metaValue(given, META.relatedTask))?.['taskId'];
  if (isRedacted(named) || isRedacted(taskId)) turn.cannotJudge(RELATED, 'redacted');
  else if (turn.applies(RELATED)) {
    if (named !== taskId) {
      const pointer = named === undefined ? '/result' : `/result${pointerTo('_meta', META.relatedTask, 'taskId')}`;
      turn.report(RELATED, { pointer, found: [quoted(named), quoted(taskId)], related: [to.s] });
    }
  }
  const key = taskKey(to.dir, taskId);
  const task = turn.facts.tasks.get(key);
  if (!task) return;
  if (!isTaskEnded(task.status) && turn.applies(EARLY)) keep(state.early, key, turn.s);
  if (given['isError'] !== true || to.dir !== 'c2s' || !turn.applies(FAILED)) return;
  if (task.status === 'completed')
    turn.report(FAILED, { pointer: '/result/isError', found: [quoted(taskId)], related: [task.s, to.s] });
  else if (!isTaskEnded(task.status)) keep(state.errors, key, turn.s);
}

/** A later status of a task decides what was open about its result. */
function told(turn: Turn, item: Decoded, { early, errors }: State): void {
  for (const { key, status, pointer, taskId } of taskMentions(turn, item)) {
    const result = early.get(key);
    if (result !== undefined) {
      if (isTaskEnded(status)) early.delete(key);
      else if (turn.asked?.method === 'tasks/get' && turn.asked.s > result) {
        early.delete(key);
        const related = [result, turn.asked.s];
        turn.report(EARLY, { pointer: `${pointer}/status`, found: [quoted(taskId), quoted(status)], related });
      }
    }
    const error = isTaskEnded(status) ? errors.get(key) : undefined;
    if (error === undefined) continue;
    errors.delete(key);
    if (status === 'completed')
      turn.report(FAILED, { pointer: `${pointer}/status`, found: [quoted(taskId)], related: [error] });
  }
}

/** An unknown task, or one that can't be cancelled any more, has its own error code. */
function refused(turn: Turn, answer: Answer): void {
  const { to, outcome, error } = answer;
  const { facts } = turn;
  const taskId = textMember(to.params, 'taskId');
  const capabilities = to.dir === 'c2s' ? facts.server : facts.client;
  if (taskId === undefined || !objectAt(capabilities, 'tasks')) return;
  const task = facts.tasks.get(taskKey(to.dir, taskId));
  const over =
    to.method === 'tasks/cancel' && task?.ended !== undefined && task.ended.s < to.s ? task.ended : undefined;
  if (task && !over) return;
  if (!task) {
    if (!turn.historyComplete(CODES)) return;
    // A server behind HTTP may know tasks of earlier sessions.
    if (facts.tasks.size >= MAX_TASK_COUNT || (outcome === 'result' && facts.transport !== 'stdio')) return;
  }
  if (isRedacted(taskId)) return void turn.cannotJudge(CODES, 'redacted');
  if (!turn.applies(CODES)) return;
  const code = isObject(error) ? error['code'] : undefined;
  if (outcome === 'error' && code === ErrorCode.InvalidParams) return;
  const found = [quoted(taskId), outcome === 'error' ? quoted(code) : '`result`'];
  turn.report(CODES, { pointer: outcome === 'error' ? '/error/code' : '/result', found, related: [over?.s, to.s] });
}

export const TASK_RESULTS = judge<State>({
  rules: [RELATED, EARLY, CODES, CANCELLED, FAILED],
  init: () => ({ early: new Map(), errors: new Map() }),
  ...RENEWED,
  notifications: { 'notifications/tasks/status': told },
  answers: {
    'tasks/result': result,
    'tasks/get': (turn, answer, state) => {
      refused(turn, answer);
      told(turn, answer, state);
    },
    'tasks/list': told,
    'tasks/cancel': (turn, answer, state) => {
      refused(turn, answer);
      told(turn, answer, state);
      const { outcome, result: given, to } = answer;
      if (outcome !== 'result' || !turn.applies(CANCELLED)) return;
      const status = isObject(given) ? given['status'] : undefined;
      if (status === 'cancelled') return;
      const pointer = status === undefined ? '/result' : '/result/status';
      turn.report(CANCELLED, { pointer, found: [quoted(status)], related: [to.s] });
    },
  },
});
