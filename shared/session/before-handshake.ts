/** Requests and batches that come before the handshake allows them (2024-11-05 to 2025-11-25, basic/lifecycle#initialization). */
import type { Decoded, DecodedRequest } from '#shared/jsonrpc';
import { META, metaValue } from '#shared/mcp';
import type { MessageEvent } from '#shared/recording';
import type { SessionState } from './session-state.ts';

/** Requests that open a session, or may be sent at any time. */
const ALLOWED: ReadonlySet<string> = new Set(['initialize', 'server/discover', 'ping']);

/** True while `initialize` was not answered, as far as this log can tell: one that began later says nothing of it. */
function notAgreed(state: SessionState, event: MessageEvent): boolean {
  if (state.revision !== undefined || state.era?.era === 'per-request') return false;
  return state.offered !== undefined || event.by === 'user';
}

/**
 * True for a request of the client other than `ping` before the server answered `initialize`, and for one of the server before the
 * client said `notifications/initialized`. Requests that name their protocol version need no handshake (2026-07-28).
 */
export function isBeforeHandshake(
  state: SessionState,
  event: MessageEvent,
  { method, params }: DecodedRequest,
): boolean {
  if (ALLOWED.has(method) || metaValue(params, META.protocolVersion) !== undefined) return false;
  if (event.dir === 'c2s') return notAgreed(state, event);
  const { offered, initialized, initializedIn, era } = state;
  return offered !== undefined && era?.era !== 'per-request' && !initialized && initializedIn === undefined;
}

/** True for a batch before the revision is agreed on, or one with `initialize` in it, which no revision allows. */
export function isBatchTooEarly(state: SessionState, event: MessageEvent, items: readonly Decoded[]): boolean {
  const opens = items.some((item) => item.kind === 'request' && item.method === 'initialize');
  return opens || (event.dir === 'c2s' && notAgreed(state, event));
}
