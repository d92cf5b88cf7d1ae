/** What is known of a session as single facts, and the difference that an event made to them. */
import { defined } from '#shared/base';
import { SERVER_LISTS } from '#shared/mcp';
import { SESSION, type Fold } from './fold.ts';
import type { Party, SessionState } from './session-state.ts';

/** Names of facts, in the order in which changes are given. Of a list how many items are known; of tables how much is in them. */
const NAMES = [
  'phase',
  'connection',
  'process',
  'problem',
  'era',
  'offered',
  'revision',
  'supported',
  'client',
  'server',
  'http-session',
  'endpoint',
  'tools',
  'resources',
  'resourceTemplates',
  'prompts',
  'stale',
  'task',
  'log-level',
  'awaited',
  'subscriptions',
  'subscribed',
  'pending',
] as const;
export type StateFactName = (typeof NAMES)[number];

export interface StateChange {
  readonly name: StateFactName;
  /** Which one, where there are several: the id of a task, the name of a list that is out of date. */
  readonly of?: string;
  /** Absent when it was not known before, or is not any more. */
  readonly from?: string | number;
  readonly to?: string | number;
}

/** What states are read from: a log, or a cursor of it. */
interface States {
  asOf<State extends object>(fold: Fold<State>, s: number): Readonly<State>;
}

/** What event `s` changed of what is known of the session, in a fixed order; nothing for most events. */
export function changesAt(states: States, s: number): StateChange[] {
  const before = factsOf(states.asOf(SESSION, s - 1));
  const after = factsOf(states.asOf(SESSION, s));
  const keys = new Set([...before.keys(), ...after.keys()]);
  const changes: StateChange[] = [];
  for (const key of keys) {
    const [was, is] = [before.get(key), after.get(key)];
    const { name, of } = was ?? is ?? {};
    if (name === undefined || was?.value === is?.value) continue;
    changes.push({ name, ...defined({ of, from: was?.value, to: is?.value }) });
  }
  return changes.sort((one, other) => NAMES.indexOf(one.name) - NAMES.indexOf(other.name));
}

interface Fact {
  readonly name: StateFactName;
  readonly of?: string;
  readonly value: string | number;
}

/** Everything that is known, by a key. Small: tables count with their number, tasks with their status. */
function factsOf(state: Readonly<SessionState>): Map<string, Fact> {
  const facts = new Map<string, Fact>();
  const put = (name: StateFactName, value: string | number | undefined, of?: string): void => {
    if (value !== undefined && value !== '') facts.set(`${name} ${of ?? ''}`, { name, value, ...defined({ of }) });
  };
  put('phase', state.phases.length === 0 ? undefined : state.phase);
  put('connection', state.connection === 'none' ? undefined : state.connection);
  put('offered', state.offered);
  put('revision', state.revision);
  put('era', state.era?.era);
  put('supported', state.supported?.join(', '));
  put('client', nameOf(state.client));
  put('server', nameOf(state.server));
  for (const { list } of SERVER_LISTS) {
    const { pages, items, stale } = state.lists[list];
    put(list, pages === 0 ? undefined : items.length);
    put('stale', stale === undefined ? undefined : 1, list);
  }
  put('log-level', state.logLevel);
  put('pending', state.pending.size);
  put('awaited', state.awaited.size);
  put('subscriptions', state.subscriptions.size);
  put('subscribed', state.subscribed.size);
  for (const { taskId, status } of state.tasks.values()) put('task', status, taskId);
  put('http-session', state.httpSession === undefined ? undefined : state.httpSessionLost ? 'lost' : 'open');
  put('endpoint', state.endpoint?.url);
  const { pid, exit } = state.process;
  put('process', exit ? 'exited' : pid === undefined ? undefined : 'running');
  put('problem', state.problem?.reason);
  return facts;
}

function nameOf({ info, capabilities }: Party): string | undefined {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  if (!info && !capabilities) return undefined;
  return [text(info?.name), text(info?.version)].filter(Boolean).join(' ') || '?';
}
