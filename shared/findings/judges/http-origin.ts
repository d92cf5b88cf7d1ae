/** Requests of foreign pages, as DNS rebinding makes them (basic/transports#security-warning). */
import { RULES as STREAMABLE_HTTP } from '../rules/http-sessions.ts';
import { addressOf, isLoopback, isSuccess, judge, type Exchange, type Turn } from '../judging.ts';

const { 'http-origin-unchecked': CHECKED, 'http-origin-403': WITH_403 } = STREAMABLE_HTTP;

export const HTTP_ORIGIN = judge({
  interestedIn: { payload: ({ http }) => http },
  rules: [CHECKED, WITH_403],
  http(turn, { phase, step }) {
    const { exchange } = turn;
    if (phase !== 'response' || step !== undefined || !exchange) return;
    const origin = foreign(exchange);
    if (origin === undefined || !turn.applies(CHECKED) || !isSuccess(exchange.status)) return;
    // Elsewhere a server may well have pages on another host; on this machine no page of the web is its own.
    if (isLoopback(addressOf(exchange.url)?.hostname ?? '') && !isLoopback(addressOf(origin)?.hostname ?? ''))
      turn.report(CHECKED, { found: [origin, exchange.status], related: [exchange.s] });
  },
  payload(turn) {
    const { event } = turn;
    if (event.k === 'message' && event.dir === 's2c' && event.x !== undefined) refused(turn, event.raw);
  },
  body(turn, { dir, raw }) {
    if (dir === 's2c') refused(turn, raw);
  },
});

/** The origin that a request names, where it is another host's. */
function foreign({ headers, url }: Exchange): string | undefined {
  const origin = headers.get('origin');
  if (origin === undefined) return undefined;
  const [from, to] = [addressOf(origin), addressOf(url)];
  return from && to && from.hostname !== to.hostname ? origin : undefined;
}

/** The body of a refusal that speaks of the origin. */
function refused(turn: Turn, text = ''): void {
  const { exchange } = turn;
  const { status = 0 } = exchange ?? {};
  if (!exchange || status < 400 || status >= 500 || exchange.brought > 0) return;
  const origin = foreign(exchange);
  if (origin === undefined || text.length > 4096 || !/\borigin\b/i.test(text) || !turn.applies(WITH_403)) return;
  if (status !== 403) turn.report(WITH_403, { found: [status, origin], related: [exchange.s, exchange.answeredS] });
}
