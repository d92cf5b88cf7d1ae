/** What the tap says itself, in place of the server. */
import { STATUS_CODES } from 'node:http';

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
