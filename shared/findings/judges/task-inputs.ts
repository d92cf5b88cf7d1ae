/** Input that tasks of the extension ask for, and what `tasks/update` gives (SEP-2663, task update requests). */
import { isObject, type Decoded, type DecodedRequest, type JsonObject } from '#shared/jsonrpc';
import { RULES as TASKS_EXTENSION } from '../rules/tasks-extension.ts';
import { isPerRequest, judge, keep, pointerTo, quoted, RENEWED, sameValue, taskKey } from '../judging.ts';
import type { TaskKey, Turn } from '../judging.ts';
import { taskMentions } from '../task-mentions.ts';

const { 'taskx-input-key-unique': UNIQUE, 'taskx-update-keys': KEYS } = TASKS_EXTENSION;
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
interface State {
  readonly inputs: Map<TaskKey, Inputs>;
}

function told(turn: Turn, item: Decoded, { inputs }: State): void {
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

function updates(turn: Turn, { params }: DecodedRequest, { inputs }: State): void {
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

export const TASK_INPUTS = judge<State>({
  rules: [UNIQUE, KEYS],
  init: () => ({ inputs: new Map() }),
  ...RENEWED,
  requests: { 'tasks/update': updates },
  notifications: { 'notifications/tasks': told },
  answers: { 'tasks/get': told },
});
