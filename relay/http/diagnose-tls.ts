/**
 * A connection that is reset without a word: whether TLS is spoken there where it was not expected, or was refused for want of a
 * certificate. A request is written before the server's alert is read, and the reset that follows can take the alert away; a
 * handshake alone gets to see it.
 */
import { isIP } from 'node:net';
import { connect as tlsConnect, type ConnectionOptions } from 'node:tls';
import { failureOf, NetworkFailure } from './failure.ts';
import type { Proxy } from './proxies.ts';
import type { NetworkRoute } from './network-route.ts';
import { openTunnel, throughTunnel } from './tunnel.ts';

const LIMIT_MS = 1000;
const SILENT = ['ECONNRESET', 'EPIPE', 'ECONNABORTED'];

/** The error itself, or what a handshake with the same server shows. Never rejects. */
export async function diagnosed(
  error: unknown,
  url: URL,
  {
    road,
    proxy,
    signal,
  }: { readonly road: NetworkRoute; readonly proxy: Proxy | undefined; readonly signal: AbortSignal },
): Promise<unknown> {
  const { code = '' } = error as NodeJS.ErrnoException;
  const plainProxied = proxy !== undefined && url.protocol === 'http:';
  if (error instanceof NetworkFailure || !SILENT.includes(code) || plainProxied || road.hasAnswered(url)) return error;
  const { detail } = failureOf(error);
  const seen = await handshake(url, road, proxy, signal).catch(() => 'nothing' as const);
  if (url.protocol === 'http:')
    return seen === 'done'
      ? new NetworkFailure('tls-expected', `${detail}; a TLS handshake with ${url.host} succeeds`, error)
      : error;
  if (typeof seen === 'object') {
    const failure = failureOf(seen.error);
    if (failure.reason !== 'http-unreachable') return new NetworkFailure(failure.reason, failure.detail, error);
  }
  if (seen === 'nothing' || seen === 'done') return error;
  return new NetworkFailure(road.showsCertificate(url) ? 'tls-client-refused' : 'tls-closed', detail, error);
}

type Seen = 'done' | 'closed' | 'nothing' | { readonly error: unknown };

/** The result of a handshake after which nothing is sent: `done` when the server then waits. */
async function handshake(url: URL, road: NetworkRoute, proxy: Proxy | undefined, signal: AbortSignal): Promise<Seen> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  // Without a name a server that has several may show another one's face (RFC 6066, section 3).
  const named = isIP(host) === 0 ? { servername: host } : {};
  const options: ConnectionOptions = { host, ...named, ...road.tls(url), rejectUnauthorized: false };
  const socket = proxy
    ? tlsConnect(throughTunnel(options, await openTunnel(proxy, { host, port }, { tls: road.proxyTls, signal })))
    : tlsConnect({ ...options, port: Number(port) });
  let secure = false;
  try {
    return await new Promise<Seen>((resolve) => {
      const stop = (): void => resolve(secure ? 'done' : 'nothing');
      const timer = setTimeout(stop, LIMIT_MS);
      signal.addEventListener('abort', stop, { once: true });
      socket.on('secureConnect', () => {
        secure = true;
        // A server that speaks HTTP is recognized already.
        if (url.protocol === 'http:') resolve('done');
      });
      socket.on('error', (error) => resolve({ error }));
      socket.on('close', () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        resolve('closed');
      });
      socket.resume();
    });
  } finally {
    socket.destroy();
  }
}
