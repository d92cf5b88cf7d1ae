/** The order of the handshake: `initialize`, its result, `notifications/initialized`, then everything else (basic/lifecycle). */
import { idKey, isObject, type IdKey } from '#shared/jsonrpc';
import { RULES as LIFECYCLE } from '../rules/lifecycle.ts';
import { askedKey, judge, quoted, type Rule, type Turn } from '../judging.ts';

const {
  'init-first': FIRST,
  'init-request-before-response': BEFORE_RESPONSE,
  'init-server-request-early': SERVER_EARLY,
  'init-server-message-unprompted': UNPROMPTED,
  'init-initialized-missing': MISSING,
  'init-initialized-once': ONCE,
  'init-initialized-early': EARLY,
  'init-repeated': REPEATED,
  'init-cancelled': CANCELLED,
} = LIFECYCLE;

const begun = () => ({
  /** The last `initialize`. */
  asked: undefined as { readonly s: number; readonly key: IdKey } | undefined,
  /** The last `notifications/initialized` that arrived, as far as is known. */
  done: undefined as { readonly s: number; readonly x: string | undefined } | undefined,
  /** The result of `initialize` was too large to read, so what followed from it is not known. */
  large: false,
  /** Something came that is no message, or answers nothing: one side may have mistaken it for what the handshake waits for. */
  odd: false,
  /** Event of the finding that is reported once a session; and whether the other one was. */
  first: undefined as number | undefined,
  missing: false,
});
type State = ReturnType<typeof begun>;

export const HANDSHAKE = judge<State>({
  pureWhileAgreed: {
    request: ({ method }) => method !== 'initialize',
    notification: ({ method }) => method !== 'notifications/initialized' && method !== 'notifications/cancelled',
  },
  rules: [FIRST, BEFORE_RESPONSE, SERVER_EARLY, UNPROMPTED, MISSING, ONCE, EARLY, REPEATED, CANCELLED],
  init: begun,
  request(turn, { method, key }, state) {
    if (method === 'initialize') {
      if (turn.dir !== 'c2s') return;
      repeated(turn, state);
      Object.assign(state, begun(), { asked: { s: turn.s, key } });
    } else if (method === 'ping' || method.startsWith('notifications/')) return;
    else if (turn.dir === 'c2s') requested(turn, method, state);
    else if (turn.facts.handshake === 'none') unprompted(turn, method, state);
    else if (
      turn.facts.handshake !== 'done' &&
      turn.applies(SERVER_EARLY) &&
      !state.large &&
      seesAll(turn, state, SERVER_EARLY)
    )
      turn.report(SERVER_EARLY, { pointer: '/method', found: [method], related: [state.asked?.s] });
  },
  notification(turn, { method, params }, state) {
    const { handshake } = turn.facts;
    if (turn.dir === 's2c') {
      if (handshake === 'none' && method !== 'notifications/message') unprompted(turn, method, state);
    } else if (method === 'notifications/initialized') initialized(turn, state);
    else {
      if (handshake === 'none') first(turn, method, state);
      if (method === 'notifications/cancelled') cancelled(turn, params);
    }
  },
  response({ asked, dir, facts }, { outcome, result }, state) {
    const lost = !asked || (asked.method === 'initialize' && outcome === 'result' && !isObject(result));
    if (dir === 's2c' && facts.handshake === 'asked' && lost) state.odd = true;
  },
  other({ facts }, { kind }, state) {
    if (kind === 'invalid' && facts.handshake !== 'done') state.odd = true;
  },
  answers: {
    initialize(_turn, { large }, state) {
      state.large = large === true;
    },
  },
  http({ x, exchange }, { phase, status = 0 }, state) {
    if (state.done === undefined || state.done.x !== x) return;
    const refused = phase === 'response' && status >= 300;
    // What was refused is sent again, and that is no second time.
    if (refused || (phase === 'end' && exchange?.status === undefined)) state.done = undefined;
  },
  process(_turn, { event }, state) {
    if (event === 'spawn') Object.assign(state, begun());
  },
  connection(_turn, { event }, state) {
    if (event === 'restarted') Object.assign(state, begun());
  },
});

