/**
 * One exchange passes: head, body and trailers of both sides as they came, each piece before anything else is done with it, and
 * either side's end is the other's.
 */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { beginRequest, failureOf, passedBy, proxyCredentials } from '../http/index.ts';
import type { ArmedProxy } from './armed.ts';
import { arrived, type ArmedExchange } from './arrived.ts';
import { breakOff } from './break-off.ts';
import type { HttpHappened } from './copy.ts';
import { oneHeader, pairsOf, passTrailers, withLength } from './heads.ts';
import { isJudged, passBody, passResponse, type Witness } from './pass-response.ts';
import { pathIn, SESSION_HEADER } from './sender.ts';
import type { Target } from './target.ts';
import { takeBody } from './whole-body.ts';

/** Longest head of a request or response that passes, in bytes. */
export const LONGEST_HEAD = 1024 * 1024;

export interface Passing {
  readonly armed: ArmedProxy;
  /** Numbers of the exchange and of the client's connection. */
  readonly x: number;
  readonly client: number;
  readonly target: Target;
  readonly witness: Witness;
}

/** Pass a request on and its response back. Never throws. */
export function passExchange(incoming: IncomingMessage, outgoing: ServerResponse, passing: Passing): void {
  const { x, target, witness, client, armed } = passing;
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
    if (outgoing.headersSent) return breakOff(outgoing);
    const text = `mcp-lifeline tap: ${target.url.origin} can’t be reached: ${detail}\n`;
    outgoing.writeHead(502, 'Bad Gateway', { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
    // Its rest is for nobody.
    incoming.resume();
  };
  let session = oneHeader(incoming, SESSION_HEADER);
  /** Where the client sends messages, over HTTP+SSE. */
  let endpoint = armed.isEndpoint(path) ? path : undefined;
  const exchange: ArmedExchange = {
    ...{ x, armed, incoming, outgoing, failed },
    session: () => session,
    among: () => {
      if (session !== undefined) return [`x${x}`, `session ${session}`];
      // Without either a client may answer on any connection: then it is whoever asked last.
      return [`x${x}`, endpoint === undefined ? `client ${client}` : `endpoint ${endpoint}`, 'no session'];
    },
    named: (address) => {
      endpoint = pathIn(address, `${target.url.origin}${path}`);
      if (endpoint !== undefined) armed.endpoint(endpoint, outgoing);
    },
    end: (by) => end({ by }),
  };
  armed.opened(outgoing, exchange.session);
  outgoing.on('error', () => undefined);
  outgoing.on('close', () => {
    if (outgoing.writableFinished) return;
    armed.left(x);
    end({ by: 'client' });
    gone.abort();
  });
  let asked = 0;
  /** The client was told to go on by the tap, which wants its whole message before the server is asked. */
  let isContinued = false;
  /** Ask the server. When a message is repeated, the client gets what comes of the first. */
  const ask = (headers: readonly string[]): ClientRequest => {
    const isFirst = asked++ === 0;
    const request = begin(incoming, { path, headers }, target, gone.signal);
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (!isFirst) return;
      // A connection that the server closed while it was idle: the client meets what it would have met there (RFC 9112, 9.3.1).
      if (!over && request.reusedSocket && !outgoing.headersSent && error.code === 'ECONNRESET') {
        end({ by: 'network', error: failureOf(error).detail });
        outgoing.destroy();
      } else failed(error);
    });
    request.on('continue', () => {
      if (isFirst && !outgoing.headersSent && incoming.headers.expect !== undefined && !isContinued)
        outgoing.writeContinue();
    });
    request.on('response', (response) => {
      if (!isFirst) return void response.resume();
      session ??= oneHeader(response, SESSION_HEADER);
      guarded(() => passResponse(response, passing, exchange, guarded));
    });
    return request;
  };
  const guarded = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      failed(error);
    }
  };
  const copy = (bytes: Uint8Array): void => witness.bytes({ x, dir: 'c2s' }, bytes);
  const sent = (): void => witness.happened({ x, is: 'sent' });
  /** What has come, and what comes still, as it comes. */
  const pass = (begun: readonly Buffer[] = []): void => {
    const request = ask(incoming.rawHeaders);
    for (const bytes of begun) {
      request.write(bytes);
      copy(bytes);
    }
    passBody(incoming, request, copy);
    incoming.on('end', sent);
  };
  const whole = (body: Buffer, text?: string): void => {
    const bytes = text === undefined ? body : Buffer.from(text);
    const request = ask(text === undefined ? incoming.rawHeaders : withLength(incoming.rawHeaders, bytes.length));
    passTrailers(incoming, request);
    request.end(bytes);
  };
  const isKilled = armed.isKilled(session);
  if (!isKilled && (!armed.judge.isArmed || method !== 'POST' || !isJudged(incoming))) return guarded(() => pass());
  if (incoming.headers.expect !== undefined) {
    isContinued = true;
    outgoing.writeContinue();
  }
  takeBody(incoming, (came) => {
    // A client that broke off has its end where its connection closes.
    if (came.is === 'cut') return;
    guarded(() => {
      const body = came.is === 'whole' ? came.bytes : Buffer.alloc(0);
      const message = arrived(exchange, 'c2s', body, { pass: (text) => guarded(() => whole(body, text)) });
      const deed = isKilled || came.is === 'long' ? undefined : armed.judged(message);
      if (deed) return deed();
      if (came.is === 'long' && !isKilled) return pass(came.begun);
      for (const bytes of came.is === 'long' ? came.begun : [body]) copy(bytes);
      sent();
      if (isKilled) message.kill();
      else whole(body);
    });
  });
}

function begin(
  incoming: IncomingMessage,
  { path, headers: raw }: { readonly path: string; readonly headers: readonly string[] },
  { url, road }: Target,
  signal: AbortSignal,
): ClientRequest {
  const proxy = road.proxyFor(url);
  const byProxy = passedBy(url, proxy);
  const credentials = byProxy && proxyCredentials(byProxy);
  const headers = raw.map((text, at, all) => (at % 2 === 1 && all[at - 1]?.toLowerCase() === 'host' ? url.host : text));
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
