/**
 * One exchange passes: head, body and trailers of both sides as they came, each piece before anything else is done with it, and
 * either side's end is the other's.
 */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { failureOf } from '../http/index.ts';
import type { ArmedProxy } from './armed.ts';
import { askServer } from './ask-server.ts';
import { arrived, type ArmedExchange } from './arrived.ts';
import { breakOff } from './break-off.ts';
import { codingOf, PLAIN } from './coding.ts';
import type { ExchangeHappened } from './copy.ts';
import { oneHeader, pairsOf, passTrailers, withLength } from './heads.ts';
import { isJson } from './media-type.ts';
import { passBody, passResponse, type Witness } from './pass-response.ts';
import { pathIn, SESSION_HEADER } from './sender.ts';
import type { Target } from './target.ts';
import { takeBody, type Came } from './whole-body.ts';

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
  const end = (how: Omit<Extract<ExchangeHappened, { is: 'end' }>, 'x' | 'is'>): void => {
    if (!over) witness.happened({ x, is: 'end', ...how });
    over = true;
  };
  witness.happened({
    x,
    is: 'request',
    method,
    url: target.addressOf(path),
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
  const who = (): string =>
    session !== undefined ? `session ${session}` : endpoint !== undefined ? `endpoint ${endpoint}` : `client ${client}`;
  const exchange: ArmedExchange = {
    ...{ x, armed, incoming, outgoing, failed },
    session: () => session,
    // Without either a client may answer on any connection: then it is whoever asked last.
    among: () => [`x${x}`, who(), ...(session === undefined ? ['no session'] : [])],
    // One that has sent no message yet asked for the stream at least.
    voice: () => armed.voices.of(who()) ?? { x, client, path: endpoint ?? path, headers: incoming.rawHeaders },
    named: (address) => {
      endpoint = pathIn(address, target.addressOf(path));
      if (endpoint !== undefined) armed.endpoint(endpoint, outgoing);
    },
    end: (by) => end({ by }),
  };
  armed.opened(outgoing, exchange.session);
  if (
    method === 'POST' &&
    isJson(incoming.headers['content-type']) &&
    (who() !== `client ${client}` || target.takes(path))
  )
    armed.voices.heard(who(), { x, client, path, headers: incoming.rawHeaders });
  outgoing.on('error', () => undefined);
  outgoing.on('close', () => {
    if (outgoing.writableFinished) return;
    armed.left(x);
    end({ by: 'client' });
    gone.abort();
  });
  let asked = 0;
  let answered = false;
  /** The client was told to go on by the tap, which wants its whole message before the server is asked. */
  let isContinued = false;
  /** Ask the server. When a message is repeated, the client gets what comes of the first. */
  const ask = (headers: readonly string[]): ClientRequest => {
    const isFirst = asked++ === 0;
    const request = askServer(target, { method, path, headers }, gone.signal);
    request.on('error', (error: NodeJS.ErrnoException) => {
      // A response that breaks off says so itself.
      if (!isFirst || answered) return;
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
      answered = true;
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
  const isKilled = armed.isKilled(session);
  const isMessage = method === 'POST' && isJson(incoming.headers['content-type']);
  const coding = codingOf(incoming);
  if (!isKilled && !(armed.judge.isArmed && isMessage && coding)) {
    if (isMessage && !coding) armed.spared({ x, dir: 'c2s' }, 'encoding');
    return guarded(() => pass());
  }
  if (incoming.headers.expect !== undefined) {
    isContinued = true;
    outgoing.writeContinue();
  }
  const { decode, encode } = coding ?? PLAIN;
  const whole = (came: Buffer, text?: string): void => {
    const bytes = text === undefined ? came : encode(Buffer.from(text));
    const request = ask(text === undefined ? incoming.rawHeaders : withLength(incoming.rawHeaders, bytes.length));
    passTrailers(incoming, request);
    request.end(bytes);
  };
  const judge = (came: Came): void => {
    // A client that is gone has its end where its connection closes.
    if (came.is === 'cut' || outgoing.destroyed) return;
    const body = came.is === 'whole' ? came.body : 'size';
    const message = arrived(exchange, 'c2s', typeof body === 'string' ? Buffer.alloc(0) : body, {
      pass: (text) => guarded(() => came.is === 'whole' && whole(came.bytes, text)),
    });
    if (!isKilled) {
      if (typeof body === 'string') armed.spared({ x, dir: 'c2s' }, body);
      const deed = armed.judged(message);
      if (deed) return deed();
      if (came.is === 'long') return pass(came.begun);
    }
    for (const bytes of came.is === 'long' ? came.begun : [came.bytes]) copy(bytes);
    sent();
    if (isKilled) message.kill();
    else if (came.is === 'whole') whole(came.bytes);
  };
  takeBody(incoming, { decode, encode }, (came) => guarded(() => judge(came)));
}
