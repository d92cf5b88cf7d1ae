/** Messages to start from, made from the facts of the session: next free id, negotiated revision, known names. */
import { answerText } from '#shared/driver';
import { formatJson, isObject, showIdKey } from '#shared/jsonrpc';
import {
  defaultClientCapabilities,
  isHandshakeRevision,
  LATEST_HANDSHAKE_REVISION,
  METHODS,
  type MethodFacts,
} from '#shared/mcp';
import type { ListState, SessionState } from '#shared/session';

export interface Template {
  readonly kind: 'request' | 'notification' | 'answer';
  /** Unique among the templates. */
  readonly key: string;
  readonly method: string;
  /** For answers: the request's id as it is shown, and which kind of answer. */
  readonly answers?: { readonly id: string; readonly outcome: 'result' | 'error' };
  readonly text: string;
}

export interface TemplateFacts {
  readonly state: Readonly<SessionState>;
  /** Offered when the session has not offered a revision yet. */
  readonly revision: string;
  readonly capabilities?: { readonly [name: string]: unknown } | undefined;
  readonly clientInfo: object;
  /** Lay the text out over lines. Not for stdio, where each line would be a message. */
  readonly lines: boolean;
}

/** Every message that a client may send in the session's revision, and an answer for every open server request. */
export function templates(facts: TemplateFacts): Template[] {
  const { state } = facts;
  // Any string can be offered; what it allows is known only of published revisions.
  const revision =
    [state.revision, state.offered, facts.revision].find(isHandshakeRevision) ?? LATEST_HANDSHAKE_REVISION;
  const print = (message: object): string => lay(JSON.stringify(message), facts.lines);
  const sendable = METHODS.filter(
    ({ sender, since, until }) =>
      sender !== 'server' && since <= revision && (until === undefined || revision <= until),
  );
  return [
    ...sendable.map((method): Template => {
      const params = paramsOf(method, facts);
      const id = method.kind === 'request' ? { id: state.nextId } : {};
      return {
        kind: method.kind,
        key: method.method,
        method: method.method,
        text: print({ jsonrpc: '2.0', ...id, method: method.method, ...(params ? { params } : {}) }),
      };
    }),
    ...answers(facts),
  ];
}

/** The composer's first text. */
export function pingTemplate(nextId: number, lines: boolean): string {
  return lay(JSON.stringify({ jsonrpc: '2.0', id: nextId, method: 'ping' }), lines);
}

const lay = (text: string, lines: boolean): string => (lines ? formatJson(text) : text);

function paramsOf({ method, example }: MethodFacts, { state, ...facts }: TemplateFacts): object | undefined {
  const tool = first(state.lists.tools);
  const resource = first(state.lists.resources);
  const prompt = first(state.lists.prompts);
  switch (method) {
    case 'initialize': {
      const revision = state.offered ?? facts.revision;
      return {
        protocolVersion: revision,
        capabilities: state.client.capabilities ?? facts.capabilities ?? defaultClientCapabilities(revision),
        clientInfo: state.client.info ?? facts.clientInfo,
      };
    }
    case 'tools/call':
      return { name: text(tool, 'name'), arguments: toolArguments(tool?.['inputSchema']) };
    case 'resources/read':
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      return { uri: text(resource, 'uri') };
    case 'prompts/get':
      return { name: text(prompt, 'name'), arguments: promptArguments(prompt?.['arguments'], false) };
    case 'completion/complete': {
      const [name = ''] = Object.keys(promptArguments(prompt?.['arguments'], true));
      return { ref: { type: 'ref/prompt', name: text(prompt, 'name') }, argument: { name, value: '' } };
    }
    default:
      return example;
  }
}

type Item = { readonly [name: string]: unknown };

function first(list: ListState): Item | undefined {
  return list.items.find(isObject);
}

function text(item: Item | undefined, name: string): string {
  const value = item?.[name];
  return typeof value === 'string' ? value : '';
}

/** A value for each required member of a tool's input schema (the schema's own default, else one of its type). */
function toolArguments(schema: unknown): object {
  if (!isObject(schema) || !Array.isArray(schema['required']) || !isObject(schema['properties'])) return {};
  const { properties } = schema;
  const names = schema['required'].filter((name): name is string => typeof name === 'string');
  return Object.fromEntries(
    names.map((name) => [name, exampleOf(Object.hasOwn(properties, name) ? properties[name] : undefined)]),
  );
}

function exampleOf(schema: unknown): unknown {
  if (!isObject(schema)) return '';
  if (schema['default'] !== undefined) return schema['default'];
  if (Array.isArray(schema['enum']) && schema['enum'].length > 0) return schema['enum'][0] as unknown;
  const type: unknown = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  switch (type) {
    case 'number':
    case 'integer':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return toolArguments(schema);
    case 'null':
      return null;
    default:
      return '';
  }
}

function promptArguments(list: unknown, optionalToo: boolean): object {
  if (!Array.isArray(list)) return {};
  const wanted = list.filter(isObject).filter((each) => optionalToo || each['required'] === true);
  return Object.fromEntries(wanted.map((each) => [text(each, 'name'), '']));
}

const RESULTS: { readonly [method: string]: string } = {
  'roots/list': '{"roots":[]}',
  'sampling/createMessage':
    '{"role":"assistant","content":{"type":"text","text":""},"model":"by-hand","stopReason":"endTurn"}',
  'elicitation/create': '{"action":"accept","content":{}}',
};
const REFUSED = '{"code":-1,"message":"Rejected by the user"}';

function answers({ state, lines }: TemplateFacts): Template[] {
  return [...state.pending.values()].flatMap(({ dir, key, method = '' }): Template[] => {
    if (dir !== 's2c' || key === undefined) return [];
    return (['result', 'error'] as const).map((outcome) => ({
      kind: 'answer',
      key: `${outcome} ${key}`,
      method,
      answers: { id: showIdKey(key), outcome },
      text: lay(answerText(key, outcome, outcome === 'error' ? REFUSED : (RESULTS[method] ?? '{}')), lines),
    }));
  });
}
