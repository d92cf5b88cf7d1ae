/** Texts of the answers a person gives to the server's requests. */
import type { Root } from '#shared/driver';
import { textMember } from '#shared/jsonrpc';

/** client/sampling: the user may reject a request; -1 is the code that the specification's example uses. */
export const REJECTED = JSON.stringify({ code: -1, message: 'User rejected sampling request' });
/** JSON-RPC 2.0 section 5.1. */
export const METHOD_NOT_FOUND = JSON.stringify({ code: -32601, message: 'Method not found' });

/** A use of a tool that the model asks for (2025-11-25, client/sampling#sampling-with-tools). */
export interface ToolUse {
  readonly id: string;
  readonly name: string;
  /** JSON text of its arguments. */
  readonly input: string;
}

export interface SamplingAnswer {
  readonly text: string;
  readonly model: string;
  readonly stopReason: string;
  readonly uses: readonly ToolUse[];
}

/** client/sampling#creating-messages: a CreateMessageResult; with uses of tools the content is a list. */
export function samplingResult({ text, model, stopReason, uses }: SamplingAnswer): string {
  const said = JSON.stringify({ type: 'text', text });
  const blocks = uses.map(
    ({ id, name, input }) =>
      `{"type":"tool_use","id":${JSON.stringify(id)},"name":${JSON.stringify(name)},"input":${input}}`,
  );
  const content = uses.length === 0 ? said : `[${[...(text === '' ? [] : [said]), ...blocks].join(',')}]`;
  const reason = stopReason === '' ? '' : `,"stopReason":${JSON.stringify(stopReason)}`;
  return `{"role":"assistant","content":${content},"model":${JSON.stringify(model)}${reason}}`;
}

export type ElicitationAction = 'accept' | 'decline' | 'cancel';

/** client/elicitation#response-actions. `content` is the JSON text of what was filled in. */
export function elicitationResult(action: ElicitationAction, content?: string): string {
  return content === undefined ? `{"action":"${action}"}` : `{"action":"${action}","content":${content}}`;
}

/** client/roots#listing-roots. A root without a name has none. */
export function rootsResult(roots: readonly Root[]): string {
  return JSON.stringify({
    roots: roots.map(({ uri, name }) => (name === undefined || name === '' ? { uri } : { uri, name })),
  });
}

/** A task of this client as it is first told of (2025-11-25, basic/utilities/tasks); `now` is an ISO time. */
function task(taskId: string, status: string, now: string): object {
  return { taskId, status, createdAt: now, lastUpdatedAt: now, ttl: 60_000, pollInterval: 1000 };
}

/** The first text of an answer that says: this became a task, ask for its result later. */
export function taskCreated(taskId: string, now: string): string {
  return JSON.stringify({ task: task(taskId, 'working', now) });
}

/** The first text of a result for a request that has no form: tasks of this client, else an empty result. */
export function firstResult(method: string, params: { readonly [name: string]: unknown }, now: string): string {
  const taskId = textMember(params, 'taskId') ?? '';
  switch (method) {
    case 'tasks/get':
      return JSON.stringify(task(taskId, 'working', now));
    case 'tasks/cancel':
      return JSON.stringify(task(taskId, 'cancelled', now));
    case 'tasks/list':
      return '{"tasks":[]}';
    case 'tasks/result':
      return JSON.stringify({
        role: 'assistant',
        content: { type: 'text', text: '' },
        model: 'by-hand',
        stopReason: 'endTurn',
        _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
      });
    default:
      return '{}';
  }
}
