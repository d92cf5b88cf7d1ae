/** The response of an exchange: as it came, unless the judge has something to do with what is in it. */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { arrived, type ArmedExchange } from './arrived.ts';
import { codingOf, PLAIN, type Coding, type NotJudged } from './coding.ts';
import type { From, HttpHappened } from './copy.ts';
import { pairsOf, passTrailers, withLength } from './heads.ts';
import { isEventStream, isJson } from './media-type.ts';
import { passEvents } from './pass-events.ts';
import type { Target } from './target.ts';
import { takeBody, type Came } from './whole-body.ts';

/** Where copies go. */
export interface Witness {
  bytes(from: From, bytes: Uint8Array): void;
  happened(body: HttpHappened): void;
}

/** Pass it. `guarded` takes what throws; Node reads heads that it does not write. */
export function passResponse(
  response: IncomingMessage,
  { target, witness }: { readonly target: Target; readonly witness: Witness },
  exchange: ArmedExchange,
  guarded: (act: () => void) => void,
): void {
  const { x, outgoing, armed, end, failed } = exchange;
  const { statusCode: status = 502, statusMessage, rawHeaders, headers } = response;
  target.road.noteAnswer(target.url);
  const head = (raw: readonly string[]): void => {
    // What Node would add by itself.
    outgoing.sendDate = false;
    outgoing.removeHeader('Connection');
    outgoing.removeHeader('Transfer-Encoding');
    outgoing.writeHead(status, statusMessage, [...raw]);
    outgoing.flushHeaders();
    witness.happened({ x, is: 'response', status, headers: pairsOf(raw) });
  };
  const from = { x, dir: 's2c' } as const;
  /** What goes on without being judged was told of already, or is nothing that would be. */
  let isTold = !isEventStream(headers['content-type']);
  const copy = (bytes: Uint8Array): void => {
    if (!isTold) isTold = armed.spared(from, 'encoding');
    witness.bytes(from, bytes);
  };
  /** The head, what has come of the body, and what comes still, as it comes. */
  const passOn = (begun: readonly Buffer[] = []): void => {
    response.on('error', failed);
    head(rawHeaders);
    for (const bytes of begun) {
      outgoing.write(bytes);
      copy(bytes);
    }
    passBody(response, outgoing, copy);
    response.on('end', () => end('server'));
  };
  const passWhole = (came: Buffer, body: Buffer | NotJudged, encode: Coding['encode']): void => {
    const pass = (text?: string): void => {
      const bytes = text === undefined ? came : encode(Buffer.from(text));
      head(text === undefined ? rawHeaders : withLength(rawHeaders, bytes.length));
      passTrailers(response, outgoing);
      outgoing.end(bytes);
    };
    const ways = {
      isOnce: true as const,
      pass: (text: string | undefined) =>
        guarded(() => {
          pass(text);
          end('server');
        }),
    };
    if (typeof body === 'string') armed.spared(from, body);
    const deed = typeof body === 'string' ? undefined : armed.judged(arrived(exchange, 's2c', body, ways));
    if (deed) return deed();
    pass();
    if (came.length > 0) copy(came);
    end('server');
  };
  const passCame = (came: Came, { encode }: Coding): void => {
    // Nobody is there any more who could get it.
    if (outgoing.destroyed) return;
    if (came.is === 'whole') return passWhole(came.bytes, came.body, encode);
    if (came.is === 'long') {
      armed.spared(from, 'size');
      return passOn(came.begun);
    }
    head(rawHeaders);
    for (const bytes of came.begun) {
      outgoing.write(bytes);
      copy(bytes);
    }
    failed(came.error);
  };
  const coding = codingOf(response);
  if (isEventStream(headers['content-type']) && coding === PLAIN) {
    head(rawHeaders);
    return passEvents(response, exchange);
  }
  const isMessage = armed.judge.isArmed && isJson(headers['content-type']);
  if (isMessage && coding) return takeBody(response, coding, (came) => guarded(() => passCame(came, coding)));
  if (isMessage) armed.spared(from, 'encoding');
  passOn();
}

/** Pieces and trailers as they come, no faster than they are taken. */
export function passBody(
  from: IncomingMessage,
  to: ClientRequest | ServerResponse,
  passed: (bytes: Uint8Array) => void,
): void {
  from.on('end', () => passTrailers(from, to));
  from.pipe(to);
  // What Node read lies in a larger piece of memory: the copy has only what it is of.
  from.on('data', (bytes: Buffer) => passed(Uint8Array.prototype.slice.call(bytes)));
}
