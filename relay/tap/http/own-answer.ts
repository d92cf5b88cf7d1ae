/** What the tap says itself, in place of the server. */
import { STATUS_CODES } from 'node:http';
import type { ArmedProxy } from './armed.ts';
import type { RequestHead } from './heads.ts';

/** A response with this body, and these headers beside its length. */
export function answerOf(
  status: number,
  body: Buffer,
  headers: readonly (readonly [name: string, value: string])[],
): Buffer {
  const lines = [...headers, ['Content-Length', String(body.length)] as const].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** The last response on a connection, with the reason. */
export function lastAnswer(status: number, why: string, method: string): Buffer {
  const body = Buffer.from(method === 'HEAD' ? '' : `mcp-lifeline tap: ${why}\n`);
  return answerOf(status, body, [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Connection', 'close'],
  ]);
}

/** Record that the tap refused a request with this head of connection `client`, without its body. Gives the response. */
export function refusal(
  { method, target: asked, headers }: RequestHead,
  status: number,
  why: string,
  armed: ArmedProxy,
  client: number,
): Buffer {
  const { target, copies } = armed;
  const x = armed.nextExchange();
  const url = target.addressOf(target.pathFor(asked));
  copies.happened({ x, is: 'request', method, url, headers, via: {}, client });
  const error = `The tap answered ${status}: ${why}`;
  copies.happened({ x, is: 'end', by: 'network', error, reason: 'tap-refused' });
  return lastAnswer(status, why, method);
}
