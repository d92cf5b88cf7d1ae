/** A message at an armed proxy, as the judge sees it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Direction } from '#shared/recording';
import { cameBy, goesBy, type Arrived } from '../tap-judge/index.ts';
import type { ArmedProxy } from './armed.ts';
import { breakOff } from './break-off.ts';
import { pairsOf } from './heads.ts';
import type { Voice } from './voices.ts';

/** Not found: the client must begin anew (2025-11-25, basic/transports#session-management). */
const GONE = 404;
const ACCEPTED = 202;
const JSON_TYPE = 'application/json';

/** One exchange at an armed proxy. */
export interface ArmedExchange {
  readonly x: number;
  readonly armed: ArmedProxy;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** The session, as far as it is known. */
  readonly session: () => string | undefined;
  /** What its messages have in common with those that answer them, the surest first. */
  readonly among: () => readonly string[];
  /** The server named this address on its stream, for what the client sends (2024-11-05, basic/transports#http-with-sse). */
  readonly named: (address: string) => void;
  /** How its client speaks to the server. */
  readonly voice: () => Voice;
  /** The exchange is over. */
  readonly end: (by: 'server' | 'client') => void;
  /** The server is not there, or broke off: the client meets the same, once what was written to it is on its way. */
  readonly failed: (error: unknown) => void;
}

/** What is done with bytes that go on, and when nothing more becomes of a message. */
export interface Ways {
  readonly pass: (text: string | undefined) => void;
  /** It can go on once only. */
  readonly isOnce?: true;
  readonly came?: () => void;
  readonly settled?: () => void;
}

/** What the judge may do with a message of this exchange. */
export function arrived(
  { x, armed, incoming, outgoing, session, among, voice, end }: ArmedExchange,
  dir: Direction,
  bytes: Buffer,
  { pass, isOnce, came, settled }: Ways,
): Arrived {
  const { copies } = armed;
  const from = { x, dir } as const;
  const respond = (status: number, text: string | undefined): void => {
    // A stream that has begun has its status.
    if (outgoing.headersSent) return breakOff(outgoing);
    const body = Buffer.from(text ?? '');
    const headers = ['Content-Length', String(body.length)];
    if (text !== undefined) headers.push('Content-Type', JSON_TYPE);
    copies.happened({ x, is: 'response', status, headers: pairsOf(headers) });
    outgoing.writeHead(status, headers).end(body);
    if (text !== undefined) copies.message({ x, dir: 's2c' }, body, { leg: 'client', own: true });
    end('server');
    incoming.resume();
  };
  return {
    dir,
    x,
    among: among(),
    ...(isOnce ? { isOnce } : {}),
    bytes,
    came: (key) => {
      came?.();
      copies.message(from, bytes, { leg: cameBy(dir), ...(key === undefined ? {} : { key }) });
    },
    pass: (of, text) => {
      const own = text === undefined ? {} : ({ own: true } as const);
      copies.message(from, text === undefined ? bytes : Buffer.from(text), { leg: goesBy(dir), of, ...own });
      pass(text);
    },
    answer: (text, status) => {
      // To what the server said a status can be answered in place of it; all else goes to the server, which asked.
      if (dir === 's2c' && status === undefined) {
        if (text !== undefined) armed.post(voice(), text, { leg: 'server', own: true });
        return;
      }
      respond(status ?? (text === undefined ? ACCEPTED : 200), status === undefined ? text : undefined);
    },
    drop: () => undefined,
    // 2025-11-25, basic/transports#sending-messages-to-the-server.
    kept: () => {
      if (dir === 'c2s') respond(ACCEPTED, undefined);
    },
    cut: () => breakOff(outgoing),
    kill: () => {
      armed.kill(session(), outgoing);
      respond(GONE, undefined);
    },
    settled: () => settled?.(),
  };
}
