/**
 * The address that a person opens. Under the host's own name there is nothing of another program. Under `localhost` a program that
 * had this port before may have left pages and scripts of its own in the browser's cache, good for a year: there the address differs
 * each time, which no cache knows, and its answer has the browser drop what it cached of this port before it loads anything else
 * (Clear Site Data, section 3.1).
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { lastingOrigin } from '#shared/relay-protocol';

/** The member of the query that makes an address differ. It is no secret; the page takes it away. */
const FRESH = 'fresh';

/** The address of a relay's page with an opening token. */
export function addressOf(origin: string, token: string): string {
  const fresh = lastingOrigin(origin) === origin ? `?${FRESH}=${randomBytes(12).toString('base64url')}` : '';
  return `${origin}/${fresh}#token=${token}`;
}

/** What the answer to a request says of the browser's cache. */
export function cacheHeaders({ url = '' }: Pick<IncomingMessage, 'url'>): OutgoingHttpHeaders {
  const [path, query] = url.split('?');
  return path === '/' && new URLSearchParams(query).has(FRESH) ? { 'Clear-Site-Data': '"cache"' } : {};
}
