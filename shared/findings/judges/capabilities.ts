/** Messages that need a capability of the other side, or of the sender's own (basic/lifecycle#capability-negotiation). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { eraOf, ErrorCode, META, metaValue, METHODS, TASKS_EXTENSION } from '#shared/mcp';
import { RULES as CAPABILITIES } from '../rules/capabilities.ts';
import { RULES as DECLARED } from '../rules/capabilities-declared.ts';
import { clientCapabilities, declares, judge, keep, pointerTo, quoted, RENEWED, taskKey } from '../judging.ts';
import type { Asked, Rule, Side, Turn } from '../judging.ts';
import { isName, isPrefix, metaKey } from '../meta-keys.ts';

const {
  'cap-tools': TOOLS,
  'cap-resources': RESOURCES,
  'cap-prompts': PROMPTS,
  'cap-completions': COMPLETIONS,
  'cap-logging-setlevel': SET_LEVEL,
  'cap-resources-subscribe': SUBSCRIBE,
  'cap-tools-list-changed': TOOLS_CHANGED,
  'cap-prompts-list-changed': PROMPTS_CHANGED,
  'cap-resources-list-changed': RESOURCES_CHANGED,
  'cap-resources-updated': UPDATED,
  'cap-logging-message': LOG,
  'cap-roots': ROOTS,
  'cap-sampling': SAMPLING,
  'cap-elicitation': ELICITATION,
  'cap-roots-list-changed': ROOTS_CHANGED,
} = CAPABILITIES;
const {
  'cap-used-not-declared': NOT_DECLARED,
  'cap-declared-not-served': NOT_SERVED,
  'cap-undeclared-error-code': CODE,
  'cap-client-refuses-declared': REFUSES,
  'cap-value-object': VALUE,
  'cap-elicitation-empty-modes': EMPTY_MODES,
  'cap-extension-id-format': ID_FORMAT,
  'cap-extension-unilateral': UNILATERAL,
} = DECLARED;

type Family = readonly [rule: Rule, capability: string];
/** Requests of the client, by what is before the slash. */
const FAMILIES: ReadonlyMap<string, Family> = new Map([
  ['tools', [TOOLS, 'tools']],
  ['resources', [RESOURCES, 'resources']],
  ['prompts', [PROMPTS, 'prompts']],
  ['completion', [COMPLETIONS, 'completions']],
  ['logging', [SET_LEVEL, 'logging']],
]);

/** Requests of the server. */
const ASKED: ReadonlyMap<string, Family> = new Map([
  ['roots/list', [ROOTS, 'roots']],
  ['sampling/createMessage', [SAMPLING, 'sampling']],
  ['elicitation/create', [ELICITATION, 'elicitation']],
]);

/** Notifications, each with who sends it: the capability is the sender's own. */
const TOLD: ReadonlyMap<string, readonly [sender: Side, rule: Rule, capability: string]> = new Map([
  ['notifications/tools/list_changed', ['server', TOOLS_CHANGED, 'tools.listChanged']],
  ['notifications/prompts/list_changed', ['server', PROMPTS_CHANGED, 'prompts.listChanged']],
  ['notifications/resources/list_changed', ['server', RESOURCES_CHANGED, 'resources.listChanged']],
  ['notifications/resources/updated', ['server', UPDATED, 'resources.subscribe']],
  ['notifications/message', ['server', LOG, 'logging']],
  ['notifications/roots/list_changed', ['client', ROOTS_CHANGED, 'roots.listChanged']],
]);

const familyOf = (method: string): Family | undefined =>
  FAMILIES.get(method.slice(0, Math.max(0, method.indexOf('/'))));
const KNOWN: ReadonlyMap<string, Family | undefined> = new Map(METHODS.map(({ method }) => [method, familyOf(method)]));
const family = (method: string): Family | undefined => (KNOWN.has(method) ? KNOWN.get(method) : familyOf(method));

/** The capability that a request of the client needs of the server, or undefined. */
const capabilityFor = (method: string): string | undefined => family(method)?.[1];

/** The capability that a request of the server needs of the client, or undefined. */
const capabilityOfClient = (method: string): string | undefined => ASKED.get(method)?.[1];

/** True when a path of capabilities is declared, be it as an object or as true. */
export function isDeclared(capabilities: JsonObject, path: string): boolean {
  const dot = path.indexOf('.');
  let at: unknown = capabilities[dot < 0 ? path : path.slice(0, dot)];
  if (dot >= 0) at = isObject(at) ? at[path.slice(dot + 1)] : undefined;
  return at !== undefined && at !== null && at !== false;
}

