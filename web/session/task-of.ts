/** Tasks as the panels show them: which one a request created, and what one gave. */
import { isObject, type DecodedResponse } from '#shared/jsonrpc';
import { TASKS_EXTENSION } from '#shared/mcp';
import { hasCapability, type SessionLog, type SessionState, type TaskState } from '#shared/session';

export function taskOf(state: Readonly<SessionState>, op: number): TaskState | undefined {
  if (state.tasks.size === 0) return undefined;
  for (const task of state.tasks.values()) if (task.op === op) return task;
  return undefined;
}

export type TaskOutcome =
  | { readonly kind: 'result'; readonly result: unknown; readonly raw?: string }
  | { readonly kind: 'error'; readonly error: unknown };

/** A task's outcome: `tasks/result` (2025-11-25), or that in `tasks/get` or `notifications/tasks` (2026-07-28); undefined while none. */
export function taskOutcome(log: SessionLog, { resultS }: TaskState): TaskOutcome | undefined {
  if (resultS === undefined) return undefined;
  const decoded = log.decoded(resultS);
  const event = log.event(resultS);
  if (decoded?.kind === 'notification') return within(decoded.params);
  const items = decoded?.kind === 'batch' ? decoded.items : [decoded];
  const response = items.find((item): item is DecodedResponse => item?.kind === 'response');
  if (!response) return undefined;
  if (response.outcome === 'error') return { kind: 'error', error: response.error };
  if (log.operationOf(resultS)?.method !== 'tasks/result') return within(response.result);
  const raw = event?.k === 'message' && !event.large && decoded?.kind === 'response' ? event.raw : undefined;
  return { kind: 'result', result: response.result, ...(raw === undefined ? {} : { raw }) };
}

function within(holder: unknown): TaskOutcome | undefined {
  if (!isObject(holder)) return undefined;
  if (Object.hasOwn(holder, 'error')) return { kind: 'error', error: holder['error'] };
  return Object.hasOwn(holder, 'result') ? { kind: 'result', result: holder['result'] } : undefined;
}

/** True when the server said that its work can be tasks, in either era. */
export function serverHasTasks({ server }: Readonly<SessionState>): boolean {
  const extensions = server.capabilities?.['extensions'];
  return hasCapability(server, 'tasks') || (isObject(extensions) && Object.hasOwn(extensions, TASKS_EXTENSION));
}
