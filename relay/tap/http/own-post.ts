/** A message of the tap's own that goes to the server in a client's place; what comes of it is recorded, and goes no further. */
import type { IncomingMessage } from 'node:http';
import { failureOf, pairsOf } from '../../http/index.ts';
import type { Copies } from '../stdio/index.ts';
import { MAX_JUDGED_BYTES, type Handled } from '../judge/index.ts';
import { askServer } from './ask-server.ts';
import type { ExchangeHappened, From, HttpHappened } from './copy.ts';
import { isEventStream, isJson } from './heads.ts';
import { dataOf, SseBlocks } from './sse-blocks.ts';
import type { Target } from './target.ts';
import { headFor, type ClientContext } from './client-contexts.ts';
import { WholeBody } from './whole-body.ts';

export interface OwnPost {
  readonly x: number;
  readonly target: Target;
  readonly copies: Copies<From, HttpHappened>;
  readonly clientContext: ClientContext;
  readonly text: string;
  readonly handled: Handled;
  readonly received: (bytes: Buffer) => void;
  /** Called when no response can come: the server refused, or was unreachable. */
  readonly lost: () => void;
}

/** Never throws: a failure is an event. */
export function postOwn({ x, target, copies, clientContext, text, handled, received, lost }: OwnPost): void {
  const { path } = clientContext;
  const headers = headFor(clientContext, text);
  copies.happened({
    x,
    is: 'request',
    method: 'POST',
    url: target.addressOf(path),
    headers: pairsOf(headers),
    via: target.road.via(target.url.href),
    client: clientContext.client,
  });
  copies.message({ x, dir: 'c2s' }, Buffer.from(text), handled);
  let over = false;
  const end = (how: Omit<Extract<ExchangeHappened, { is: 'end' }>, 'x' | 'is'>): void => {
    if (!over) copies.happened({ x, is: 'end', ...how });
    over = true;
  };
  const failed = (error: unknown): void => {
    const { reason, detail } = failureOf(error);
    end({ by: 'network', error: detail, reason });
    lost();
  };
  const got = (bytes: Buffer): void => {
    copies.message({ x, dir: 's2c' }, bytes, { leg: 'server' });
    received(bytes);
  };
  try {
    const request = askServer(target, { method: 'POST', path, headers }, new AbortController().signal);
    request.on('error', failed);
    request.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      copies.happened({ x, is: 'response', status, headers: pairsOf(response.rawHeaders) });
      if (status >= 400) lost();
      readMessages(response, got, (bytes) => copies.bytes({ x, dir: 's2c' }, new Uint8Array(bytes)));
      // After the events of the body's end.
      response.on('end', () => end({ by: 'server' })).on('error', failed);
    });
    // As bytes: before a text Node would write the head as UTF-8.
    request.end(Buffer.from(text));
  } catch (error) {
    failed(error);
  }
}

/** Passes the messages of a response to `got`, and the rest to `other`. */
function readMessages(response: IncomingMessage, got: (bytes: Buffer) => void, other: (bytes: Buffer) => void): void {
  const type = response.headers['content-type'];
  if (isEventStream(type)) {
    const blocks = new SseBlocks();
    response.on('data', (bytes: Buffer) => {
      for (const block of blocks.push(bytes)) {
        const data = block.isWhole ? dataOf(block.bytes) : undefined;
        if (data === undefined) other(block.bytes);
        else got(Buffer.from(data));
      }
      if (blocks.held > MAX_JUDGED_BYTES) other(blocks.rest());
    });
    const over = (): void => {
      const rest = blocks.rest();
      if (rest.length > 0) other(rest);
    };
    response.on('end', over).on('error', over);
    return;
  }
  if (!isJson(type)) return void response.on('data', other);
  const whole = new WholeBody();
  let isLong = false;
  response.on('data', (bytes: Buffer) => {
    if (isLong) return other(bytes);
    isLong = !whole.add(bytes, bytes);
    if (isLong) other(whole.content);
  });
  response.on('end', () => {
    if (!isLong && whole.content.length > 0) got(whole.content);
  });
  response.on('error', () => {
    if (!isLong && whole.content.length > 0) other(whole.content);
  });
}
