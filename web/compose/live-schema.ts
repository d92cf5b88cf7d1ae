/** What the session adds to the schema of a message: the names, addresses, ids and argument schemas that it knows. */
import { isObject, showIdKey } from '#shared/jsonrpc';
import type { SessionState } from '#shared/session';

export type Schema = { readonly [keyword: string]: unknown };

/** Tools beyond this many, and those whose argument schema has more values than this, are completed by name only. */
const MAX_TOOL_COUNT = 500;
const MAX_VALUE_COUNT = 5000;
/** Names, addresses and ids of a kind that are proposed; of more, none counts as unknown. */
const MAX_NAME_COUNT = 5000;
/** Levels of an argument schema that are taken over; what is deeper is not advised on. */
const MAX_DEPTH = 64;

/** The live parts of the state: what the schema is made from, and made again for. */
export type LiveFacts = ReturnType<typeof liveFacts>;

export function liveFacts(state: Readonly<SessionState>) {
  const { tools, resources, resourceTemplates, prompts } = state.lists;
  const cursors = (list: typeof tools): string[] => [
    ...new Set([...list.cursors.keys(), ...(list.cursor === undefined ? [] : [list.cursor])]),
  ];
  const open = (from: 'c2s' | 's2c') => {
    const found: [id: string, method: string][] = [];
    for (const { dir, key, method = '' } of state.pending.values()) {
      if (found.length === MAX_NAME_COUNT) break;
      if (dir === from && key !== undefined) found.push([showIdKey(key), method]);
    }
    return found;
  };
  return {
    tools: tools.items.all,
    resources: resources.items.all,
    resourceTemplates: resourceTemplates.items.all,
    prompts: prompts.items.all,
    cursors: {
      'tools/list': cursors(tools),
      'resources/list': cursors(resources),
      'resources/templates/list': cursors(resourceTemplates),
      'prompts/list': cursors(prompts),
    } as { readonly [method: string]: readonly string[] },
    taskIds: [...state.tasks.keys()],
    /** JSON texts of the ids of open requests, with their methods. */
    sentOpen: open('c2s'),
    askedOpen: open('s2c'),
    subscribed: [...state.subscribed.keys()],
  };
}

/** Changes whenever a schema made of the facts would. Lists are replaced as a whole, so their identity is enough for them. */
export class LiveKey {
  readonly #numbers = new WeakMap<object, number>();
  #next = 0;

