/** HTTP+SSE: one stream of the server, and an address for what the client posts (2024-11-05, basic/transports#http-with-sse). */
import { RULES as HTTP_SSE_2024 } from '../rules/http-sse-2024.ts';
import { addressOf, isRedacted, judge, quoted, type Turn } from '../judging.ts';

const {
  'sse-endpoint-first': FIRST,
  'sse-endpoint-uri': URI,
  'sse-post-target': TARGET,
  'sse-message-event': EVENT,
  'sse-response-in-post': IN_POST,
  'sse-endpoint-origin': ORIGIN,
  'sse-transport-deprecated': DEPRECATED,
} = HTTP_SSE_2024;

const MAX_ADDRESS_US = 10_000_000;

interface Stream {
  /** The stream that waits for its first event. */
  waits: string | undefined;
  /** When it has waited for too long. */
  due: number;
  /** Where to post; empty when what the server gave is no address. */
  endpoint: string | undefined;
  /** Event that gave it. */
  s: number | undefined;
  /** A GET got no stream: the client talks over Streamable HTTP, or will. */
  refused: boolean;
}

export const SSE_2024 = judge<Stream>({
  rules: [FIRST, URI, TARGET, EVENT, IN_POST, ORIGIN, DEPRECATED],
  init: () => ({ waits: undefined, due: Infinity, endpoint: undefined, s: undefined, refused: false }),
  each(turn, _event, state) {
    if (turn.t <= state.due) return;
    state.due = Infinity;
    if (state.waits !== undefined && !turn.facts.gaps && turn.applies(FIRST))
      turn.report(FIRST, { found: [undefined] });
    state.waits = undefined;
  },
  sse(turn, event, state) {
    if (turn.facts.transport !== 'sse') return;
    const { x, text } = event;
    const name = event.event ?? /^event: ?(.{0,100})$/m.exec(text)?.[1];
    if (name === 'endpoint') return announced(turn, event.data ?? '', state);
    // A comment is no event.
    if (/^(?:data|event|id|retry)/m.test(text)) beforeEndpoint(turn, x, name ?? 'message', state);
  },
  payload(turn, item, state) {
    if (turn.facts.transport !== 'sse') return;
    const { event } = turn;
    if (event.k !== 'message' || event.dir !== 's2c' || !event.sse || event.x === undefined) return;
    const { event: name = 'message' } = event.sse;
    beforeEndpoint(turn, event.x, name, state);
    if (!turn.applies(EVENT)) return;
    const carries = item.kind !== 'malformed' && item.kind !== 'invalid';
    if (carries !== (name === 'message')) turn.report(EVENT, { found: [name, quoted(event.raw)] });
  },
  response(turn, { id }) {
    const { exchange, event, asked } = turn;
    if (event.k !== 'message' || event.dir !== 's2c' || event.sse || exchange?.method !== 'POST') return;
    if (turn.applies(IN_POST) && asked !== undefined && asked.x === exchange.x)
      turn.report(IN_POST, { found: [quoted(id)], related: [asked.s] });
  },
  answers: {
    initialize: (turn, _answer, state) => agreed(turn, state),
    'server/discover': (turn, _answer, state) => agreed(turn, state),
  },
  http(turn, { phase, step, x }, state) {
    const { exchange } = turn;
    if (step !== undefined || !exchange || turn.facts.transport !== 'sse') return;
    if (phase === 'response' && exchange.method === 'GET' && exchange.stream) {
      state.waits = x;
      state.due = turn.t + MAX_ADDRESS_US;
    }
    if (phase === 'response' && exchange.method === 'GET') state.refused = !exchange.stream;
    if (phase === 'end' && state.waits === x) {
      state.waits = undefined;
      state.due = Infinity;
    }
    if (phase === 'request' && exchange.method === 'POST') posts(turn, exchange.url, state);
  },
});

/** Something came that is not the address. */
function beforeEndpoint(turn: Turn, x: string, name: string, state: Stream): void {
  if (state.waits !== x) return;
  state.waits = undefined;
  state.due = Infinity;
  if (turn.facts.gaps) turn.cannotJudge(FIRST, 'events-missing');
  else if (turn.applies(FIRST)) turn.report(FIRST, { found: [name] });
}

function announced(turn: Turn, data: string, state: Stream): void {
  state.waits = undefined;
  state.due = Infinity;
  turn.applies(FIRST);
  const base = turn.exchange?.url;
  const text = data.trim();
  const address = base === undefined ? undefined : addressOf(text, base);
  const usable = address !== undefined && /^https?:$/.test(address.protocol) && !/^["{[]/.test(text) && text !== '';
  state.endpoint = usable ? address.href : '';
  state.s = turn.s;
  if (base === undefined) return;
  if (turn.applies(URI) && !usable) turn.report(URI, { found: [quoted(data)] });
  const own = addressOf(base);
  if (usable && own && turn.applies(ORIGIN) && own.origin !== address.origin)
    turn.report(ORIGIN, { found: [address.origin, own.origin] });
}

function posts(turn: Turn, url: string, { endpoint, s, refused }: Stream): void {
  if (endpoint === '' || (endpoint === undefined && refused) || !turn.applies(TARGET)) return;
  if (isRedacted(url) || isRedacted(endpoint)) return void turn.cannotJudge(TARGET, 'redacted');
  if (endpoint === undefined) {
    if (turn.historyComplete(TARGET)) turn.report(TARGET, { found: [url, undefined] });
  } else if (addressOf(url)?.href !== endpoint) turn.report(TARGET, { found: [url, endpoint], related: [s] });
}

function agreed(turn: Turn, { s }: Stream): void {
  if (s !== undefined && turn.applies(DEPRECATED, 'server'))
    turn.report(DEPRECATED, { found: [turn.revision], related: [s] });
}
