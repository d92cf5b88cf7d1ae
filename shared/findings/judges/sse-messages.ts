/** What comes on the streams of Streamable HTTP (basic/transports#sending-messages-to-the-server, #listening-for-messages-from-the-server). */
import { isObject, type Decoded } from '#shared/jsonrpc';
import { RULES as STREAMABLE_HTTP } from '../rules/streamable-http.ts';
import { RULES as HTTP_RESUMING } from '../rules/http-resuming.ts';
import { judge, keep, quoted, type Exchange, type Turn } from '../judging.ts';

const {
  'http-sse-data-json': JSON_DATA,
  'http-sse-unrelated': UNRELATED,
  'http-get-response': GET_RESPONSE,
} = STREAMABLE_HTTP;
const { 'http-sse-event-name': NAME, 'http-sse-priming': PRIMING } = HTTP_RESUMING;

interface Streams {
  /** Streams on which something came. */
  readonly begun: Map<string, true>;
}

export const SSE_MESSAGES = judge<Streams>({
  rules: [JSON_DATA, NAME, PRIMING, UNRELATED, GET_RESPONSE],
  init: () => ({ begun: new Map() }),
  payload(turn, item) {
    const { event } = turn;
    if (event.k !== 'message' || !event.sse || !turn.applies(JSON_DATA)) return;
    const batch = item.kind === 'batch' && (turn.revision !== '2025-03-26' || item.items.length === 0);
    if (batch || item.kind === 'malformed' || item.kind === 'invalid')
      turn.report(JSON_DATA, { found: [quoted(event.raw)], related: [turn.exchange?.asked?.s] });
  },
  message(turn, item, state) {
    const { event, exchange } = turn;
    if (event.k !== 'message' || !event.sse || event.dir !== 's2c') return;
    const { event: name } = event.sse;
    if ((turn.index ?? 0) === 0) {
      if (turn.applies(NAME) && name !== undefined && name !== 'message') turn.report(NAME, { found: [name] });
      if (exchange) first(turn, exchange, item, state);
    }
    if (exchange?.method === 'GET') onGet(turn, exchange, item);
    else if (exchange?.method === 'POST') onPost(turn, exchange, item);
  },
  sse(turn, { x, text, event: name, id, retry }, state) {
    if (turn.applies(NAME) && name !== undefined && name !== 'message') turn.report(NAME, { found: [name] });
    // A comment is no event.
    if (state.begun.has(x) || (id === undefined && retry === undefined && !/^(?:data|event|id)/m.test(text))) return;
    keep(state.begun, x, true, 500);
    if (turn.exchange?.asked?.method === 'initialize' || turn.exchange?.headers.has('last-event-id')) return;
    if (turn.exchange && turn.applies(PRIMING) && (id === undefined || id === ''))
      turn.report(PRIMING, { found: [quoted(text.trim())], related: [turn.exchange.answeredS] });
  },
  http(_turn, { phase, x }, state) {
    if (phase === 'end') state.begun.delete(x);
  },
});

/** The first event of a stream that carries a message: it was not prepared for being resumed. */
function first(
  turn: Turn,
  { x, brought, asked, headers, answeredS }: Exchange,
  item: Decoded,
  { begun }: Streams,
): void {
  if (brought > 0 || begun.has(x) || headers.has('last-event-id')) return;
  // Before its answer is there, the revision is not agreed.
  if (asked?.method === 'initialize' && item.kind !== 'response') return;
  if (turn.facts.gaps) turn.cannotJudge(PRIMING, 'events-missing');
  else if (turn.applies(PRIMING)) turn.report(PRIMING, { found: [quoted(turn.raw)], related: [answeredS] });
}

function onGet(turn: Turn, { headers, s }: Exchange, item: Decoded): void {
  if (item.kind !== 'response' || headers.has('last-event-id') || !turn.applies(GET_RESPONSE)) return;
  turn.report(GET_RESPONSE, { found: [quoted(item.id)], pointer: '/id', related: [s, turn.asked?.s] });
}

const CHANGES = /^notifications\/(?:.{1,100}\/list_changed|resources\/updated)$/;

function onPost(turn: Turn, exchange: Exchange, item: Decoded): void {
  const { asked, x } = exchange;
  // A stream that is there to announce changes.
  if (!asked || asked.method === 'subscriptions/listen') return;
  if (item.kind === 'response') {
    const other = turn.asked ?? turn.late?.asked;
    if (!turn.applies(UNRELATED) || other?.x === undefined || other.x === x) return;
    turn.report(UNRELATED, { found: [`id ${quoted(item.id)}`], pointer: '/id', related: [asked.s, other.s] });
  } else if (item.kind === 'notification') {
    if (!turn.applies(UNRELATED)) return;
    if (CHANGES.test(item.method)) {
      turn.report(UNRELATED, { found: [item.method], pointer: '/method', related: [asked.s] });
      return;
    }
    const token: unknown =
      item.method === 'notifications/progress' && isObject(item.params) ? item.params['progressToken'] : undefined;
    if (typeof token !== 'string' && typeof token !== 'number') return;
    const key = `${typeof token === 'string' ? 's' : 'n'}:${token}`;
    if (asked.token === key || turn.facts.pending.size > 2000) return;
    for (const other of turn.facts.pending.values())
      if (other.dir === 'c2s' && other.token === key && other.x !== x) {
        const related = [asked.s, other.s];
        turn.report(UNRELATED, {
          found: [`progressToken ${quoted(token)}`],
          pointer: '/params/progressToken',
          related,
        });
        return;
      }
  }
}
