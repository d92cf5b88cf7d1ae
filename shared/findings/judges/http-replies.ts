/** What a server answers to a POST, and with which status (basic/transports#sending-messages-to-the-server). */
import { isObject } from '#shared/jsonrpc';
import { RULES as STREAMABLE_HTTP } from '../rules/streamable-http.ts';
import { isProbe, isSuccess, judge, mediaType, quoted, type Exchange, type Turn } from '../judging.ts';

const {
  'http-notification-202': ACCEPTED,
  'http-202-body': EMPTY,
  'http-rejected-notification-status': REJECTED,
  'http-request-content-type': TYPE,
  'http-json-single-response': SINGLE,
} = STREAMABLE_HTTP;

const length = ({ answer }: Exchange): number => Number(answer.get('content-length') ?? 0);
const TYPES = ['application/json', 'text/event-stream'];

/** It carries nothing that is answered. */
const onlyTells = ({ requests, notifications, responses }: Exchange, revision: string | undefined): boolean =>
  requests === 0 && notifications + (revision === '2026-07-28' ? 0 : responses) > 0;

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
