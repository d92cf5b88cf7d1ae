/** How a client asks over Streamable HTTP: what it accepts, what it says of its body, where it asks (basic/transports#sending-messages-to-the-server). */
import { isObject } from '#shared/jsonrpc';
import { RULES as STREAMABLE_HTTP } from '../rules/streamable-http.ts';
import { RULES as HTTP_RESUMING } from '../rules/http-resuming.ts';
import {
  accepted,
  addressOf,
  isProbe,
  isRedacted,
  isSuccess,
  judge,
  mediaType,
  openingPost,
  quoted,
} from '../judging.ts';
import type { Exchange, Turn } from '../judging.ts';

const {
  'http-post-accept': POST_ACCEPT,
  'http-get-accept': GET_ACCEPT,
  'http-endpoint-single': ONE_ENDPOINT,
  'http-notification-202': ACCEPTED,
  'http-202-body': EMPTY,
  'http-rejected-notification-status': REJECTED,
  'http-request-content-type': TYPE,
  'http-json-single-response': SINGLE,
} = STREAMABLE_HTTP;
const { 'http-post-content-type': CONTENT_TYPE } = HTTP_RESUMING;

interface Requests {
  /** Path and query to which the session's first message went, and its event. */
  endpoint: string | undefined;
  s: number;
}

export const HTTP_REQUESTS = judge<Requests>({
  rules: [POST_ACCEPT, GET_ACCEPT, CONTENT_TYPE, ONE_ENDPOINT],
  init: () => ({ endpoint: undefined, s: 0 }),
  message(turn, item, state) {
    const exchange = openingPost(turn);
    if (!exchange) return;
    const { headers, s } = exchange;
    if (turn.applies(POST_ACCEPT)) {
      const accept = headers.get('accept');
      if (!takesBoth(accepted(accept))) turn.report(POST_ACCEPT, { at: s, found: [accept] });
    }
    const type = headers.get('content-type');
    if (turn.applies(CONTENT_TYPE) && mediaType(type) !== 'application/json')
      turn.report(CONTENT_TYPE, { at: s, found: [type] });
    if (item.kind === 'request' && item.method === 'initialize') state.endpoint = undefined;
    sameEndpoint(turn, exchange, state);
  },
  http(turn, event, state) {
    const { exchange } = turn;
    if (event.step !== undefined || !exchange || event.phase === 'response' || event.phase === 'end') return;
    // Where a redirect leads is the server's choice.
    if (event.phase !== 'request') return void (state.endpoint = undefined);
    if (exchange.method === 'GET') {
      const accept = exchange.headers.get('accept');
      if (turn.applies(GET_ACCEPT) && !accepted(accept).includes('text/event-stream'))
        turn.report(GET_ACCEPT, { found: [accept] });
      // Before anything is agreed, a GET may look for HTTP+SSE elsewhere.
      const { handshake } = turn.facts;
      if (handshake === 'answered' || handshake === 'done') sameEndpoint(turn, exchange, state);
    } else if (exchange.method === 'DELETE') sameEndpoint(turn, exchange, state);
  },
  connection(_turn, event, state) {
    if (event.event === 'restarted') state.endpoint = undefined;
  },
});

/** The header has to name both; a range that covers one counts as its name. */
function takesBoth(types: readonly string[]): boolean {
  if (types.includes('*/*')) return true;
  const takes = (type: string, range: string): boolean => types.includes(type) || types.includes(range);
  return takes('application/json', 'application/*') && takes('text/event-stream', 'text/*');
}

function sameEndpoint(turn: Turn, { url, s }: Exchange, state: Requests): void {
  if (!turn.applies(ONE_ENDPOINT)) return;
  if (isRedacted(url)) return void turn.cannotJudge(ONE_ENDPOINT, 'redacted');
  const address = addressOf(url);
  if (!address) return;
  const endpoint = address.pathname + address.search;
  if (state.endpoint === undefined) {
    state.endpoint = endpoint;
    state.s = s;
  } else if (state.endpoint !== endpoint)
    turn.report(ONE_ENDPOINT, { at: s, found: [endpoint, state.endpoint], related: [state.s] });
}

const length = ({ answer }: Exchange): number => Number(answer.get('content-length') ?? 0);
const TYPES = ['application/json', 'text/event-stream'];

/** It carries nothing that is answered. */
const onlyTells = ({ requests, notifications, responses }: Exchange, revision: string | undefined): boolean =>
  requests === 0 && notifications + (revision === '2026-07-28' ? 0 : responses) > 0;

