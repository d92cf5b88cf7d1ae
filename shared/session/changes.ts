/**
 * The one rule of what may change something at a server, for whatever sends without a person who typed it: running a recording
 * again, and exercising a server. What is not understood counts as a change. Where the rule gives a reason, a person is asked.
 */
import { isObject } from '#shared/jsonrpc';
import { methodFacts } from '#shared/mcp';
import type { ListState } from './list-state.ts';

/**
 * Methods that read, or that are about nothing but the messages of this session. `logging/setLevel` and `resources/subscribe`
 * are not among them: many servers keep one level, and one list of subscribers, for all sessions.
 */
const READS: ReadonlySet<string> = new Set([
  'initialize',
  'notifications/initialized',
  'server/discover',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'subscriptions/listen',
  'tasks/get',
  'tasks/result',
  'tasks/list',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/roots/list_changed',
]);

/**
 * Why a request may change something. `call`: the list of tools was not looked at; `unknown-tool`: the tool is not in it, or it
 * was not read to its end; `tool-may-change`: the server does not mark the tool `readOnlyHint`.
 */
export type ChangeReason = 'call' | 'unknown-tool' | 'tool-may-change' | 'may-change' | 'unknown-method';

/** What the live list says of each tool by name: whether every definition of it says `readOnlyHint`. */
export type ToolMarks = Pick<ReadonlyMap<string, boolean>, 'get'>;

/**
 * The marks of the tools of a list, of which each item may be any value. Of the hints only `readOnlyHint` counts (server/tools,
 * ToolAnnotations): a tool that says `destructiveHint: false` adds something, and one that says `idempotentHint` may still delete.
 */
function marksOf(items: readonly unknown[]): ToolMarks {
  const marks = new Map<string, boolean>();
  for (const tool of items) {
    if (!isObject(tool) || typeof tool['name'] !== 'string') continue;
    const { name, annotations } = tool;
    const isReadOnly = isObject(annotations) && annotations['readOnlyHint'] === true;
    marks.set(name, isReadOnly && marks.get(name) !== false);
  }
  return marks;
}

/** True for a list that was read to its end, as it is now: a page that is missing may say something else of a tool. */
export function isWhole({ complete, error, unread, repeats, stale }: ListState): boolean {
  return complete && error === undefined && unread === undefined && repeats === undefined && stale === undefined;
}

const NO_MARKS: ToolMarks = new Map();
/** What the list of tools says now; a list that was not read to its end says nothing of any tool. */
export function toolMarks(list: ListState): ToolMarks {
  return isWhole(list) ? marksOf(list.items) : NO_MARKS;
}

/** Why a request or notification may change something, or undefined when it reads. `tool` is the name in a `tools/call`. */
export function changeReason(method: string, tool?: string, marks?: ToolMarks): ChangeReason | undefined {
  if (method === 'tools/call') {
    if (!marks) return 'call';
    const isReadOnly = tool === undefined ? undefined : marks.get(tool);
    return isReadOnly === undefined ? 'unknown-tool' : isReadOnly ? undefined : 'tool-may-change';
  }
  if (READS.has(method)) return undefined;
  return methodFacts(method) ? 'may-change' : 'unknown-method';
}