export const CAPABILITIES_USED = judge({
  pureWhileAgreed: { request: () => true, notification: () => true },
  rules: [
    ...[...FAMILIES.values(), ...ASKED.values()].map(([rule]) => rule),
    ...[...TOLD.values()].map(([, rule]) => rule),
    SUBSCRIBE,
  ],
  request(turn, { method }) {
    if (turn.dir === 's2c') {
      const asked = ASKED.get(method);
      if (asked) needs(turn, 'client', ...asked, method);
      return;
    }
    const own = family(method);
    if (!own) return;
    needs(turn, 'server', ...own, method);
    if (method === 'resources/subscribe') needs(turn, 'server', SUBSCRIBE, 'resources.subscribe', method);
  },
  notification(turn, { method }) {
    const told = TOLD.get(method);
    if (!told || turn.side !== told[0]) return;
    const [owner, rule, path] = told;
    needs(turn, owner, rule, path, method);
  },
});

/** `owner` has to have declared it. Before anything was declared nothing is reported. */
function needs(turn: Turn, owner: Side, rule: Rule, path: string, method: string): void {
  const { facts } = turn;
  const declared = facts[owner];
  if (declared === undefined) {
    if (facts.partial) turn.cannotJudge(rule, 'begins-in-the-middle');
    return;
  }
  if (turn.applies(rule) && !isDeclared(declared, path))
    turn.report(rule, { pointer: '/method', found: [method, path], related: [facts[`${owner}S`]] });
}

/** What a declared capability is there for. Templates of resources and single items are often left out, and no capability names them. */
const SERVED: ReadonlySet<string> = new Set([
  ...['tools/list', 'resources/list', 'prompts/list'],
  ...['completion/complete', 'logging/setLevel', 'resources/subscribe', 'tasks/list'],
]);
/** What only a part of a capability offers. To ask for it where the part is not declared is the client's fault, and another rule's. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['tasks/list', 'tasks.list'],
  ['resources/subscribe', 'resources.subscribe'],
]);

/** Whether each side serves what it declared, and only that (basic/lifecycle#capability-negotiation). */
export const CAPABILITIES_ANSWERED = judge({
  pureWhileAgreed: { response: ({ dir, failed }) => dir === 's2c' && !failed },
  rules: [NOT_DECLARED, NOT_SERVED, CODE, REFUSES],
  response(turn, { outcome, error }) {
    const { asked } = turn;
    if (!asked) return;
    const code = outcome === 'error' && isObject(error) ? error['code'] : undefined;
    if (asked.dir === 's2c') return refuses(turn, asked, code);
    const { server } = turn.facts;
    const whole = capabilityFor(asked.method);
    const part = PARTS.get(asked.method);
    const path = server && part && (whole === undefined || isDeclared(server, whole)) ? part : whole;
    if (path === undefined || server === undefined || (path === part && !isDeclared(server, part))) return;
    // 2024-11-05 has completion, but no capability for it.
    if (path === 'completions' && asked.revision < '2025-03-26') return;
    const related = [asked.s, turn.facts.serverS];
    if (isDeclared(server, path)) {
      if (SERVED.has(asked.method) && turn.applies(NOT_SERVED) && code === ErrorCode.MethodNotFound)
        turn.report(NOT_SERVED, { pointer: '/error/code', found: [asked.method, path], related });
    } else if (outcome === 'result') {
      if (turn.applies(NOT_DECLARED))
        turn.report(NOT_DECLARED, { pointer: '/result', found: [asked.method, path], related });
    } else if (turn.applies(CODE) && typeof code === 'number' && code !== ErrorCode.MethodNotFound)
      turn.report(CODE, { pointer: '/error/code', found: [asked.method, code], related });
  },
});

/** The client: what it declared only in part it may refuse. */
function refuses(turn: Turn, asked: Asked, code: unknown): void {
  const { facts } = turn;
  const path = capabilityOfClient(asked.method);
  if (path === undefined || !facts.client || !isDeclared(facts.client, path) || !turn.applies(REFUSES)) return;
  const { params = {} } = asked;
  const partly =
    (params['mode'] === 'url' && !isDeclared(facts.client, 'elicitation.url')) ||
    (params['tools'] !== undefined && !isDeclared(facts.client, 'sampling.tools')) ||
    params['task'] !== undefined;
  if (code === ErrorCode.MethodNotFound && !partly)
    turn.report(REFUSES, { pointer: '/error/code', found: [asked.method, path], related: [asked.s, facts.clientS] });
}

const NAMES: ReadonlySet<string> = new Set([
  ...['tools', 'resources', 'prompts', 'logging', 'completions', 'roots', 'sampling', 'elicitation'],
  ...['tasks', 'experimental', 'extensions'],
]);

