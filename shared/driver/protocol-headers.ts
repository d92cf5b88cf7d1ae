/** The headers that the protocol asks of a message over Streamable HTTP, beyond `Content-Type` and `Accept`. */
import { decodeText, memberText } from '#shared/jsonrpc';
import { eraOf, META, metaValue, mirroredHeaders, sendsVersionHeader } from '#shared/mcp';
import type { HeaderPairs } from '#shared/recording';
import type { SessionState } from '#shared/session';
import type { Policy } from './policy.ts';
import { perRequestRevision } from './request.ts';

/**
 * The headers of the revision in force: session and version, or those that repeat parts of the message (2026-07-28,
 * basic/transports/streamable-http#request-metadata). `initialize` opens a new session, so it carries neither. Without a
 * text they are those of a GET or DELETE.
 */
export function protocolHeaders(state: Readonly<SessionState>, policy: Policy, text?: string): HeaderPairs {
  const { httpSession, revision, era, lists } = state;
  const decoded = text === undefined ? undefined : decodeText(text);
  if (decoded?.kind === 'request' && decoded.method === 'initialize') return [];
  const params = decoded && 'method' in decoded ? (decoded.params ?? largeParams(decoded, text)) : undefined;
  const named = metaValue(params, META.protocolVersion);
  const perRequest =
    typeof named === 'string' && eraOf(named) === 'per-request' && era?.era !== 'handshake'
      ? named
      : perRequestRevision(state, policy);
  if (perRequest !== undefined && text !== undefined) {
    const message = decoded && 'method' in decoded ? { method: decoded.method, params } : undefined;
    return mirroredHeaders(message, perRequest, lists.tools.items.all);
  }
  return [
    ...(httpSession === undefined ? [] : [['Mcp-Session-Id', httpSession] as const]),
    ...(revision !== undefined && sendsVersionHeader(revision) ? [['MCP-Protocol-Version', revision] as const] : []),
  ];
}

/** Parameters of a message that is too long to be decoded whole: the headers need them all the same. */
function largeParams({ large }: { readonly large?: true }, text = ''): unknown {
  const params = large ? memberText(text, ['params']) : undefined;
  return params === undefined ? undefined : (JSON.parse(params) as unknown);
}
