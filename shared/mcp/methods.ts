/**
 * Every method of every revision: who sends it, whether it is answered, and what a template of it needs; and the four lists that a
 * server can offer.
 */
import { defined } from '#shared/base';
import { textMember } from '#shared/jsonrpc';
import { META, TASKS_EXTENSION } from './per-request.ts';
import { PUBLISHED_REVISIONS } from './revisions.ts';

export type ServerList = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

export interface ListFacts {
  readonly list: ServerList;
  readonly method: string;
  /** Member of the result that holds the items. */
  readonly member: string;
  readonly capability: string;
  readonly changed: string;
}

/** In the order in which discovery asks for them. */
export const SERVER_LISTS: readonly ListFacts[] = (
  [
    ['tools', 'tools/list', 'tools'],
    ['resources', 'resources/list', 'resources'],
    ['resourceTemplates', 'resources/templates/list', 'resources'],
    ['prompts', 'prompts/list', 'prompts'],
  ] as const
).map(([list, method, capability]) => ({
  list,
  method,
  member: list,
  capability,
  changed: `notifications/${capability}/list_changed`,
}));

const listsByMethod = new Map(SERVER_LISTS.map((list) => [list.method, list]));

export const listByMethod = (method: string): ListFacts | undefined => listsByMethod.get(method);

export type Sender = 'client' | 'server' | 'both';

export interface MethodFacts {
  readonly method: string;
  readonly kind: 'request' | 'notification';
  readonly sender: Sender;
  /** Revisions in which someone else than `sender` sends it. */
  readonly senders?: { readonly [revision: string]: Sender };
  /** First and last revision that define it; no `until` means that the latest one does. */
  readonly since: string;
  readonly until?: string;
  /** Extension that defines it from 2026-07-28 on; both sides must have declared it. */
  readonly extension?: string;
  /** Since this revision a server puts it into `inputRequests` instead of sending it (2026-07-28, basic/patterns/mrtr). */
  readonly asInputRequest?: string;
  /** Capability of the receiving side that must be declared, as a path: `tools`, `resources.subscribe`. */
  readonly requires?: string;
  /** Member of `params` that names what the message is about; the diagram shows it beside the method. */
  readonly subject?: string;
  /** Example `params`, valid in every revision that has the method (2026-07-28 adds `_meta`); templates are made of it. */
  readonly example?: { readonly [name: string]: unknown };
}

const [A, , C, D, E] = PUBLISHED_REVISIONS;

type Rest = Omit<MethodFacts, 'method' | 'kind' | 'sender' | 'since'>;

const facts =
  (kind: MethodFacts['kind']) =>
  (method: string, sender: Sender, since: string, rest: Rest = {}): MethodFacts => ({
    method,
    kind,
    sender,
    since,
    ...rest,
  });
const request = facts('request');
const notification = facts('notification');
const page = (method: string): MethodFacts =>
  request(method, 'client', A, { ...defined({ requires: listByMethod(method)?.capability }), example: {} });
const aboutUri = { subject: 'uri', example: { uri: 'file:///example.txt' } };
const aboutTask = { requires: 'tasks', subject: 'taskId', example: { taskId: 'task-1' } };
const task = {
  taskId: 'task-1',
  status: 'working',
  createdAt: '2026-01-01T00:00:00Z',
  lastUpdatedAt: '2026-01-01T00:00:00Z',
};
const extension = TASKS_EXTENSION;

