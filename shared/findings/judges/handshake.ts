/** The order of the handshake: `initialize`, its result, `notifications/initialized`, then everything else (basic/lifecycle). */
import { idKey, isObject, type IdKey } from '#shared/jsonrpc';
import { LIFECYCLE } from '../catalogue/lifecycle.ts';
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
  /** Something came that is no message, or answers nothing: one side may have taken it for what the handshake waits for. */
  odd: false,
  /** What is told of once a session was told of. */
  first: undefined as number | undefined,
  missing: false,
});
type State = ReturnType<typeof begun>;

export const HANDSHAKE = judge<State>({
  steady: {
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
    else if (turn.scene.handshake === 'none') unprompted(turn, method, state);
    else if (
      turn.scene.handshake !== 'done' &&
      turn.tries(SERVER_EARLY) &&
      !state.large &&
      seesAll(turn, state, SERVER_EARLY)
    )
      turn.broke(SERVER_EARLY, { pointer: '/method', found: [method], rests: [state.asked?.s] });
  },
  notification(turn, { method, params }, state) {
    const { handshake } = turn.scene;
    if (turn.dir === 's2c') {
      if (handshake === 'none' && method !== 'notifications/message') unprompted(turn, method, state);
    } else if (method === 'notifications/initialized') initialized(turn, state);
    else {
      if (handshake === 'none') first(turn, method, state);
      if (method === 'notifications/cancelled') cancelled(turn, params);
    }
  },
  response({ asked, dir, scene }, { outcome, result }, state) {
    const lost = !asked || (asked.method === 'initialize' && outcome === 'result' && !isObject(result));
    if (dir === 's2c' && scene.handshake === 'asked' && lost) state.odd = true;
  },
  other({ scene }, { kind }, state) {
    if (kind === 'invalid' && scene.handshake !== 'done') state.odd = true;
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
  const { scene } = turn;
  if (scene.handshake === 'none') return first(turn, method, state);
  if (scene.handshake === 'asked' && turn.tries(BEFORE_RESPONSE) && state.asked) {
    const { s, key } = state.asked;
    const waits = scene.pending.get(askedKey('c2s', key))?.s === s;
    if (waits && scene.lost.get(askedKey('c2s', key))?.asked !== s && seesAll(turn, state, BEFORE_RESPONSE))
      turn.broke(BEFORE_RESPONSE, { pointer: '/method', found: [method], rests: [s] });
  }
  if (scene.handshake !== 'answered' || !turn.tries(MISSING) || state.missing || !seesAll(turn, state, MISSING)) return;
  state.missing = true;
  turn.broke(MISSING, { pointer: '/method', found: [method], rests: [state.asked?.s, scene.serverS] });
}

/** False where the step of the handshake may be in what is told of as no message; and among events that are missing, which it says. */
const seesAll = (turn: Turn, { odd }: State, rule: Rule): boolean =>
  !odd && (!turn.scene.gaps || turn.unsure(rule, 'events-missing'));

/** False where the session may have begun before the recording did; says so. */
function seesBeginning(turn: Turn, state: State, rule: Rule): boolean {
  const { scene, exchange } = turn;
  return scene.partial || exchange?.headers.has('mcp-session-id')
    ? turn.unsure(rule, 'begins-in-the-middle')
    : seesAll(turn, state, rule);
}

function first(turn: Turn, method: string, state: State): void {
  if (!turn.tries(FIRST) || state.first !== undefined || !seesBeginning(turn, state, FIRST)) return;
  state.first = turn.s;
  turn.broke(FIRST, { pointer: '/method', found: [method] });
}

function unprompted(turn: Turn, method: string, state: State): void {
  if (turn.tries(UNPROMPTED) && seesBeginning(turn, state, UNPROMPTED))
    turn.broke(UNPROMPTED, { pointer: '/method', found: [method] });
}

function initialized(turn: Turn, state: State): void {
  const { handshake } = turn.scene;
  const before = state.done;
  state.done = { s: turn.s, x: turn.x };
  if (turn.tries(ONCE) && handshake === 'done' && before) turn.broke(ONCE, { pointer: '/method', rests: [before.s] });
  if (!turn.tries(EARLY) || handshake === 'done' || handshake === 'answered' || state.large) return;
  if (handshake !== 'none' ? seesAll(turn, state, EARLY) : seesBeginning(turn, state, EARLY))
    turn.broke(EARLY, { pointer: '/method', rests: [state.asked?.s, state.first] });
}

function repeated(turn: Turn, state: State): void {
  const { scene, exchange } = turn;
  if (!turn.tries(REPEATED) || (scene.handshake !== 'answered' && scene.handshake !== 'done')) return;
  const sameSession = exchange
    ? scene.session !== undefined && exchange.headers.get('mcp-session-id') === scene.session
    : scene.transport !== 'sse';
  if (sameSession) turn.broke(REPEATED, { pointer: '/method', rests: [state.asked?.s] });
}

function cancelled(turn: Turn, params: unknown): void {
  const id = isObject(params) ? params['requestId'] : undefined;
  if ((typeof id !== 'string' && typeof id !== 'number') || !turn.tries(CANCELLED)) return;
  const key = askedKey('c2s', idKey(id));
  const asked = turn.scene.pending.get(key) ?? turn.scene.ended.get(key)?.asked;
  if (asked?.method === 'initialize')
    turn.broke(CANCELLED, { pointer: '/params/requestId', found: [quoted(id)], rests: [asked.s] });
}
