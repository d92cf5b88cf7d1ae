/** One request by Node's client. `fetch` adds hidden headers, changes their case and ends SSE after 5 quiet minutes. */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { ownPhrase, type HeaderPairs } from '#shared/recording';
import { beginRequest, passedBy, type Way } from './begin-request.ts';
import { decoderFor } from './decoder.ts';
import { diagnosed } from './diagnose-tls.ts';
import type { NetworkProblem } from './failure.ts';
import { assertReachable, guardedLookup, type Guard } from './guarded-lookup.ts';
import { notePlace } from './places.ts';
import { proxyCredentials, type Proxy } from './proxies.ts';
import { defaultRoute, type NetworkRoute } from './network-route.ts';
import { refused, unreached } from './tunnel.ts';

export interface HopRequest {
  readonly method: string;
  readonly headers: HeaderPairs;
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
  /** Called when the request is sent again: the server had closed the idle connection, with this system error. */
  readonly onRetry?: (error: string) => void;
  /** A server sent us there: the networks that it may send to. Such a request shares its connection with no other. */
  readonly guard?: Guard;
  /** By default, the route of everything without a connection. */
  readonly road?: NetworkRoute;
}
export interface HopResponse {
  readonly status: number;
  /** The reason phrase, where it differs from the standard one. */
  readonly phrase?: string | undefined;
  /** As they came: case, order and repetition kept. */
  readonly headers: HeaderPairs;
  /** Decompressed when the server compressed it. */
  readonly body: Readable;
  readonly problem?: NetworkProblem;
  /** Why the server's certificate is not trusted; the settings accepted it all the same. */
  readonly unverified?: string;
  /** Drop the rest of the body; a short one is drained, so that the connection can be reused. */
  discard(): void;
}

/** Milliseconds after which a broken connection was not idle: the server has the request and may have acted on it. */
const RACE_MS = 3000;
/** Bytes of an unwanted body that are read so that the connection can be reused. */
const DRAINED = 64 * 1024;

/**
 * Send one request and wait for the head of its response. Rejects with the system's error or a `NetworkFailure`, or when `signal`
 * aborts. A request that met a connection which the server had just closed for being idle is sent once more on a fresh one (RFC 9112,
 * 9.3.1).
 */
export async function hop(url: URL, request: HopRequest): Promise<HopResponse> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`not an HTTP address: ${url.href}`);
  const { guard, road = defaultRoute, signal } = request;
  const proxy = road.proxyFor(url);
  const way = { road, proxy };
  try {
    if (guard) {
      if (proxy) await assertReachable(url.hostname, guard);
      return await attempt(url, request, { ...way, fresh: true });
    }
    try {
      return await attempt(url, request, { ...way, fresh: false });
    } catch (error) {
      if (!(error instanceof ClosedIdle)) throw error;
      request.onRetry?.(error.message);
      return await attempt(url, request, { ...way, fresh: true });
    }
  } catch (error) {
    throw signal.aborted || guard ? error : await diagnosed(error, url, { ...way, signal });
  }
}

/** The server closed an idle connection just as the request was sent. */
class ClosedIdle extends Error {}

function attempt(
  url: URL,
  { method, headers, body, signal, guard }: HopRequest,
  { road, proxy, fresh }: Way,
): Promise<HopResponse> {
  const byProxy = passedBy(url, proxy);
  return new Promise((resolve, reject) => {
    const request = beginRequest(url, { road, proxy, fresh }, signal, {
      method,
      // The person chose the proxy: its name is not checked.
      ...(guard && !proxy ? { lookup: guardedLookup(guard) } : {}),
    });
    const began = performance.now();
    let read = 0;
    let connected = false;
    request.on('socket', (socket) => {
      read = socket.bytesRead;
      connected = !socket.connecting;
      // A reused connection does not emit this again, and would gather listeners.
      if (!connected) socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => (connected = true));
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const { code = '' } = error;
      const silent = request.socket === null || request.socket.bytesRead === read;
      const closedIdle = request.reusedSocket && silent && performance.now() - began < RACE_MS;
      if (closedIdle && ['ECONNRESET', 'EPIPE'].includes(code)) reject(new ClosedIdle(code));
      else reject(byProxy && !connected && !signal.aborted ? unreached(byProxy, error) : error);
    });
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      if (!proxy) notePlace(url.origin, response.socket.remoteAddress);
      road.noteAnswer(url);
      const body = decompressed(response);
      const unverified = byProxy ? undefined : unverifiedOf(response);
      resolve({
        status,
        phrase: ownPhrase(status, response.statusMessage),
        headers: pairsOf(response.rawHeaders),
        body,
        ...(byProxy && status === 407 ? { problem: refused(byProxy, status, '', url.host) } : {}),
        ...(unverified === undefined ? {} : { unverified }),
        discard: () => discard(response, body),
      });
    });
    try {
      if (byProxy) addressTo(request, url, byProxy);
      setHeaders(request, headers);
    } catch (error) {
      // A name or value that HTTP does not allow: the connection that was begun is given up.
      request.destroy();
      throw error;
    }
    request.end(body);
  });
}

/** The part of the head that the proxy reads. The credentials are for it alone, and in no recording. */
function addressTo(request: ClientRequest, url: URL, proxy: Proxy): void {
  request.setHeader('Host', url.host);
  const credentials = proxyCredentials(proxy);
  if (credentials !== undefined) request.setHeader('Proxy-Authorization', credentials);
}

function unverifiedOf({ socket }: IncomingMessage): string | undefined {
  if (!(socket instanceof TLSSocket) || socket.authorized) return undefined;
  // A code, in spite of its type; of a name that does not fit, an error.
  const error = socket.authorizationError as unknown;
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}

function discard(response: IncomingMessage, body: Readable): void {
  let length = 0;
  response.unpipe();
  // Nobody reads this body, so nobody else would hear that it broke.
  for (const stream of [response, body]) stream.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > DRAINED) response.destroy();
  });
  response.resume();
}

function setHeaders(request: ClientRequest, headers: HeaderPairs): void {
  const seen = new Set<string>();
  for (const [name, value] of headers) {
    // Setting replaces what Node would send by itself; a name that comes again is a second header.
    if (seen.has(name.toLowerCase())) request.appendHeader(name, value);
    else request.setHeader(name, value);
    seen.add(name.toLowerCase());
  }
}

/** Pairs of names and values, from Node's single list. */
export function pairsOf(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}

function decompressed(response: IncomingMessage): Readable {
  const decoder = decoderFor(response.headers['content-encoding']);
  if (!decoder) return response;
  response.on('error', (error) => decoder.destroy(error));
  return response.pipe(decoder);
}