function requested(turn: Turn, method: string, state: State): void {
  const { facts } = turn;
  if (facts.handshake === 'none') return first(turn, method, state);
  if (facts.handshake === 'asked' && turn.applies(BEFORE_RESPONSE) && state.asked) {
    const { s, key } = state.asked;
    const waits = facts.pending.get(askedKey('c2s', key))?.s === s;
    if (waits && facts.lost.get(askedKey('c2s', key))?.asked !== s && seesAll(turn, state, BEFORE_RESPONSE))
      turn.report(BEFORE_RESPONSE, { pointer: '/method', found: [method], related: [s] });
  }
  if (facts.handshake !== 'answered' || !turn.applies(MISSING) || state.missing || !seesAll(turn, state, MISSING))
    return;
  state.missing = true;
  turn.report(MISSING, { pointer: '/method', found: [method], related: [state.asked?.s, facts.serverS] });
}

/** False where the step of the handshake may be in what is reported as no message, or among missing events; then it says so. */
const seesAll = (turn: Turn, { odd }: State, rule: Rule): boolean =>
  !odd && (!turn.facts.gaps || turn.cannotJudge(rule, 'events-missing'));

/** False where the session may have begun before the recording did; says so. */
function seesBeginning(turn: Turn, state: State, rule: Rule): boolean {
  const { facts, exchange } = turn;
  return facts.partial || exchange?.headers.has('mcp-session-id')
    ? turn.cannotJudge(rule, 'begins-in-the-middle')
    : seesAll(turn, state, rule);
}

function first(turn: Turn, method: string, state: State): void {
  if (!turn.applies(FIRST) || state.first !== undefined || !seesBeginning(turn, state, FIRST)) return;
  state.first = turn.s;
  turn.report(FIRST, { pointer: '/method', found: [method] });
}

function unprompted(turn: Turn, method: string, state: State): void {
  if (turn.applies(UNPROMPTED) && seesBeginning(turn, state, UNPROMPTED))
    turn.report(UNPROMPTED, { pointer: '/method', found: [method] });
}

function initialized(turn: Turn, state: State): void {
  const { handshake } = turn.facts;
  const before = state.done;
  state.done = { s: turn.s, x: turn.x };
  if (turn.applies(ONCE) && handshake === 'done' && before)
    turn.report(ONCE, { pointer: '/method', related: [before.s] });
  if (!turn.applies(EARLY) || handshake === 'done' || handshake === 'answered' || state.large) return;
  if (handshake !== 'none' ? seesAll(turn, state, EARLY) : seesBeginning(turn, state, EARLY))
    turn.report(EARLY, { pointer: '/method', related: [state.asked?.s, state.first] });
}

function repeated(turn: Turn, state: State): void {
  const { facts, exchange } = turn;
  if (!turn.applies(REPEATED) || (facts.handshake !== 'answered' && facts.handshake !== 'done')) return;
  const sameSession = exchange
    ? facts.session !== undefined && exchange.headers.get('mcp-session-id') === facts.session
    : facts.transport !== 'sse';
  if (sameSession) turn.report(REPEATED, { pointer: '/method', related: [state.asked?.s] });
}

function cancelled(turn: Turn, params: unknown): void {
  const id = isObject(params) ? params['requestId'] : undefined;
  if ((typeof id !== 'string' && typeof id !== 'number') || !turn.applies(CANCELLED)) return;
  const key = askedKey('c2s', idKey(id));
  const asked = turn.facts.pending.get(key) ?? turn.facts.ended.get(key)?.asked;
  if (asked?.method === 'initialize')
    turn.report(CANCELLED, { pointer: '/params/requestId', found: [quoted(id)], related: [asked.s] });
}
