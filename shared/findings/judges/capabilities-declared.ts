/** How capabilities are declared, and extensions that both sides have to declare (basic/versioning#extension-negotiation). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { eraOf, META, metaValue, METHODS, TASKS_EXTENSION } from '#shared/mcp';
import { RULES as CAPABILITIES } from '../rules/capabilities-declared.ts';
import { clientCapabilities, declares, judge, keep, pointerTo, quoted, RENEWED, taskKey } from '../judging.ts';
import type { Rule, Turn } from '../judging.ts';
import { isName, isPrefix, metaKey } from '../meta-keys.ts';

const {
  'cap-value-object': VALUE,
  'cap-elicitation-empty-modes': EMPTY_MODES,
  'cap-extension-id-format': ID_FORMAT,
  'cap-extension-unilateral': UNILATERAL,
} = CAPABILITIES;

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
