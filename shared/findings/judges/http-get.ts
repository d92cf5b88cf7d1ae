/** What a server answers to GET and DELETE (basic/transports#listening-for-messages-from-the-server). */
import { isObject } from '#shared/jsonrpc';
import { eraOf } from '#shared/mcp';
import { RULES as MODERN_HTTP } from '../rules/modern-http.ts';
import { RULES as STREAMABLE_HTTP } from '../rules/streamable-http.ts';
import { accepted, addressOf, isElsewhere, isSuccess, judge, mediaType, type Exchange, type Turn } from '../judging.ts';

const { 'http-get-405': STREAM_OR_405 } = STREAMABLE_HTTP;
const { 'http-get-delete-modern': ONLY_405 } = MODERN_HTTP;

interface Gets {
  /** Event in which the server named only revisions of the per-request era. */
  modernOnly: number | undefined;
  /** Path to which messages go. */
  endpoint: string | undefined;
  /** GET of the session in force got 404, which means that the session is over, unless the server still serves it. */
  lost: { readonly id: string; readonly s: number; readonly asked: number } | undefined;
}

export const HTTP_GET = judge<Gets>({
  rules: [STREAM_OR_405, ONLY_405],
  init: () => ({ modernOnly: undefined, endpoint: undefined, lost: undefined }),
  answers: {
    'server/discover'(turn, { result }, state) {
      const versions: unknown = isObject(result) ? result['supportedVersions'] : undefined;
      const only = Array.isArray(versions) && versions.length > 0 && versions.every(isModernVersion);
      state.modernOnly = only ? turn.s : undefined;
    },
  },
  http(turn, { phase, step }, state) {
    const { exchange } = turn;
    if (step !== undefined || !exchange) return;
    if (phase === 'request' && exchange.method === 'POST') state.endpoint = addressOf(exchange.url)?.pathname;
    if (phase === 'response' && state.lost && exchange.method === 'POST') goesOn(turn, exchange, state);
    if (phase !== 'response' || (exchange.method !== 'GET' && exchange.method !== 'DELETE')) return;
    if (isElsewhere(exchange.status)) return;
    if (exchange.method === 'GET') streamOr405(turn, exchange, state);
    if (state.modernOnly === undefined || addressOf(exchange.url)?.pathname !== state.endpoint) return;
    if (turn.applies(ONLY_405) && exchange.status !== 405)
      turn.report(ONLY_405, { found: [exchange.method, exchange.status], related: [exchange.s, state.modernOnly] });
  },
});

const isModernVersion = (version: unknown): boolean => typeof version === 'string' && eraOf(version) === 'per-request';

/** A session that was answered with 404 is served after all. */
function goesOn(turn: Turn, { headers, status, s }: Exchange, state: Gets): void {
  const { lost } = state;
  if (!lost || headers.get('mcp-session-id') !== lost.id || s < lost.s) return;
  state.lost = undefined;
  if (isSuccess(status) && turn.applies(STREAM_OR_405))
    turn.report(STREAM_OR_405, { at: lost.s, found: [404, undefined], related: [lost.asked] });
}

function streamOr405(turn: Turn, { headers, status = 0, answer, s }: Exchange, state: Gets): void {
  const { handshake, session } = turn.facts;
  // Before anything is agreed the address need not be one of the protocol.
  if (handshake !== 'answered' && handshake !== 'done') return;
  if (!accepted(headers.get('accept')).includes('text/event-stream') || !turn.applies(STREAM_OR_405)) return;
  if (status === 405 || (status === 200 && mediaType(answer.get('content-type')) === 'text/event-stream')) return;
  const id = headers.get('mcp-session-id');
  // A session that is over, one that is not named, an event that is no longer known: the client's affair.
  if (status === 404 && id !== undefined) {
    if (id === session && !headers.has('last-event-id')) state.lost = { id, s: turn.s, asked: s };
    return;
  }
  if (status === 400 && (id !== session || headers.has('last-event-id'))) return;
  if (status >= 400 && headers.has('last-event-id')) return;
  turn.report(STREAM_OR_405, { found: [status, answer.get('content-type')], related: [s] });
}
