/** Every capability that a side can declare: which revisions have it, and which messages make use of it. */
import { defined } from '#shared/base';
import { eraOf, PUBLISHED_REVISIONS } from './revisions.ts';
import { TASKS_EXTENSION } from './per-request.ts';

export interface CapabilityFacts {
  readonly side: 'client' | 'server';
  /** Path in the side's `capabilities`, its members with a dot between. */
  readonly path: string;
  /** First and last revision that define it; no `until` means that the latest one does. */
  readonly since: string;
  readonly until?: string;
  /** Requests and notifications that this capability is there for; its own path where what they ask tells; none where nothing does. */
  readonly methods: readonly string[];
}

const [A, B, C, D, E] = PUBLISHED_REVISIONS;

const of =
  (side: CapabilityFacts['side']) =>
  (path: string, methods: readonly string[], since: string, until?: string): CapabilityFacts => ({
    side,
    path,
    methods,
    since,
    ...defined({ until }),
  });
const client = of('client');
const server = of('server');

/** In the order in which they are shown: what the specification names first (lifecycle#capability-negotiation). */
export const CAPABILITIES: readonly CapabilityFacts[] = [
  client('roots', ['roots/list'], A),
  client('roots.listChanged', ['notifications/roots/list_changed'], A, D),
  client('sampling', ['sampling/createMessage'], A),
  client('sampling.context', ['sampling.context'], D),
  client('sampling.tools', ['sampling.tools'], D),
  client('elicitation', ['elicitation/create'], C),
  client('elicitation.form', ['elicitation.form'], D),
  client('elicitation.url', ['elicitation.url'], D),
  client('tasks', [], D, D),
  client('experimental', [], A),
  client('extensions', [], E),
  server('tools', ['tools/list', 'tools/call'], A),
  server('tools.listChanged', ['notifications/tools/list_changed'], A),
  server('resources', ['resources/list', 'resources/templates/list', 'resources/read'], A),
  server('resources.subscribe', ['resources/subscribe', 'resources/unsubscribe', 'notifications/resources/updated'], A),
  server('resources.listChanged', ['notifications/resources/list_changed'], A),
  server('prompts', ['prompts/list', 'prompts/get'], A),
  server('prompts.listChanged', ['notifications/prompts/list_changed'], A),
  server('logging', ['logging/setLevel', 'notifications/message'], A),
  server('completions', ['completion/complete'], B),
  server('tasks', ['tasks/get', 'tasks/result', 'notifications/tasks/status'], D, D),
  server('tasks.list', ['tasks/list'], D, D),
  server('tasks.cancel', ['tasks/cancel'], D, D),
  server('experimental', [], A),
  server('extensions', ['tasks/get', 'tasks/update', 'tasks/cancel', 'notifications/tasks'], E),
];

export interface ClientCapabilities {
  readonly roots?: { readonly listChanged?: boolean };
  readonly sampling?: object;
  readonly elicitation?: object;
  readonly [name: string]: unknown;
}

/**
 * Everything a person can answer by hand in the page is declared: roots and sampling always, elicitation from 2025-06-18,
 * its URL mode and sampling with tools from 2025-11-25, the tasks extension from 2026-07-28.
 */
export function defaultClientCapabilities(revision: string): ClientCapabilities {
  const perRequest = eraOf(revision) === 'per-request';
  return {
    roots: perRequest ? {} : { listChanged: true },
    sampling: revision >= '2025-11-25' ? { tools: {} } : {},
    ...(revision >= '2025-11-25'
      ? { elicitation: { form: {}, url: {} } }
      : revision >= '2025-06-18'
        ? { elicitation: {} }
        : {}),
    ...(perRequest ? { extensions: { [TASKS_EXTENSION]: {} } } : {}),
  };
}
