/**
 * One HTTP request over Node's own client. Node's `fetch` would add headers that nobody sees, change the case of those
 * that come back, and end a quiet SSE stream after five minutes.
 */
import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { HeaderPairs } from '#shared/recording';
import { notePlace } from './places.ts';

export interface HopRequest {
  readonly method: string;
  readonly headers: HeaderPairs;
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
  /** Told that the request is sent once more: the server had closed the idle connection, with the system's word for it. */
  readonly onRetry?: (error: string) => void;
  /** Finds addresses in place of the system. Such a request shares its connection with no other. */
  readonly lookup?: LookupFunction;
}
export interface HopResponse {
  readonly status: number;
  /** As they came: case, order and repetition kept. */
  readonly headers: HeaderPairs;
  /** Decompressed when the server compressed it. */
  readonly body: Readable;
  /** Give the body up unread; a short one is drained, so that the connection can be used again. */
  discard(): void;
}

// Many servers close a connection after five idle seconds; whoever uses it at that moment loses a message. The time says
// nothing about connections in use: a quiet stream stays open.
const IDLE = { keepAlive: true, timeout: 4000 } as const;
const http = new HttpAgent(IDLE);
const https = new HttpsAgent(IDLE);

/**
 * Milliseconds after which a connection that breaks was not idle when the request was written to it: the server has the request,
 * and may have acted on it.
 */
const RACE_MS = 3000;
/** Bytes of a body nobody wants that are read for the sake of the connection. */
const DRAINED = 64 * 1024;

/**
 * Send one request and wait for the head of its response. Rejects with the system's error, or when `signal` aborts. A request
 * that met a connection which the server had just closed for being idle is sent once more on a fresh one (RFC 9112, 9.3.1).
 */
export async function hop(url: URL, request: HopRequest): Promise<HopResponse> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`not an HTTP address: ${url.href}`);
  if (request.lookup) return attempt(url, request, freshAgents());
  try {
    return await attempt(url, request, { http, https });
  } catch (error) {
    if (!(error instanceof ClosedIdle)) throw error;
    request.onRetry?.(error.message);
    return attempt(url, request, freshAgents());
  }
}

interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}
const freshAgents = (): Agents => ({ http: new HttpAgent(IDLE), https: new HttpsAgent(IDLE) });

/** The server closed a connection while nothing was on it, and the request met that. */
class ClosedIdle extends Error {}

function attempt(
  url: URL,
  { method, headers, body, signal, lookup }: HopRequest,
  agents: Agents,
): Promise<HopResponse> {
  return new Promise((resolve, reject) => {
    const options = { method, signal, ...(lookup ? { lookup } : {}) };
    const request =
      url.protocol === 'https:'
        ? httpsRequest(url, { ...options, agent: agents.https })
        : httpRequest(url, { ...options, agent: agents.http });
    const began = performance.now();
    let read = 0;
    request.on('socket', (socket) => (read = socket.bytesRead));
    request.on('error', (error: NodeJS.ErrnoException) => {
      const { code = '' } = error;
      const silent = request.socket === null || request.socket.bytesRead === read;
      const closedIdle = request.reusedSocket && silent && performance.now() - began < RACE_MS;
      reject(closedIdle && ['ECONNRESET', 'EPIPE'].includes(code) ? new ClosedIdle(code) : error);
    });
    request.on('response', (response) => {
      notePlace(url.origin, response.socket.remoteAddress);
      const body = decompressed(response);
      resolve({
        status: response.statusCode ?? 0,
        headers: pairsOf(response.rawHeaders),
        body,
        discard: () => discard(response, body),
      });
    });
    try {
      setHeaders(request, headers);
    } catch (error) {
      // A name or value that HTTP does not allow: the connection that was begun is given up.
      request.destroy();
      throw error;
    }
    request.end(body);
  });
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

function pairsOf(raw: readonly string[]): HeaderPairs {
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

function decoderFor(encoding: string | undefined): ReturnType<typeof createGunzip> | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}
