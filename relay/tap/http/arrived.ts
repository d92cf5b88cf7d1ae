/** A message at an armed proxy, as the judge sees it. */
import type { Direction, HeaderPairs } from '#shared/recording';
import { cameBy, goesBy, type Arrived } from '../judge/index.ts';
import type { ArmedProxy, OpenExchange } from './armed.ts';
import type { Line } from './passing.ts';
import type { ClientContext } from './client-contexts.ts';

/** Not found: the client must begin a new session (2025-11-25, basic/transports#session-management). */
const GONE = 404;
const ACCEPTED = 202;

export interface ArmedExchange extends OpenExchange {
  readonly x: number;
  readonly armed: ArmedProxy;
  readonly line: Line;
  readonly method: string;
  /** Scopes that its messages share with their responses, the surest first. */
  scopes(): readonly string[];
  /** The server named this address on its stream, for the client's messages (2024-11-05, basic/transports#http-with-sse). */
  named(address: string): void;
  /** The address and headers with which its client speaks to the server. */
  clientContext(): ClientContext;
  /** A response begins with these bytes: they are sent to the client, and the head is recorded. */
  begun(status: number, headers: HeaderPairs, bytes: Buffer): void;
  /** Respond in the server's place. False when a response has begun already. */
  respond(status: number, body: string | undefined): boolean;
  /** A message was decided on, and nothing was forwarded. */
  settled(): void;
  end(how: { readonly by: 'server' | 'client' }): void;
  /** The server broke off: the client's connection breaks off, too, after what was written to it. */
  failed(error: unknown): void;
}

/** How bytes are forwarded, and what follows the decision on a message. */
export interface Ways {
  readonly pass: (text: string | undefined) => void;
  readonly isOnce?: true;
  readonly received?: () => void;
  readonly settled?: () => void;
}

/** The actions of the judge on a message of this exchange. */
export function arrived(
  exchange: ArmedExchange,
  dir: Direction,
  bytes: Buffer,
  { pass, isOnce, received, settled }: Ways,
): Arrived {
  const { x, armed, line } = exchange;
  const { copies } = armed;
  const from = { x, dir } as const;
  const respond = (status: number, text: string | undefined): void => {
    // A stream that has begun has its status.
    if (!exchange.respond(status, text)) return line.cut();
    if (text !== undefined) copies.message({ x, dir: 's2c' }, Buffer.from(text), { leg: 'client', own: true });
    exchange.end({ by: 'server' });
  };
  return {
    dir,
    x,
    scopes: exchange.scopes(),
    ...(isOnce ? { isOnce } : {}),
    bytes,
    received: (key) => {
      received?.();
      copies.message(from, bytes, { leg: cameBy(dir), ...(key === undefined ? {} : { key }) });
    },
    pass: (of, text) => {
      const own = text === undefined ? {} : ({ own: true } as const);
      copies.message(from, text === undefined ? bytes : Buffer.from(text), { leg: goesBy(dir), of, ...own });
      pass(text);
    },
    answer: (text, status) => {
      // A message of the server can be replaced by a status for the client; other responses go to the server, which asked.
      if (dir === 's2c' && status === undefined) {
        if (text !== undefined) armed.post(exchange.clientContext(), text, { leg: 'server', own: true });
        return;
      }
      respond(status ?? (text === undefined ? ACCEPTED : 200), status === undefined ? text : undefined);
    },
    drop: () => undefined,
    // 2025-11-25, basic/transports#sending-messages-to-the-server.
    consumed: () => {
      if (dir === 'c2s') respond(ACCEPTED, undefined);
    },
    closeStream: () => line.cut(),
    kill: () => {
      armed.kill(exchange);
      respond(GONE, undefined);
    },
    settled: () => settled?.(),
  };
}
