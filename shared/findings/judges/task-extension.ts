/** How the extension io.modelcontextprotocol/tasks is asked for and routed (SEP-2663; 2026-07-28, changelog). */
import { isObject, type DecodedNotification, type DecodedRequest, type IdKey, idKey } from '#shared/jsonrpc';
import { ErrorCode, headerText, META, metaValue, TASKS_EXTENSION as EXTENSION } from '#shared/mcp';
import { RULES as TASKS_EXTENSION } from '../rules/tasks-extension.ts';
import { askedKey, isRedacted, judge, keep, objectAt, quoted, RENEWED } from '../judging.ts';
import type { Answer, Asked, Turn } from '../judging.ts';
import { declaresTasks } from './task-handles.ts';

const {
  'taskx-removed-methods': REMOVED,
  'taskx-name-header': HEADER,
  'taskx-listen-undeclared': LISTEN,
} = TASKS_EXTENSION;

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

function acknowledged(turn: Turn, { params }: DecodedNotification, { accepted }: State): void {
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
    'notifications/subscriptions/acknowledged': acknowledged,
  },
  answers: { 'subscriptions/listen': listened },
});