/** In the order in which lists and menus show them: by theme, what a session begins with first. */
export const METHODS: readonly MethodFacts[] = [
  request('initialize', 'client', A, {
    until: D,
    example: { protocolVersion: D, capabilities: {}, clientInfo: { name: 'example', version: '1.0.0' } },
  }),
  notification('notifications/initialized', 'client', A, { until: D }),
  request('server/discover', 'client', E),
  request('ping', 'both', A, { until: D }),
  page('tools/list'),
  request('tools/call', 'client', A, { requires: 'tools', subject: 'name', example: { name: '', arguments: {} } }),
  page('resources/list'),
  page('resources/templates/list'),
  request('resources/read', 'client', A, { requires: 'resources', ...aboutUri }),
  request('resources/subscribe', 'client', A, { until: D, requires: 'resources.subscribe', ...aboutUri }),
  request('resources/unsubscribe', 'client', A, { until: D, requires: 'resources.subscribe', ...aboutUri }),
  page('prompts/list'),
  request('prompts/get', 'client', A, { requires: 'prompts', subject: 'name', example: { name: '', arguments: {} } }),
  request('completion/complete', 'client', A, {
    requires: 'completions',
    example: { ref: { type: 'ref/prompt', name: '' }, argument: { name: '', value: '' } },
  }),
  request('logging/setLevel', 'client', A, {
    until: D,
    requires: 'logging',
    subject: 'level',
    example: { level: 'debug' },
  }),
  request('subscriptions/listen', 'client', E, { example: { notifications: { toolsListChanged: true } } }),
  request('tasks/get', 'both', D, { senders: { [E]: 'client' }, extension, ...aboutTask }),
  request('tasks/result', 'both', D, { until: D, ...aboutTask }),
  request('tasks/list', 'both', D, { until: D, requires: 'tasks.list', example: {} }),
  request('tasks/cancel', 'both', D, { senders: { [E]: 'client' }, extension, ...aboutTask, requires: 'tasks.cancel' }),
  request('tasks/update', 'client', E, {
    extension,
    subject: 'taskId',
    example: { taskId: 'task-1', inputResponses: { 'input-1': { action: 'accept', content: {} } } },
  }),
  request('roots/list', 'server', A, { until: D, asInputRequest: E, requires: 'roots' }),
  request('sampling/createMessage', 'server', A, {
    until: D,
    asInputRequest: E,
    requires: 'sampling',
    example: { messages: [{ role: 'user', content: { type: 'text', text: '' } }], maxTokens: 100 },
  }),
  request('elicitation/create', 'server', C, {
    until: D,
    asInputRequest: E,
    requires: 'elicitation',
    subject: 'message',
    example: { message: '', requestedSchema: { type: 'object', properties: { answer: { type: 'string' } } } },
  }),
  notification('notifications/cancelled', 'both', A, { subject: 'requestId', example: { requestId: 1, reason: '' } }),
  notification('notifications/progress', 'both', A, {
    senders: { [E]: 'server' },
    subject: 'progress',
    example: { progressToken: 1, progress: 0.5, total: 1 },
  }),
  notification('notifications/roots/list_changed', 'client', A, { until: D }),
  notification('notifications/message', 'server', A, { subject: 'level', example: { level: 'info', data: '' } }),
  notification('notifications/tools/list_changed', 'server', A),
  notification('notifications/resources/list_changed', 'server', A),
  notification('notifications/resources/updated', 'server', A, aboutUri),
  notification('notifications/prompts/list_changed', 'server', A),
  notification('notifications/elicitation/complete', 'server', D, {
    until: D,
    subject: 'elicitationId',
    example: { elicitationId: 'elicitation-1' },
  }),
  notification('notifications/subscriptions/acknowledged', 'server', E, {
    example: { notifications: { toolsListChanged: true }, _meta: { [META.subscriptionId]: 1 } },
  }),
  notification('notifications/tasks/status', 'both', D, {
    until: D,
    subject: 'taskId',
    example: { ...task, ttl: 60_000 },
  }),
  notification('notifications/tasks', 'server', E, {
    extension,
    subject: 'taskId',
    example: { ...task, ttlMs: 60_000, _meta: { [META.subscriptionId]: 1 } },
  }),
];

const byName = new Map(METHODS.map((facts) => [facts.method, facts]));

export const methodFacts = (method: string): MethodFacts | undefined => byName.get(method);

/** What a message is about: the text in the member of its params that its method names. Takes any params; never throws. */
export function subjectOf(method: string, params: unknown): string | undefined {
  const { subject } = methodFacts(method) ?? {};
  return subject === undefined ? undefined : textMember(params, subject);
}

/** True when a revision (its core, or for 2026-07-28 the tasks extension) defines a method. */
export function definesMethod({ since, until }: MethodFacts, revision: string): boolean {
  // 2024-10-07 was never published; its messages are those of the revision that was.
  const at = revision < A ? A : revision;
  return since <= at && (until === undefined || at <= until);
}

export const senderOf = ({ sender, senders }: MethodFacts, revision: string): Sender => senders?.[revision] ?? sender;

/** The methods that one side may send in a revision, extensions included, in the order of METHODS. */
export function methodsOf(revision: string, sender: 'client' | 'server'): MethodFacts[] {
  return METHODS.filter((facts) => {
    const who = senderOf(facts, revision);
    return definesMethod(facts, revision) && (who === sender || who === 'both');
  });
}
