/** Heads and trailers of messages of HTTP, as Node gives them: names and values in one list. */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';

/** The same as pairs. */
export function pairsOf(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}

/** The head of a message whose body has another length now. */
export function withLength(raw: readonly string[], length: number): string[] {
  return raw.map((text, at) => (at % 2 === 1 && /^content-length$/i.test(raw[at - 1] ?? '') ? String(length) : text));
}

/** What followed a body that has come to its end follows it here, too. */
export function passTrailers(from: IncomingMessage, to: ClientRequest | ServerResponse): void {
  const trailers = pairsOf(from.rawTrailers);
  if (trailers.length > 0) to.addTrailers(trailers);
}

/** The value of a header that is there once; undefined otherwise. */
export function oneHeader({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
