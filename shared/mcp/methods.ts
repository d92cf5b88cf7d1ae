/** Every method of the handshake revisions: who sends it, whether it is answered, and what a template of it needs. */
import type { ServerList } from './lists.ts';

export type Sender = 'client' | 'server' | 'both';

export interface MethodFacts {
  readonly method: string;
  readonly kind: 'request' | 'notification';
  readonly sender: Sender;
  /** First and last revision that define it; no `until` means up to the latest handshake revision. */
  readonly since: string;
  readonly until?: string;
  /** Capability of the receiving side that must be declared, as a path: `tools`, `resources.subscribe`. */
  readonly requires?: string;
  /** Member of `params` that names what the message is about; the diagram shows it beside the method. */
  readonly subject?: string;
  /** The list whose pages it returns. */
  readonly lists?: ServerList;
  /** Example `params`, from which the composer makes a template. */
  readonly example?: { readonly [name: string]: unknown };
}

const A = '2024-11-05';

export const METHODS: readonly MethodFacts[] = [
  { method: 'initialize', kind: 'request', sender: 'client', since: A, subject: 'protocolVersion' },
  { method: 'notifications/initialized', kind: 'notification', sender: 'client', since: A },
  { method: 'ping', kind: 'request', sender: 'both', since: A },
  { method: 'tools/list', kind: 'request', sender: 'client', since: A, requires: 'tools', lists: 'tools', example: {} },
  {
    method: 'tools/call',
    kind: 'request',
    sender: 'client',
    since: A,
    requires: 'tools',
    subject: 'name',
    example: { name: '', arguments: {} },
  },
  {
    method: 'resources/list',
    kind: 'request',
    sender: 'client',
    since: A,
    requires: 'resources',
    lists: 'resources',
    example: {},
  },
  {
    method: 'resources/templates/list',
    kind: 'request',
    sender: 'client',
    since: A,
    requires: 'resources',
    lists: 'resourceTemplates',
    example: {},
  },
  {
    method: 'resources/read',
    kind: 'request',
    sender: 'client',
    since: A,
    requires: 'resources',
    subject: 'uri',
    example: { uri: '' },
  },
  {
    method: 'resources/subscribe',
    kind: 'request',
    sender: 'client',
    since: A,
    requires: 'resources.subscribe',
    subject: 'uri',
    example: { uri: '' },
  },
  {
    method: 'resources/unsubscribe',
    kind: 'request',
    sender: 'client',
    since: A,
    requires: 'resources.subscribe',
    subject: 'uri',
    example: { uri: '' },
  },
  {
    method: 'prompts/list',
    kind: 'request',
    sender: 'client',
    since: A,
    requires: 'prompts',
    lists: 'prompts',
    example: {},
  },
  {
    method: 'prompts/get',
    kind: 'request',
    sender: 'client',
    since: A,
    requires: 'prompts',
    subject: 'name',
    example: { name: '', arguments: {} },
  },
  {
    method: 'completion/complete',
    kind: 'request',
    sender: 'client',
    since: A,
    requires: 'completions',
    example: { ref: { type: 'ref/prompt', name: '' }, argument: { name: '', value: '' } },
  },
  {
    method: 'logging/setLevel',
    kind: 'request',
    sender: 'client',
    since: A,
    requires: 'logging',
    subject: 'level',
    example: { level: 'debug' },
  },
  {
    method: 'tasks/get',
    kind: 'request',
    sender: 'both',
    since: '2025-11-25',
    requires: 'tasks',
    subject: 'taskId',
    example: { taskId: '' },
  },
  {
    method: 'tasks/result',
    kind: 'request',
    sender: 'both',
    since: '2025-11-25',
    requires: 'tasks',
    subject: 'taskId',
    example: { taskId: '' },
  },
  { method: 'tasks/list', kind: 'request', sender: 'both', since: '2025-11-25', requires: 'tasks.list', example: {} },
  {
    method: 'tasks/cancel',
    kind: 'request',
    sender: 'both',
    since: '2025-11-25',
    requires: 'tasks.cancel',
    subject: 'taskId',
    example: { taskId: '' },
  },
  { method: 'roots/list', kind: 'request', sender: 'server', since: A, requires: 'roots' },
  { method: 'sampling/createMessage', kind: 'request', sender: 'server', since: A, requires: 'sampling' },
  {
    method: 'elicitation/create',
    kind: 'request',
    sender: 'server',
    since: '2025-06-18',
    requires: 'elicitation',
    subject: 'message',
  },
  {
    method: 'notifications/cancelled',
    kind: 'notification',
    sender: 'both',
    since: A,
    subject: 'requestId',
    example: { requestId: 1, reason: '' },
  },
  {
    method: 'notifications/progress',
    kind: 'notification',
    sender: 'both',
    since: A,
    subject: 'progress',
    example: { progressToken: 1, progress: 0.5, total: 1 },
  },
  { method: 'notifications/roots/list_changed', kind: 'notification', sender: 'client', since: A },
  { method: 'notifications/message', kind: 'notification', sender: 'server', since: A, subject: 'level' },
  { method: 'notifications/tools/list_changed', kind: 'notification', sender: 'server', since: A },
  { method: 'notifications/resources/list_changed', kind: 'notification', sender: 'server', since: A },
  { method: 'notifications/resources/updated', kind: 'notification', sender: 'server', since: A, subject: 'uri' },
  { method: 'notifications/prompts/list_changed', kind: 'notification', sender: 'server', since: A },
  {
    method: 'notifications/elicitation/complete',
    kind: 'notification',
    sender: 'server',
    since: '2025-11-25',
    subject: 'elicitationId',
  },
  {
    method: 'notifications/tasks/status',
    kind: 'notification',
    sender: 'both',
    since: '2025-11-25',
    subject: 'taskId',
  },
];

const byName = new Map(METHODS.map((facts) => [facts.method, facts]));

/** Facts of a method, or undefined when no handshake revision defines it. */
export function methodFacts(method: string): MethodFacts | undefined {
  return byName.get(method);
}
