/** What judges ask of an HTTP exchange, and of the texts in it. */
import { isUrl } from '#shared/base';
import type { Decoded } from '#shared/jsonrpc';
import { eraOf } from '#shared/mcp';
import type { Exchange, SessionFacts } from './session-facts.ts';
import type { Turn } from './turn.ts';

/** The media type of a `Content-Type`, without its parameters, in lower case. */
export const mediaType = (value = ''): string => (value.split(';', 1)[0] ?? '').trim().toLowerCase();

/** The media types that an `Accept` names. */
export const accepted = (value = ''): readonly string[] => value.split(',').map(mediaType);

export const isSuccess = (status = 0): boolean => status >= 200 && status < 300;

/** A status that says nothing of the protocol: who asks is refused, or something before the server answers. */
export const isElsewhere = (status = 0): boolean =>
  status < 200 || (status >= 300 && status < 400) || [401, 403, 407, 429, 502, 503, 504].includes(status);

/** It carries a request of the per-request era. */
export const isModern = ({ asked }: Exchange): boolean =>
  asked !== undefined && eraOf(asked.revision) === 'per-request';

/** It asks a server of which nothing is known yet for its era: what an older one answers breaks nothing. */
export const isProbe = ({ server, handshake }: SessionFacts, { asked }: Exchange): boolean =>
  asked?.method === 'server/discover' && (server === undefined || handshake !== 'none');

/** The exchange of a POST at the first message that it carries: only then is it known what it is for. */
export function openingPost({ dir, exchange, index }: Turn): Exchange | undefined {
  if (dir !== 'c2s' || exchange?.method !== 'POST' || (index !== undefined && index > 0)) return undefined;
  return exchange.requests + exchange.notifications + exchange.responses === 0 ? exchange : undefined;
}

/** A sessionless server may serve each POST by its own program: requests and ids in one answer are unrelated to those in another, `x`. */
export function isApart({ dir, exchange, facts }: Turn, x: string | undefined): boolean {
  return dir === 's2c' && exchange?.method === 'POST' && facts.session === undefined && x !== exchange.x;
}

/** An address whole, or undefined for what is none. */
export function addressOf(url: string, base?: string): URL | undefined {
  return isUrl(url, base) ? new URL(url, base) : undefined;
}

/** True for an address of metadata (RFC 8615): what goes there is none of the messages of the protocol. */
export const isWellKnown = (url: string): boolean =>
  url.includes('/.well-known/') && addressOf(url)?.pathname.startsWith('/.well-known/') === true;

export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host);

/**
 * True for the body of an HTTP answer that only a web server or framework would send: beside an error status, or to what asked for
 * nothing (`{"detail":"Not Found"}`, a page of HTML). The protocol lets such a body be anything (basic/transports#streamable-http).
 */
export function isForeign({ event, exchange, facts }: Turn, { kind, faults }: Decoded): boolean {
  if (!exchange || event.k !== 'message' || event.dir !== 's2c' || event.sse !== undefined) return false;
  const { status = 200, requests } = exchange;
  // HTTP+SSE brings messages as events only; what stands beside 202 there and elsewhere is a courtesy.
  if (status === 200 && requests > 0 && facts.transport !== 'sse') return false;
  return kind === 'malformed' || faults.includes('missing-jsonrpc') || faults.includes('not-an-object');
}
