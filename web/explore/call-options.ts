/** What a person may set for one request alone: its deadlines, and whether a tool runs as a task. */
import { defined } from '#shared/base';
import type { SendDetails } from '#shared/driver';
import { isObject } from '#shared/jsonrpc';
import { hasCapability, type SessionState } from '#shared/session';
import { parseSeconds } from '../base/seconds.ts';

export interface CallOptions {
  /** Seconds as typed; empty leaves it to the policy. */
  readonly idle: string;
  readonly total: string;
  /** Undefined: as the tool asks for. */
  readonly asTask?: boolean;
  /** Milliseconds the server is asked to keep the task; empty leaves it to the server. */
  readonly ttl: string;
}

export const NO_OPTIONS: CallOptions = { idle: '', total: '', ttl: '' };

export function milliseconds(typed: string): number | undefined {
  const trimmed = typed.trim();
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : undefined;
}

export function sendDetails({ idle, total }: CallOptions): SendDetails | undefined {
  const [idleMs, totalMs] = [parseSeconds(idle), parseSeconds(total)];
  if (idleMs === undefined && totalMs === undefined) return undefined;
  return { limits: defined({ idleMs, totalMs }) };
}

export type TaskSupport = 'required' | 'optional' | 'forbidden';

/** Whether a tool can be a task (2025-11-25, basic/utilities/tasks#tool-level-negotiation); later the server says. */
export function taskSupport(state: Readonly<SessionState>, tool: { readonly [name: string]: unknown }): TaskSupport {
  if (state.era?.era === 'per-request' || !hasCapability(state.server, 'tasks.requests.tools.call')) return 'forbidden';
  const { execution } = tool;
  const support = isObject(execution) ? execution['taskSupport'] : undefined;
  return support === 'required' || support === 'optional' ? support : 'forbidden';
}

/** The `task` member of the call as JSON text; undefined when it is an ordinary call. */
export function taskMember({ asTask, ttl }: CallOptions, support: TaskSupport): string | undefined {
  if (!(asTask ?? support === 'required')) return undefined;
  const kept = milliseconds(ttl);
  return kept === undefined ? '{}' : `{"ttl":${kept}}`;
}
