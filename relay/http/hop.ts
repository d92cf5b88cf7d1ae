/**
 * One HTTP request over Node's own client. Node's `fetch` would add headers that nobody sees, change the case of those
 * that come back, and end a quiet SSE stream after five minutes.
 */
import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { HeaderPairs } from '#shared/recording';

export interface HopRequest {
  readonly method: string;
  readonly headers: HeaderPairs;
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
}
export interface HopResponse {
  readonly status: number;
  /** As they came: case, order and repetition kept. */
  readonly headers: HeaderPairs;
  /** Decompressed when the server compressed it. */
  readonly body: Readable;
}

// Many servers close a connection after five idle seconds; whoever uses it at that moment loses a message. The time says
// nothing about connections in use: a quiet stream stays open.
const IDLE = { keepAlive: true, timeout: 4000 } as const;
const http = new HttpAgent(IDLE);
const https = new HttpsAgent(IDLE);

/** Send one request and wait for the head of its response. Rejects with the system's error, or when `signal` aborts. */
export function hop(url: URL, { method, headers, body, signal }: HopRequest): Promise<HopResponse> {
  return new Promise((resolve, reject) => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`not an HTTP address: ${url.href}`);
    const secure = url.protocol === 'https:';
    const request = secure
      ? httpsRequest(url, { method, signal, agent: https })
      : httpRequest(url, { method, signal, agent: http });
    request.on('error', reject);
    request.on('response', (response) => {
      const pairs = pairsOf(response.rawHeaders);
      resolve({ status: response.statusCode ?? 0, headers: pairs, body: decompressed(response) });
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