interface State {
  /** What was reported: requests of the per-request era repeat what they declare. */
  told: Map<string, true>;
}

const OWNED = METHODS.flatMap(({ method, extension }) =>
  extension === undefined ? [] : [[method, extension] as const],
);
type See = (turn: Turn, item: { readonly method: string; readonly params?: unknown }) => void;
const owned: { readonly [method: string]: See } = Object.fromEntries(
  OWNED.map(
    ([method, extension]) =>
      [method, (turn, { params }) => used(turn, extension, params, '/method', method)] as const satisfies readonly [
        string,
        See,
      ],
  ),
);

/** How capabilities are declared, and extensions that both sides have to declare (basic/versioning#extension-negotiation). */
export const CAPABILITIES_DECLARED = judge<State>({
  interestedIn: {
    request: ({ dir, modern, meta }) => dir === 'c2s' && modern && meta,
    response: ({ modern }) => modern,
  },
  rules: [VALUE, EMPTY_MODES, ID_FORMAT, UNILATERAL],
  init: () => ({ told: new Map() }),
  ...RENEWED,
  request(turn, { params }, state) {
    if (turn.dir !== 'c2s') return;
    const own = metaValue(params, META.clientCapabilities);
    if (isObject(own)) declared(turn, own, ['params', '_meta', META.clientCapabilities], state);
  },
  response(turn, { result }) {
    if (isObject(result) && result['resultType'] === 'task' && turn.asked?.dir === 'c2s')
      used(turn, TASKS_EXTENSION, turn.asked.params, '/result/resultType', 'resultType');
  },
  requests: {
    ...owned,
    initialize(turn, { params }, state) {
      const own = isObject(params) ? params['capabilities'] : undefined;
      if (turn.dir === 'c2s' && isObject(own)) declared(turn, own, ['params', 'capabilities'], state);
    },
  },
  notifications: owned,
  answers: { initialize: answered, 'server/discover': answered },
});

function answered(turn: Turn, { result }: { readonly result?: unknown }, state: State): void {
  const own = isObject(result) ? result['capabilities'] : undefined;
  if (turn.dir === 's2c' && isObject(own)) declared(turn, own, ['result', 'capabilities'], state);
}

function declared(turn: Turn, capabilities: JsonObject, path: readonly string[], state: State): void {
  if (turn.applies(VALUE))
    for (const [name, value] of Object.entries(capabilities))
      if (NAMES.has(name) && !isObject(value)) once(turn, VALUE, state, [...path, name], name, quoted(value));
  const { elicitation, extensions } = capabilities;
  if (turn.side === 'client' && isObject(elicitation) && turn.applies(EMPTY_MODES)) {
    const names = Object.keys(elicitation);
    if (names.length > 0 && !names.includes('form') && !names.includes('url'))
      once(turn, EMPTY_MODES, state, [...path, 'elicitation'], quoted(elicitation));
  }
  if (isObject(extensions) && turn.applies(ID_FORMAT))
    for (const id of Object.keys(extensions)) {
      const { prefix, name } = metaKey(id);
      if (prefix === undefined || !isPrefix(prefix) || !isName(name))
        once(turn, ID_FORMAT, state, [...path, 'extensions', id], quoted(id));
    }
}

function once(turn: Turn, rule: Rule, { told }: State, path: readonly string[], ...found: readonly string[]): void {
  const pointer = pointerTo(...path);
  const key = `${rule.id} ${turn.side} ${pointer}`;
  if (told.has(key)) return;
  keep(told, key, true, 200);
  turn.report(rule, { pointer, found });
}

/** Something of an extension is used: both sides have to have declared it. Where neither did, it is no method of the version at all. */
function used(turn: Turn, extension: string, params: unknown, pointer: string, what: string): void {
  const { facts, revision = '' } = turn;
  const taskId = isObject(params) ? params['taskId'] : undefined;
  // A client looks at the task that the server gave it: that is reported there.
  if (turn.dir === 'c2s' && typeof taskId === 'string' && facts.tasks.has(taskKey('c2s', taskId))) return;
  const client = clientCapabilities(facts, params);
  if (eraOf(revision) === 'handshake' || !facts.server || !client || !turn.applies(UNILATERAL)) return;
  const byClient = declares(client, extension);
  if (byClient === declares(facts.server, extension)) return;
  const related = [byClient ? facts.serverS : turn.asked?.s];
  turn.report(UNILATERAL, { pointer, found: [what, extension, byClient ? 'client' : 'server'], related });
}
