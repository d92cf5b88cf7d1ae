/**
 * One exchange passes: head, body and trailers of both sides as they came, each piece before anything else is done with it, and
 * either side's end is the other's.
 */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { beginRequest, failureOf, passedBy, proxyCredentials } from '../http/index.ts';
import type { From, HttpHappened } from './copy.ts';
import type { Target } from './target.ts';

/** Longest head of a request or response that passes, in bytes. */
export const LONGEST_HEAD = 1024 * 1024;

/** Where copies go. */
export interface Witness {
  bytes(from: From, bytes: Uint8Array): void;
  happened(body: HttpHappened): void;
}

export interface Passing {
  /** Numbers of the exchange and of the client's connection. */
  readonly x: number;
  readonly client: number;
  readonly target: Target;
  readonly witness: Witness;
}

/** Pass a request on and its response back. Never throws. */
export function passExchange(incoming: IncomingMessage, outgoing: ServerResponse, passing: Passing): void {
  const { x, target, witness, client } = passing;
  const { method = 'GET' } = incoming;
  const path = target.pathFor(incoming.url ?? '/');
  const gone = new AbortController();
  let over = false;
  const end = (how: Omit<Extract<HttpHappened, { is: 'end' }>, 'x' | 'is'>): void => {
    if (!over) witness.happened({ x, is: 'end', ...how });
    over = true;
  };
  witness.happened({
    x,
    is: 'request',
    method,
    url: `${target.url.origin}${path}`,
    headers: pairsOf(incoming.rawHeaders),
    via: target.road.via(target.url.href),
    client,
  });
  const failed = (error: unknown): void => {
    if (over) return;
    const { reason, detail } = failureOf(error);
    end({ by: 'network', error: detail, reason });
    // Nothing of a response that broke off is made up for.
    if (outgoing.headersSent) return void outgoing.destroy();
    const text = `mcp-lifeline tap: ${target.url.origin} can’t be reached: ${detail}\n`;
    outgoing.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
    // Its rest is for nobody.
    incoming.resume();
  };
  outgoing.on('error', () => undefined);
  outgoing.on('close', () => {
    if (outgoing.writableFinished) return;
    end({ by: 'client' });
    gone.abort();
  });
  try {
    const request = begin(incoming, path, target, gone.signal);
    request.on('error', (error: NodeJS.ErrnoException) => {
      // A connection that the server closed while it was idle: the client meets what it would have met there (RFC 9112, 9.3.1).
      if (!over && request.reusedSocket && !outgoing.headersSent && error.code === 'ECONNRESET') {
        end({ by: 'network', error: failureOf(error).detail });
        outgoing.destroy();
      } else failed(error);
    });
    request.on('continue', () => outgoing.writeContinue());
    request.on('response', (response) => {
      passResponse(response, outgoing, passing);
      response.on('error', failed);
      response.on('end', () => end({ by: 'server' }));
    });
    passBody(incoming, request, (bytes) => witness.bytes({ x, dir: 'c2s' }, bytes));
    incoming.on('end', () => witness.happened({ x, is: 'sent' }));
  } catch (error) {
    failed(error);
  }
}

function begin(incoming: IncomingMessage, path: string, { url, road }: Target, signal: AbortSignal): ClientRequest {
  const proxy = road.proxyFor(url);
  const byProxy = passedBy(url, proxy);
  const credentials = byProxy && proxyCredentials(byProxy);
  const headers = incoming.rawHeaders.map((text, at, all) =>
    at % 2 === 1 && all[at - 1]?.toLowerCase() === 'host' ? url.host : text,
  );
  if (credentials !== undefined) headers.push('Proxy-Authorization', credentials);
  // Without either there is no body (RFC 9112, section 6.3); Node would announce one.
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers;
  const { method = 'GET' } = incoming;
  if (length === undefined && coding === undefined && /^(?:POST|PUT|PATCH)$/.test(method))
    headers.push('Content-Length', '0');
  const request = beginRequest(url, { road, proxy, fresh: false }, signal, {
    method,
    path,
    headers,
    maxHeaderSize: LONGEST_HEAD,
  });
  request.flushHeaders();
  return request;
}

function passResponse(response: IncomingMessage, outgoing: ServerResponse, { x, target, witness }: Passing): void {
  const { statusCode: status = 502, statusMessage, rawHeaders } = response;
  target.road.noteAnswer(target.url);
  // What Node would add by itself.
  outgoing.sendDate = false;
  outgoing.removeHeader('Connection');
  outgoing.removeHeader('Transfer-Encoding');
  outgoing.writeHead(status, statusMessage, [...rawHeaders]);
  outgoing.flushHeaders();
  witness.happened({ x, is: 'response', status, headers: pairsOf(rawHeaders) });
  passBody(response, outgoing, (bytes) => witness.bytes({ x, dir: 's2c' }, bytes));
}

/** Pieces and trailers as they come, no faster than they are taken. */
function passBody(
  from: IncomingMessage,
  to: ClientRequest | ServerResponse,
  passed: (bytes: Uint8Array) => void,
): void {
  from.on('end', () => {
    const trailers = pairsOf(from.rawTrailers);
    if (trailers.length > 0) to.addTrailers(trailers);
  });
  from.pipe(to);
  // What Node read lies in a larger piece of memory: the copy has only what it is of.
  from.on('data', (bytes: Buffer) => passed(Uint8Array.prototype.slice.call(bytes)));
}

function pairsOf(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}
