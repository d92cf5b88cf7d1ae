/** What may change something at a server in reruns and exercises, which no person typed. What is not understood counts as a change. */
import { isObject, membersOnce, scanJson, type JsonObject } from '#shared/jsonrpc';
import { methodFacts } from '#shared/mcp';
import type { MessageEvent } from '#shared/recording';
import type { ListState } from './list-state.ts';

/** Methods that read or concern this session alone. Not `logging/setLevel` or `resources/subscribe`: servers may share their state. */
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
 * was not read to its end; `tool-may-change`: the server does not mark the tool `readOnlyHint`; `tool-unclear`: it does, and says
 * something else too.
 */
export type ChangeReason =
  | 'call'
  | 'unknown-tool'
  | 'tool-may-change'
  | 'tool-unclear'
  | 'may-change'
  | 'unknown-method';

/** What the live list says of each tool by name. */
export type ToolMarks = Pick<ReadonlyMap<string, 'read-only' | ChangeReason>, 'get'>;

/** True for a list that was read to its end, as it is now: a page that is missing may say something else of a tool. */
export function isWhole({ complete, error, unread, repeats, stale }: ListState): boolean {
  return complete && error === undefined && unread === undefined && repeats === undefined && stale === undefined;
}

const NO_MARKS: ToolMarks = new Map();

/**
 * What the list of tools says now, of which each item may be any value; a list that was not read to its end says nothing of any
 * tool. Of the hints only `readOnlyHint` counts (server/tools, ToolAnnotations): a tool that says `destructiveHint: false` adds
 * something, and one that says `idempotentHint` may still delete. Every definition of a tool has to say it, and nothing against it.
 */
export function toolMarks(list: ListState): ToolMarks {
  if (!isWhole(list)) return NO_MARKS;
  const marks = new Map<string, 'read-only' | ChangeReason>();
  // Texts are looked at only where a hint would let a call go.
  const isHinted = list.doubt === undefined && list.items.all.some(saysReadOnly);
  const texts = isHinted ? [...list.answers.values()].flatMap(toolTexts) : [];
  const isClear = texts.length === list.items.length;
  for (const [at, tool] of list.items.all.entries()) {
    if (!isObject(tool) || typeof tool['name'] !== 'string') continue;
    const before = marks.get(tool['name']) ?? 'read-only';
    const isReadOnly = isClear && saysOnly(tool, texts[at] ?? '');
    const mark = isReadOnly ? 'read-only' : saysReadOnly(tool) ? 'tool-unclear' : 'tool-may-change';
    marks.set(tool['name'], before === 'read-only' ? mark : before);
  }
  return marks;
}

const hintsOf = (tool: unknown): JsonObject => {
  const annotations = isObject(tool) ? tool['annotations'] : undefined;
  return isObject(annotations) ? annotations : {};
};
const saysReadOnly = (tool: unknown): boolean => hintsOf(tool)['readOnlyHint'] === true;

/** Both hints at once say nothing, and of hints that stand twice each reader takes another one. */
function saysOnly(tool: unknown, text: string): boolean {
  if (!saysReadOnly(tool) || hintsOf(tool)['destructiveHint'] === true) return false;
  return membersOnce(membersOnce(text)?.get('annotations') ?? '') !== undefined;
}

/** The text of each tool in an answer; none where it can be read in more than one way, or is not here whole. */
function toolTexts({ raw = '', large }: MessageEvent): readonly string[] {
  const result = large ? large.result : membersOnce(raw)?.get('result');
  const tools = membersOnce(result ?? '')?.get('tools') ?? '';
  return scanJson(tools).members.map(({ start, end }) => tools.slice(start, end));
}

/** Why a request or notification may change something, or undefined when it reads. `tool` is the name in a `tools/call`. */
export function changeReason(method: string, tool?: string, marks?: ToolMarks): ChangeReason | undefined {
  if (method === 'tools/call') {
    if (!marks) return 'call';
    const mark = (tool === undefined ? undefined : marks.get(tool)) ?? 'unknown-tool';
    return mark === 'read-only' ? undefined : mark;
  }
  if (READS.has(method)) return undefined;
  return methodFacts(method) ? 'may-change' : 'unknown-method';
}
