/** Messages that need a capability of the other side, or of the sender's own (basic/lifecycle#capability-negotiation). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { METHODS } from '#shared/mcp';
import { RULES as CAPABILITIES } from '../rules/capabilities.ts';
import { judge, type Rule, type Side, type Turn } from '../judging.ts';

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
export const capabilityFor = (method: string): string | undefined => family(method)?.[1];

/** The capability that a request of the server needs of the client, or undefined. */
export const capabilityOfClient = (method: string): string | undefined => ASKED.get(method)?.[1];

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
