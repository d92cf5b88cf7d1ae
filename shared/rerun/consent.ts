/** Which messages of a recording a person has to agree to before they are sent to a live server. */
import { isObject, scanJson, type Decoded, type DecodedBatch, type JsonMember } from '#shared/jsonrpc';
import { methodFacts } from '#shared/mcp';
import type { ConsentReason } from './types.ts';

/** Methods that a server answers without anything outside of the session being another thing afterwards. */
const HARMLESS: readonly string[] = [
  'initialize',
  'server/discover',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'subscriptions/listen',
  'tasks/get',
  'tasks/result',
  'tasks/list',
];

/** What is said of each tool by name: whether every definition of it says `readOnlyHint`. */
export type ReadOnlyTools = Pick<ReadonlyMap<string, boolean>, 'get'>;

/** Add the tools of a `tools/list` result. Takes any value. */
export function learnTools(tools: Map<string, boolean>, result: unknown): void {
  const items: unknown = isObject(result) ? result['tools'] : undefined;
  for (const tool of Array.isArray(items) ? (items as unknown[]) : []) {
    if (!isObject(tool) || typeof tool['name'] !== 'string') continue;
    const { name, annotations } = tool;
    const readOnly = isObject(annotations) && annotations['readOnlyHint'] === true;
    tools.set(name, readOnly && tools.get(name) !== false);
  }
}

/**
 * Why a message needs consent, or undefined when it needs none. A text that is no message can't be judged: a server that can't
 * read it does nothing, so only one in which a call can be recognised needs consent. One that says twice what it calls can be
 * read in two ways, and programs differ in which.
 */
export function consentReason(decoded: Decoded, text: string, tools: ReadOnlyTools): ConsentReason | undefined {
  switch (decoded.kind) {
    case 'request':
    case 'notification': {
      const { method, params } = decoded;
      if (saysTwice(text)) return 'malformed-call';
      if (method === 'tools/call') {
        const name = isObject(params) ? params['name'] : undefined;
        const readOnly = typeof name === 'string' ? tools.get(name) : undefined;
        return readOnly === undefined ? 'unknown-tool' : readOnly ? undefined : 'tool-may-change';
      }
      if (HARMLESS.includes(method)) return undefined;
      const facts = methodFacts(method);
      if (!facts) return 'unknown-method';
      return decoded.kind === 'notification' ? undefined : 'may-change';
    }
    case 'batch':
      return batchReason(decoded, text, tools);
    case 'response':
      return undefined;
    case 'invalid':
    case 'malformed':
      return /tools\\?\/call/.test(text) ? 'malformed-call' : undefined;
  }
}

/** The first reason of an item. Each is judged by its own text; a batch too long to be taken apart by itself. */
function batchReason({ items, large }: DecodedBatch, text: string, tools: ReadOnlyTools): ConsentReason | undefined {
  if (large) return 'malformed-call';
  const { members } = scanJson(text);
  for (const [at, item] of items.entries()) {
    const place = members[at];
    const reason = consentReason(item, place ? text.slice(place.start, place.end) : text, tools);
    if (reason) return reason;
  }
  return undefined;
}

/** True when the text of a message repeats a member that says what it calls, in whatever case: some programs read any. */
function saysTwice(text: string): boolean {
  const { members } = scanJson(text);
  const named = (name: string): JsonMember[] => members.filter(({ key }) => key.toLowerCase() === name);
  const params = named('params');
  const [place] = params;
  if (params.length > 1 || named('method').length > 1) return true;
  if (!place) return false;
  const inner = scanJson(text.slice(place.start, place.end)).members;
  return inner.filter(({ key }) => key.toLowerCase() === 'name').length > 1;
}
