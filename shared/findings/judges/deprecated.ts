/** Features that 2026-07-28 keeps for now and later versions may drop (deprecated). Each is reported once a session. */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { META, metaValue } from '#shared/mcp';
import { RULES as METADATA } from '../rules/metadata.ts';
import { judge, keep, pointerTo, RENEWED, type Turn } from '../judging.ts';

const { 'deprecated-feature': DEPRECATED } = METADATA;

interface State {
  /** What was reported, by side and name. */
  told: Map<string, true>;
}

/** Input requests that have no future. */
const REQUESTS: ReadonlySet<unknown> = new Set(['roots/list', 'sampling/createMessage']);

export const DEPRECATIONS = judge<State>({
  interestedIn: {
    request: ({ dir, modern }) => dir === 'c2s' && modern,
    response: ({ dir, modern }) => dir === 's2c' && modern,
    notifications: ({ modern }) => modern,
  },
  rules: [DEPRECATED],
  init: () => ({ told: new Map() }),
  ...RENEWED,
  request(turn, { method, params }, state) {
    if (turn.dir !== 'c2s' || !isModern(turn)) return;
    // A probe asks whether this version is there at all; what it declares is for whichever version there is.
    if (method === 'server/discover') return;
    const declared = metaValue(params, META.clientCapabilities);
    const names = ['roots', 'sampling'].filter((name) => isObject(declared) && Object.hasOwn(declared, name));
    const [own] = [...names.map((name) => [META.clientCapabilities, name]), [META.logLevel]];
    if (metaValue(params, META.logLevel) !== undefined) names.push('logging');
    if (own) tell(turn, state, names, pointerTo('params', '_meta', ...own));
  },
  response(turn, { result }, state) {
    if (turn.dir !== 's2c' || !isObject(result) || !isModern(turn)) return;
    const { capabilities, inputRequests } = result;
    if (turn.asked?.method === 'server/discover' && isObject(capabilities) && Object.hasOwn(capabilities, 'logging'))
      tell(turn, state, ['logging'], '/result/capabilities/logging');
    if (isObject(inputRequests)) asksFor(turn, state, inputRequests);
  },
  notifications: {
    'notifications/message'(turn, _item, state) {
      if (isModern(turn)) tell(turn, state, ['logging'], '/method');
    },
  },
});

const isModern = ({ revision }: Turn): boolean => revision !== undefined && revision >= '2026-07-28';

function asksFor(turn: Turn, state: State, requests: JsonObject): void {
  for (const [key, each] of Object.entries(requests)) {
    if (!isObject(each)) continue;
    const { method, params } = each;
    if (REQUESTS.has(method)) tell(turn, state, [String(method)], pointerTo('result', 'inputRequests', key, 'method'));
    const context = isObject(params) ? params['includeContext'] : undefined;
    if (context === 'thisServer' || context === 'allServers')
      tell(turn, state, ['includeContext'], pointerTo('result', 'inputRequests', key, 'params', 'includeContext'));
  }
}

/** One finding for what one message has. */
function tell(turn: Turn, { told }: State, names: readonly string[], pointer: string): void {
  const news = names.filter((name) => !told.has(`${turn.side} ${name}`));
  if (news.length === 0 || !turn.applies(DEPRECATED)) return;
  for (const name of news) keep(told, `${turn.side} ${name}`, true, 50);
  turn.report(DEPRECATED, { pointer, found: [news.join(', ')] });
}
