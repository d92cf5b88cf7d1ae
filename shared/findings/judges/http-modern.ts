/** Statuses and headers of answers in the per-request era (2026-07-28, basic/transports/streamable-http). */
import { isObject } from '#shared/jsonrpc';
import { definesMethod, ErrorCode, META, metaValue, methodFacts, PER_REQUEST_ERRORS } from '#shared/mcp';
import { RULES as MODERN_HTTP } from '../rules/modern-http.ts';
import { isModern, isProbe, judge, quoted, type Asked, type Exchange, type Turn } from '../judging.ts';

const {
  'http-unknown-method-404': UNKNOWN,
  'http-error-status-400': STATUS_400,
  'http-x-accel-buffering': BUFFERING,
} = MODERN_HTTP;

export const HTTP_MODERN = judge({
  rules: [UNKNOWN, STATUS_400, BUFFERING],
  response(turn, { outcome, error }) {
    if (outcome !== 'error' || turn.revision !== '2026-07-28') return;
    const { exchange } = turn;
    if (!exchange?.asked || exchange.method !== 'POST' || turn.dir !== 's2c') return;
    const { status, asked } = exchange;
    const code = isObject(error) ? error['code'] : undefined;
    const related = [exchange.answeredS, asked.s];
    if (code === ErrorCode.MethodNotFound) {
      if (!isProbe(turn.facts, exchange) && turn.applies(UNKNOWN) && status !== 404)
        turn.report(UNKNOWN, {
          found: [quoted(asked.method), `${String(status)}, -32601`],
          pointer: '/error/code',
          related,
        });
    } else if (PER_REQUEST_ERRORS.includes(code) || (code === ErrorCode.InvalidParams && isAboutMeta(asked, error))) {
      if (turn.applies(STATUS_400) && status !== 400)
        turn.report(STATUS_400, { found: [code, status], pointer: '/error/code', related });
    } else other404(turn, exchange, asked);
  },
  payload(turn, item) {
    const { event, exchange } = turn;
    if (event.k !== 'message' || event.dir !== 's2c' || item.kind === 'response' || exchange?.status !== 404) return;
    if (exchange.asked && exchange.brought === 0) other404(turn, exchange, exchange.asked);
  },
  http(turn, { phase, step }) {
    const { exchange } = turn;
    if (step !== undefined || !exchange || exchange.method !== 'POST' || !isModern(exchange)) return;
    if (phase === 'response' && exchange.stream && turn.applies(BUFFERING) && !exchange.answer.has('x-accel-buffering'))
      turn.report(BUFFERING, { related: [exchange.s] });
    if (phase === 'end' && exchange.status === 404 && exchange.brought === 0 && exchange.asked)
      other404(turn, exchange, exchange.asked);
  },
});

/** 404 without -32601, to a method that the revision does not know. */
function other404(turn: Turn, exchange: Exchange, asked: Asked): void {
  if (exchange.status !== 404 || !isModern(exchange)) return;
  const facts = methodFacts(asked.method);
  if ((facts && definesMethod(facts, asked.revision)) || !turn.applies(UNKNOWN)) return;
  turn.report(UNKNOWN, { found: [quoted(asked.method), '404'], related: [exchange.answeredS, asked.s] });
}

/** The request lacks required members of `_meta`, and the error says so. */
function isAboutMeta({ params, large }: Asked, error: unknown): boolean {
  if (large || !isObject(error)) return false;
  const needed = [META.protocolVersion, META.clientCapabilities];
  if (needed.every((name) => metaValue(params, name) !== undefined)) return false;
  const text = `${String(error['message'])} ${quoted(error['data'])}`;
  return text.length < 4096 && /_meta|protocolVersion|clientCapabilities/i.test(text);
}