/** What a server answers to a POST, and with which status (basic/transports#sending-messages-to-the-server). */
export const HTTP_REPLIES = judge({
  rules: [ACCEPTED, EMPTY, REJECTED, TYPE, SINGLE],
  http(turn, { phase, step, by }) {
    const { exchange } = turn;
    if (step !== undefined || exchange?.method !== 'POST') return;
    if (phase === 'end' && by === 'server') return empty(turn, exchange);
    if (phase !== 'response') return;
    const { status, s, requests, answer } = exchange;
    if (status === 202 && turn.applies(EMPTY) && length(exchange) > 0)
      turn.report(EMPTY, { found: [`Content-Length: ${answer.get('content-length') ?? ''}`], related: [s] });
    if (!isSuccess(status)) return;
    if (onlyTells(exchange, turn.revision) && turn.applies(ACCEPTED) && status !== 202)
      turn.report(ACCEPTED, { found: [status], related: [s] });
    if (requests > 0 && !isProbe(turn.facts, exchange) && turn.applies(TYPE)) {
      const type = answer.get('content-type');
      if (!TYPES.includes(mediaType(type)))
        turn.report(TYPE, { found: [status, type], related: [s, exchange.asked?.s] });
    }
  },
  payload(turn, item) {
    const { event, exchange } = turn;
    if (event.k !== 'message' || event.dir !== 's2c' || exchange?.method !== 'POST' || exchange.brought > 0) return;
    const { status, requests, answer, asked, s, answeredS } = exchange;
    if (status === 202) notEmpty(turn, exchange);
    if (exchange.stream && !event.sse && asked && item.kind !== 'malformed' && turn.applies(TYPE))
      return turn.report(TYPE, { found: [status, answer.get('content-type'), 'JSON'], related: [answeredS, asked.s] });
    if (event.sse || event.unterminated || requests === 0 || !isSuccess(status)) return;
    if (mediaType(answer.get('content-type')) !== 'application/json') return;
    // Of the answer to `initialize` the revision is not agreed yet, and one to a probe may be an older server's.
    if (!asked || asked.method === 'initialize' || isProbe(turn.facts, exchange) || !turn.applies(SINGLE)) return;
    const related = [asked.s, s];
    if (item.kind !== 'response')
      turn.report(SINGLE, { found: [quoted(turn.raw), quoted(asked.id)], pointer: '', related });
    else if (item.key !== undefined && item.key !== asked.key && requests === 1)
      turn.report(SINGLE, { found: [`"id": ${quoted(item.id)}`, quoted(asked.id)], pointer: '/id', related });
  },
  response(turn, { outcome, error }) {
    const { event, exchange } = turn;
    if (event.k !== 'message' || event.dir !== 's2c' || event.sse || exchange?.method !== 'POST') return;
    if (!isSuccess(exchange.status) || !onlyTells(exchange, '') || !turn.applies(REJECTED)) return;
    if (outcome === 'error')
      turn.report(REJECTED, {
        found: [exchange.status, isObject(error) ? error['code'] : undefined],
        related: [exchange.s, exchange.answeredS],
      });
  },
  body(turn, { dir }) {
    const { exchange } = turn;
    if (dir === 's2c' && exchange?.method === 'POST' && exchange.status === 202) notEmpty(turn, exchange);
  },
});

/** A body of JSON ended before it began. */
function empty(turn: Turn, exchange: Exchange): void {
  const { asked, status, answer, answeredS, brought, requests } = exchange;
  if (!asked || requests !== 1 || brought > 0 || !isSuccess(status) || isProbe(turn.facts, exchange)) return;
  if (mediaType(answer.get('content-type')) !== 'application/json' || turn.facts.gaps) return;
  turn.judgeAs(asked.revision || (turn.facts.offered ?? ''), () => {
    if (turn.applies(SINGLE))
      turn.report(SINGLE, { found: [undefined, quoted(asked.id)], related: [asked.s, answeredS] });
  });
}

function notEmpty(turn: Turn, exchange: Exchange): void {
  // A length in the head was reported at the head.
  if (length(exchange) > 0) return;
  const { event } = turn;
  if (event.k !== 'message' && event.k !== 'body') return;
  const { raw: text = '', b64 = '' } = event;
  if (text + b64 === '') return;
  if (turn.applies(EMPTY)) turn.report(EMPTY, { found: [quoted(text)], related: [exchange.answeredS] });
}
