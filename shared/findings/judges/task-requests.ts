/** Requests that want a task, or ask about one, of a peer that does not offer it (2025-11-25, basic/utilities/tasks#capability-negotiation). */
import { isObject, textMember, type DecodedRequest } from '#shared/jsonrpc';
import { ErrorCode, LATEST_HANDSHAKE_REVISION } from '#shared/mcp';
import { RULES as TASKS } from '../rules/tasks.ts';
import { isPerRequest, judge, keep, objectAt, quoted, RENEWED, taskKey } from '../judging.ts';
import type { Answer, Listed, Rule, TaskKey, Turn } from '../judging.ts';

const {
  'task-augment-undeclared': AUGMENT,
  'task-tool-forbidden': FORBIDDEN,
  'task-tool-required': REQUIRED,
  'task-op-undeclared': OPERATION,
  'task-poll-interval': POLL,
} = TASKS;

interface State {
  /** When each task was asked about last. */
  readonly polls: Map<TaskKey, { readonly s: number; readonly t: number }>;
}

const receiver = ({ dir, facts }: Turn) =>
  dir === 'c2s' ? { capabilities: facts.server, s: facts.serverS } : { capabilities: facts.client, s: facts.clientS };

/** A request of a kind that can be run as a task, with what the receiver must declare for it below `tasks`. */
const augmented =
  (...path: readonly string[]) =>
  (turn: Turn, { params }: DecodedRequest): void => {
    if (!isObject(params) || params['task'] === undefined) return;
    const { capabilities, s } = receiver(turn);
    if (!capabilities) return void unknownSide(turn, AUGMENT);
    if (turn.applies(AUGMENT) && !objectAt(capabilities, 'tasks', ...path))
      turn.report(AUGMENT, { pointer: '/params/task', found: [`tasks.${path.join('.')}`], related: [s] });
  };

const unknownSide = (turn: Turn, rule: Rule): boolean =>
  turn.facts.partial && turn.revision === LATEST_HANDSHAKE_REVISION && turn.cannotJudge(rule, 'begins-in-the-middle');

const operation =
  (...path: readonly string[]) =>
  (turn: Turn): void => {
    if (isPerRequest(turn.revision)) return;
    const { capabilities, s } = receiver(turn);
    if (!capabilities) return void unknownSide(turn, OPERATION);
    if (turn.applies(OPERATION) && !objectAt(capabilities, 'tasks', ...path))
      turn.report(OPERATION, { pointer: '/method', found: [['tasks', ...path].join('.')], related: [s] });
  };

function tool({ facts }: Turn, params: unknown): Listed | undefined {
  const name = textMember(params, 'name');
  return name === undefined ? undefined : facts.tools.get(name);
}
const supportOf = ({ item }: Listed): unknown => objectAt(item, 'execution')?.['taskSupport'];
const runsTools = ({ facts }: Turn): boolean =>
  objectAt(facts.server, 'tasks', 'requests', 'tools', 'call') !== undefined;

const augmentedCall = augmented('requests', 'tools', 'call');

function calls(turn: Turn, request: DecodedRequest): void {
  if (turn.dir !== 'c2s') return;
  augmentedCall(turn, request);
  const { params } = request;
  const listed = tool(turn, params);
  if (!listed || !isObject(params)) return;
  const support = supportOf(listed);
  const found = [quoted(params['name']), quoted(support)];
  const related = [listed.s];
  if (params['task'] !== undefined) {
    if (turn.applies(FORBIDDEN) && (support === undefined || support === 'forbidden'))
      turn.report(FORBIDDEN, { pointer: '/params/task', found, related });
  } else if (support === 'required' && runsTools(turn) && turn.applies(REQUIRED))
    turn.report(REQUIRED, { pointer: '/params', found, related });
}

function answers(turn: Turn, { to, outcome, error }: Answer): void {
  const listed = tool(turn, to.params);
  if (!listed || to.dir !== 'c2s' || to.params?.['task'] !== undefined || supportOf(listed) !== 'required') return;
  // What was listed after the call says nothing about it.
  if (listed.s > to.s || !runsTools(turn) || !turn.applies(REQUIRED)) return;
  const code = isObject(error) ? error['code'] : undefined;
  if (outcome === 'error' && code === ErrorCode.MethodNotFound) return;
  const pointer = outcome === 'error' ? '/error/code' : '/result';
  turn.report(REQUIRED, { pointer, found: [quoted(to.params?.['name']), '"required"'], related: [listed.s, to.s] });
}

function polls(turn: Turn, { params }: DecodedRequest, { polls: last }: State): void {
  const taskId = isObject(params) ? params['taskId'] : undefined;
  if (turn.dir !== 'c2s' || typeof taskId !== 'string') return;
  const key = taskKey(turn.dir, taskId);
  const before = last.get(key);
  const poll = turn.facts.tasks.get(key)?.poll;
  keep(last, key, { s: turn.s, t: turn.t });
  if (!before || poll === undefined || before.s < (turn.facts.tasks.get(key)?.created?.s ?? 0)) return;
  const waited = turn.t - before.t;
  if (turn.applies(POLL) && waited < poll * 800)
    turn.report(POLL, { found: [Math.round(waited / 1000), poll], related: [before.s] });
}

const asksAbout = operation();

export const TASK_REQUESTS = judge<State>({
  rules: [AUGMENT, FORBIDDEN, REQUIRED, OPERATION, POLL],
  init: () => ({ polls: new Map() }),
  ...RENEWED,
  requests: {
    'tools/call': calls,
    'sampling/createMessage': augmented('requests', 'sampling', 'createMessage'),
    'elicitation/create': augmented('requests', 'elicitation', 'create'),
    'tasks/get': (turn, request, state) => {
      asksAbout(turn);
      polls(turn, request, state);
    },
    'tasks/result': asksAbout,
    'tasks/list': operation('list'),
    'tasks/cancel': operation('cancel'),
  },
  answers: { 'tools/call': answers },
});
