/** Where messages tell of tasks (2025-11-25, basic/utilities/tasks; the tasks extension of 2026-07-28). */
import { isObject, type Decoded, type JsonObject } from '#shared/jsonrpc';
import { opposite, type Direction } from '#shared/recording';
import { isPerRequest } from './in-force.ts';
import { taskKey, type SessionFacts, type Task, type TaskKey } from './session-facts.ts';
import { isTaskEnded, keep } from '#shared/session';
import type { Turn } from './turn.ts';

export interface TaskMention {
  readonly key: TaskKey;
  /** The task as it stands in the message; `taskId` and `status` are texts. */
  readonly task: JsonObject;
  readonly taskId: string;
  readonly status: string;
  /** Pointer of the task in the message. */
  readonly pointer: string;
  /** The message creates it. */
  readonly created: boolean;
}

const NONE: readonly TaskMention[] = [];

/** The tasks that a message tells of, late answers included. */
export function taskMentions(turn: Turn, item: Decoded): readonly TaskMention[] {
  if (item.kind === 'notification') {
    const { dir, revision = '' } = turn;
    const own = isPerRequest(revision) ? 'notifications/tasks' : 'notifications/tasks/status';
    return dir === undefined || item.method !== own ? NONE : mentionOf(opposite(dir), item.params, '/params', false);
  }
  if (item.kind !== 'response' || !isObject(item.result)) return NONE;
  const asked = turn.asked ?? turn.late?.asked;
  if (!asked) return NONE;
  const { method, dir, params, revision } = asked;
  const { result } = item;
  if (method === 'tasks/get' || method === 'tasks/cancel') return mentionOf(dir, result, '/result', false);
  if (method === 'tasks/list') {
    const listed: unknown = result['tasks'];
    if (!Array.isArray(listed)) return NONE;
    return listed.flatMap((task, index) => mentionOf(dir, task, `/result/tasks/${index}`, false));
  }
  if (isPerRequest(revision)) return result['resultType'] === 'task' ? mentionOf(dir, result, '/result', true) : NONE;
  return isObject(params?.['task']) ? mentionOf(dir, result['task'], '/result/task', true) : NONE;
}

function mentionOf(asker: Direction, task: unknown, pointer: string, created: boolean): readonly TaskMention[] {
  if (!isObject(task)) return NONE;
  const { taskId, status } = task;
  if (typeof taskId !== 'string' || typeof status !== 'string') return NONE;
  return [{ key: taskKey(asker, taskId), task, taskId, status, pointer, created }];
}

/** What a message tells of tasks, after it was judged. */
export function stepTaskFacts(facts: SessionFacts, turn: Turn, item: Decoded): void {
  for (const each of taskMentions(turn, item))
    keep(facts.tasks, each.key, known(facts.tasks.get(each.key), each, turn));
}

function known(before: Task | undefined, { task, taskId, status, created }: TaskMention, { s, t }: Turn): Task {
  const old = created ? undefined : before;
  const ttl = task['ttlMs'] === undefined ? task['ttl'] : task['ttlMs'];
  const { lastUpdatedAt } = task;
  const poll = task['pollIntervalMs'] ?? task['pollInterval'];
  const stamp = typeof lastUpdatedAt === 'string' ? { updatedAt: lastUpdatedAt } : {};
  return {
    ...old,
    ...(created ? { created: { s, t } } : {}),
    ...{ taskId, status, s },
    ...(old?.ended || !isTaskEnded(status) ? {} : { ended: { s, status, ...stamp } }),
    ...stamp,
    ...(typeof ttl === 'number' || ttl === null ? { ttl } : {}),
    ...(typeof poll === 'number' ? { poll } : {}),
  };
}
