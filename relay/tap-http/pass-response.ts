/** The response of an exchange: as it came, unless the judge has something to do with what is in it. */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { arrived, type ArmedExchange } from './arrived.ts';
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

/** True for a message that can be read as it is. */
export const isJudged = ({ headers }: IncomingMessage): boolean =>
  isJson(headers['content-type']) && (headers['content-encoding'] ?? 'identity') === 'identity';

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
  const copy = (bytes: Uint8Array): void => witness.bytes({ x, dir: 's2c' }, bytes);
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
  const passWhole = (body: Buffer): void => {
    const pass = (text?: string): void => {
      // What is repeated has gone on already: an exchange has one response.
      if (outgoing.headersSent) return;
      const bytes = text === undefined ? body : Buffer.from(text);
      head(text === undefined ? rawHeaders : withLength(rawHeaders, bytes.length));
      passTrailers(response, outgoing);
      outgoing.end(bytes);
    };
    const deed = armed.judged(
      arrived(exchange, 's2c', body, {
        pass: (text) =>
          guarded(() => {
            pass(text);
            end('server');
          }),
      }),
    );
    if (deed) return deed();
    pass();
    if (body.length > 0) copy(body);
    end('server');
  };
  const passCame = (came: Came): void => {
    if (came.is === 'whole') return passWhole(came.bytes);
    if (came.is === 'long') return passOn(came.begun);
    head(rawHeaders);
    for (const bytes of came.begun) {
      outgoing.write(bytes);
      copy(bytes);
    }
    failed(came.error);
  };
  if (isEventStream(headers['content-type']) && (headers['content-encoding'] ?? 'identity') === 'identity') {
    head(rawHeaders);
    return passEvents(response, exchange);
  }
  if (!armed.judge.isArmed || !isJudged(response)) return passOn();
  takeBody(response, (came) => guarded(() => passCame(came)));
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
