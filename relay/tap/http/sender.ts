/** What a request tells of the client that sent it, and of the session that it means. */
import { isUrl } from '#shared/base';
import { isObject, parsedObject } from '#shared/jsonrpc';
import { eraOf, META } from '#shared/mcp';
import { headerOf, type HeaderPairs } from '#shared/recording';

/** `2025-11-25`, basic/transports#session-management. */
export const SESSION_HEADER = 'mcp-session-id';

export interface Sender {
  readonly client: number;
  readonly agent: string | undefined;
  /** The name of the client in the message (`clientInfo`). */
  readonly name: string | undefined;
  /** `Mcp-Session-Id` (2025-11-25, basic/transports#session-management). */
  readonly session: string | undefined;
  readonly path: string;
  readonly isInitialize: boolean;
  /** A revision without sessions (2026-07-28, basic/index#meta). */
  readonly isModern: boolean;
}

const LOOKED_INTO = 1024 * 1024;

/** Never throws. */
export function senderOf(client: number, url: string, headers: HeaderPairs, text: string): Sender {
  const message = text.length > LOOKED_INTO ? undefined : parsedObject(text);
  const params = isObject(message?.['params']) ? message['params'] : {};
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const info = params['clientInfo'] ?? meta[META.clientInfo];
  const version = meta[META.protocolVersion] ?? headerOf(headers, 'mcp-protocol-version');
  const { pathname, search } = new URL(url);
  return {
    client,
    agent: headerOf(headers, 'user-agent'),
    name: isObject(info) && typeof info['name'] === 'string' ? info['name'] : undefined,
    session: headerOf(headers, SESSION_HEADER),
    path: `${pathname}${search}`,
    isInitialize: message?.['method'] === 'initialize',
    isModern: typeof version === 'string' && eraOf(version) === 'per-request',
  };
}

/** Path and query of an address relative to `at`; undefined for what is no address. */
export function pathIn(address: string, at: string): string | undefined {
  if (!isUrl(address, at)) return undefined;
  const { pathname, search } = new URL(address, at);
  return `${pathname}${search}`;
}