  of({ tools, resources, resourceTemplates, prompts, ...rest }: LiveFacts): string {
    return JSON.stringify([[tools, resources, resourceTemplates, prompts].map((list) => this.#number(list)), rest]);
  }

  #number(list: object): number {
    const known = this.#numbers.get(list) ?? ++this.#next;
    this.#numbers.set(list, known);
    return known;
  }
}

/** Definitions that the conditions refer to, and the conditions, for the `allOf` of a message's schema. */
export function livePart(facts: LiveFacts): {
  readonly $defs: { readonly [name: string]: Schema };
  readonly allOf: readonly Schema[];
} {
  const $defs: Record<string, Schema> = {};
  const tools = facts.tools.filter(isObject);
  const prompts = facts.prompts.filter(isObject);
  const uris = choices(facts.resources, 'uri');
  const allOf = [
    ...when('tools/call', known('name', choices(tools, 'name'), true)),
    ...tools.slice(0, MAX_TOOL_COUNT).flatMap((tool, index) => {
      const given = tool['inputSchema'];
      const schema = isObject(given) ? inPlace(given, `#/$defs/tool%20${index}`) : undefined;
      if (!schema) return [];
      $defs[`tool ${index}`] = schema;
      return whenNamed('tools/call', tool['name'], { $ref: `#/$defs/tool%20${index}` });
    }),
    ...['resources/read', 'resources/subscribe'].flatMap((method) => when(method, known('uri', uris))),
    ...when('resources/unsubscribe', known('uri', { values: facts.subscribed, words: [] })),
    ...when('prompts/get', known('name', choices(prompts, 'name'), true)),
    ...prompts
      .slice(0, MAX_TOOL_COUNT)
      .flatMap((prompt) => whenNamed('prompts/get', prompt['name'], promptArguments(prompt['arguments']))),
    ...when('completion/complete', completionRef(facts)),
    ...Object.entries(facts.cursors).flatMap(([method, values]) =>
      when(method, known('cursor', { values, words: [] })),
    ),
    ...['tasks/get', 'tasks/result', 'tasks/cancel', 'tasks/update'].flatMap((method) =>
      when(method, known('taskId', { values: facts.taskIds, words: [] })),
    ),
    ...when('notifications/cancelled', known('requestId', ids(facts.sentOpen))),
    ...answerIds(facts.askedOpen),
  ];
  return { $defs, allOf };
}

interface Choices {
  readonly values: readonly unknown[];
  readonly words: readonly string[];
}

function choices(items: readonly unknown[], member: string): Choices {
  const named = items.filter(isObject).filter((item) => typeof item[member] === 'string');
  return {
    values: named.map((item) => item[member]),
    words: named.map((item) =>
      [item['title'], item['description']].filter((each) => typeof each === 'string').join('\n\n'),
    ),
  };
}

/** Ids as values. Digits beyond 2^53 have no value that would be written the same, so they are left out. */
function ids(open: LiveFacts['sentOpen']): Choices {
  const exact = open.filter(([id]) => JSON.stringify(JSON.parse(id)) === id);
  return { values: exact.map(([id]) => JSON.parse(id) as unknown), words: exact.map(([, method]) => method) };
}

/** A member that has one of these values; `only`: another is worth a word. */
function known(member: string, { values, words }: Choices, only = false): Schema | undefined {
  if (values.length === 0) return undefined;
  const one = { enum: values.slice(0, MAX_NAME_COUNT), enumDescriptions: words.slice(0, MAX_NAME_COUNT) };
  return { properties: { [member]: only && values.length <= MAX_NAME_COUNT ? one : { anyOf: [one, {}] } } };
}

function when(method: string, params: Schema | undefined): Schema[] {
  if (!params) return [];
  return [
    { if: { properties: { method: { const: method } }, required: ['method'] }, then: { properties: { params } } },
  ];
}

function whenNamed(method: string, name: unknown, argumentsSchema: Schema | undefined): Schema[] {
  if (typeof name !== 'string' || !argumentsSchema) return [];
  const params = { type: 'object', properties: { name: { const: name } }, required: ['name'] };
  return [
    {
      if: { properties: { method: { const: method }, params }, required: ['method', 'params'] },
      then: { properties: { params: { properties: { arguments: argumentsSchema } } } },
    },
  ];
}

function promptArguments(list: unknown): Schema | undefined {
  if (!Array.isArray(list)) return undefined;
  const named = list.filter(isObject).filter((each) => typeof each['name'] === 'string');
  return {
    type: 'object',
    properties: Object.fromEntries(
      named.map(({ name, description }) => [
        String(name),
        { type: 'string', ...(typeof description === 'string' ? { description } : {}) },
      ]),
    ),
    required: named.filter((each) => each['required'] === true).map(({ name }) => name),
  };
}

/** server/utilities/completion: a prompt by its name with one of its arguments, or a template by its address. */
function completionRef({ prompts, resourceTemplates }: LiveFacts): Schema | undefined {
  const names = choices(prompts, 'name');
  const uris = choices(resourceTemplates, 'uriTemplate');
  const refs = [known('name', names), known('uri', uris)].filter((each) => each !== undefined);
  if (refs.length === 0) return undefined;
  const args = prompts
    .filter(isObject)
    .flatMap((prompt) => (Array.isArray(prompt['arguments']) ? (prompt['arguments'] as unknown[]) : []));
  const argument = known('name', choices(args, 'name'));
  return { properties: { ref: { allOf: refs }, ...(argument ? { argument } : {}) } };
}

function answerIds(open: LiveFacts['askedOpen']): Schema[] {
  const { values, words } = ids(open);
  if (values.length === 0) return [];
  return [
    { if: { anyOf: [{ required: ['result'] }, { required: ['error'] }] }, then: known('id', { values, words }) ?? {} },
  ];
}

/** A schema as part of another: its references lead to its new place. Undefined when it is too large to be worth it. */
function inPlace(schema: Schema, place: string): Schema | undefined {
  let left = MAX_VALUE_COUNT;
  const move = (value: unknown, depth: number): unknown => {
    if (--left < 0 || depth > MAX_DEPTH) return undefined;
    if (Array.isArray(value)) return value.map((each) => move(each, depth + 1));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, each]) => {
        if ((name === '$id' || name === '$schema' || name === '$anchor') && typeof each === 'string') return [];
        if (name !== '$ref' || typeof each !== 'string') return [[name, move(each, depth + 1)]];
        // What leads elsewhere is never fetched.
        if (!each.startsWith('#')) return [];
        return [[name, each.startsWith('#/') ? place + each.slice(1) : place]];
      }),
    );
  };
  const moved = move(schema, 0);
  return left >= 0 && isObject(moved) ? moved : undefined;
}
