/** `MCP-Protocol-Version` after a handshake (2025-06-18 and later, basic/transports#protocol-version-header). */
import { isObject } from '#shared/jsonrpc';
import { SPEC_REVISIONS } from '#shared/mcp';
import { RULES as STREAMABLE_HTTP } from '../rules/http-sessions.ts';
import { isElsewhere, isModern, judge, openingPost, quoted, type Exchange, type Turn } from '../judging.ts';

const {
  'http-version-header-missing': SENT,
  'http-version-header-negotiated': NEGOTIATED,
  'http-version-header-invalid-400': REFUSED,
} = STREAMABLE_HTTP;
const NAME = 'mcp-protocol-version';
const LATEST = SPEC_REVISIONS.at(-1) ?? '';

interface Versions {
  /** What `initialize` agreed on, word for word, and where. */
  agreed: string | undefined;
  s: number | undefined;
}

export const HTTP_VERSION = judge<Versions>({
  rules: [SENT, NEGOTIATED, REFUSED],
  init: () => ({ agreed: undefined, s: undefined }),
  answers: {
    initialize(turn, { result }, state) {
      const version = isObject(result) ? result['protocolVersion'] : undefined;
      state.agreed = typeof version === 'string' ? version : undefined;
      state.s = turn.s;
    },
  },
  message(turn, item, state) {
    const exchange = openingPost(turn);
    if (exchange && !(item.kind === 'request' && item.method === 'initialize')) asks(turn, exchange, state);
  },
  http(turn, { phase, step }, state) {
    const { exchange } = turn;
    if (step !== undefined || !exchange) return;
    if (phase === 'request' && (exchange.method === 'GET' || exchange.method === 'DELETE')) asks(turn, exchange, state);
    if (phase === 'response') answered(turn, exchange, state);
  },
  connection(_turn, { event }, state) {
    if (event === 'restarted') state.agreed = undefined;
  },
});

function asks(turn: Turn, { headers, s }: Exchange, state: Versions): void {
  const { handshake } = turn.facts;
  if (state.agreed === undefined || (handshake !== 'answered' && handshake !== 'done')) return;
  const version = headers.get(NAME);
  const about = { at: s, found: [quoted(version), quoted(state.agreed)], related: [state.s] };
  if (version === undefined) {
    if (turn.applies(SENT)) turn.report(SENT, about);
  } else if (turn.applies(NEGOTIATED) && version !== state.agreed) turn.report(NEGOTIATED, about);
}

function answered(turn: Turn, exchange: Exchange, { agreed }: Versions): void {
  const { headers, status, s, method } = exchange;
  const version = headers.get(NAME);
  if (version === undefined || version === agreed || isModern(exchange) || !turn.applies(REFUSED)) return;
  // A server may know more than is published: the first revision of all, drafts, what comes after the latest.
  const date = /^\d{4}-\d{2}-\d{2}$/.test(version);
  if (version === '2024-10-07' || /^draft/i.test(version) || (date && version > LATEST)) return;
  if (SPEC_REVISIONS.some((each) => each === version) || status === 400 || isElsewhere(status)) return;
  // No such address for the method, no such session: seen before the version is.
  if ((status === 405 && method !== 'POST') || (status === 404 && headers.has('mcp-session-id'))) return;
  turn.report(REFUSED, { found: [quoted(version), status], related: [s] });
}
