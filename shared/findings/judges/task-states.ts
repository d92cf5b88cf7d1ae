/** What messages say of tasks: at their creation, and in every later status (2025-11-25, basic/utilities/tasks#creating-tasks). */
import { isObject, type Decoded } from '#shared/jsonrpc';
import { META, metaValue } from '#shared/mcp';
import { RULES as TASKS } from '../rules/tasks.ts';
import { isPerRequest, isRedacted, judge, objectAt, pointerTo, quoted } from '../judging.ts';
import type { Answer, Task, Turn } from '../judging.ts';
import { taskMentions, type TaskMention } from '../task-mentions.ts';

const {
  'task-create-result': CREATE,
  'task-initial-status': INITIAL,
  'task-id-unique': UNIQUE,
  'task-terminal-frozen': FROZEN,
  'task-timestamps': STAMPS,
  'task-related-redundant': RELATED,
} = TASKS;

const REQUIRED = ['taskId', 'status', 'createdAt', 'lastUpdatedAt', 'ttl'];
/** RFC 3339 section 5.6. */
const TIMESTAMP = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,20})?(?:[Zz]|[+-]\d\d:\d\d)$/;

const created =
  (...path: readonly string[]) =>
  (turn: Turn, answer: Answer): void => {
    augmented(turn, answer, path);
    told(turn, answer);
  };

/** The answer to a request that the receiver declared to run as a task. */
function augmented(turn: Turn, { to, outcome, result }: Answer, path: readonly string[]): void {
  if (outcome !== 'result' || !isObject(to.params?.['task']) || isPerRequest(to.revision)) return;
  const capabilities = to.dir === 'c2s' ? turn.facts.server : turn.facts.client;
  if (!objectAt(capabilities, 'tasks', 'requests', ...path) || forbidden(turn, to.params['name'], to.method)) return;
  if (result === undefined) return void turn.cannotJudge(CREATE, 'too-large');
  if (!turn.applies(CREATE)) return;
  const task = objectAt(result, 'task');
  const missing = REQUIRED.filter((name) => task?.[name] === undefined);
  if (missing.length === 0) return;
  const found = [task ? missing.map((name) => `\`${name}\``).join(', ') : '`task`'];
  turn.report(CREATE, { pointer: task ? '/result/task' : '/result', found, related: [to.s] });
}

/** A tool that does not run as a task: that it was asked to is the client's fault. */
function forbidden({ facts }: Turn, name: unknown, method: string): boolean {
  if (method !== 'tools/call') return false;
  const listed = typeof name === 'string' ? facts.tools.get(name) : undefined;
  const support = listed && objectAt(listed.item, 'execution')?.['taskSupport'];
  return listed !== undefined && (support === undefined || support === 'forbidden');
}

function told(turn: Turn, item: Decoded): void {
  for (const each of taskMentions(turn, item)) {
    const before = turn.facts.tasks.get(each.key);
    if (each.created) fresh(turn, each, before);
    else if (before) later(turn, each, before);
    if (turn.applies(STAMPS)) stamped(turn, each, before);
  }
}

function fresh(turn: Turn, { status, taskId, pointer }: TaskMention, before: Task | undefined): void {
  const related = [turn.asked?.s];
  if (turn.applies(INITIAL) && status !== 'working')
    turn.report(INITIAL, { pointer: `${pointer}/status`, found: [quoted(status)], related });
  if (isRedacted(taskId)) turn.cannotJudge(UNIQUE, 'redacted');
  else if (turn.applies(UNIQUE) && before?.created)
    turn.report(UNIQUE, {
      pointer: `${pointer}/taskId`,
      found: [quoted(taskId)],
      related: [before.created.s, ...related],
    });
}

/** True if surely written after event `s`: HTTP streams overtake each other; an open request may get an old answer. */
function after({ asked, facts, item }: Turn, s: number): boolean {
  return asked ? asked.s > s : item?.kind === 'notification' && facts.transport === 'stdio';
}

function later(turn: Turn, { task, status, pointer }: TaskMention, { ended }: Task): void {
  if (!ended || !turn.applies(FROZEN) || status === ended.status) return;
  const stamp = task['lastUpdatedAt'];
  const newer = typeof stamp === 'string' && ended.updatedAt !== undefined && at(stamp) > at(ended.updatedAt);
  if (after(turn, ended.s) || newer) {
    const found = [quoted(ended.status), quoted(status)];
    turn.report(FROZEN, { pointer: `${pointer}/status`, found, related: [ended.s, turn.asked?.s] });
  }
}

const at = (stamp: string): number => Date.parse(stamp);

function stamped(turn: Turn, { task, pointer }: TaskMention, before: Task | undefined): void {
  const broke = (name: string, value: unknown, related: readonly (number | undefined)[] = []): void =>
    turn.report(STAMPS, {
      pointer: value === undefined ? pointer : `${pointer}/${name}`,
      found: [name, quoted(value)],
      related: [...related, turn.asked?.s],
    });
  for (const name of ['createdAt', 'lastUpdatedAt']) {
    const value = task[name];
    if (isRedacted(value)) return void turn.cannotJudge(STAMPS, 'redacted');
    if (typeof value !== 'string' || !TIMESTAMP.test(value) || Number.isNaN(at(value))) return broke(name, value);
  }
  const updated = task['lastUpdatedAt'] as string;
  if (at(updated) < at(task['createdAt'] as string)) return broke('lastUpdatedAt', updated);
  if (before?.updatedAt !== undefined && at(updated) < at(before.updatedAt) && after(turn, before.s))
    broke('lastUpdatedAt', updated, [before.s]);
}

/** These name their task themselves (basic/utilities/tasks#associating-task-related-messages). */
function related(turn: Turn, holder: unknown, pointer: string): void {
  if (turn.applies(RELATED) && metaValue(holder, META.relatedTask) !== undefined)
    turn.report(RELATED, { pointer: pointer + pointerTo('_meta', META.relatedTask) });
}
const inRequest = (turn: Turn, { params }: { readonly params?: unknown }): void => related(turn, params, '/params');
function inAnswer(turn: Turn, answer: Answer): void {
  related(turn, answer.result, '/result');
  told(turn, answer);
}

export const TASK_STATES = judge({
  rules: [CREATE, INITIAL, UNIQUE, FROZEN, STAMPS, RELATED],
  requests: { 'tasks/get': inRequest, 'tasks/list': inRequest, 'tasks/cancel': inRequest },
  notifications: {
    'notifications/tasks/status': (turn, item) => {
      inRequest(turn, item);
      told(turn, item);
    },
    'notifications/tasks': told,
  },
  answers: {
    'tools/call': created('tools', 'call'),
    'sampling/createMessage': created('sampling', 'createMessage'),
    'elicitation/create': created('elicitation', 'create'),
    'tasks/get': inAnswer,
    'tasks/list': inAnswer,
    'tasks/cancel': inAnswer,
  },
});
