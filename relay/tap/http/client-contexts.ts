/** How each client last spoke to the server: what the tap sends in its place has the same address and the same headers. */
import { parsedObject } from '#shared/jsonrpc';
import { mirroredHeaders } from '#shared/mcp';
import { pairsOf } from '../../http/index.ts';

export interface ClientContext {
  /** The exchange that showed it, and the number of its connection. */
  readonly x: number;
  readonly client: number;
  readonly path: string;
  /** Names and values in one list. */
  readonly headers: readonly string[];
}

/** Of the most recent clients. */
const MAX_CLIENT_COUNT = 1000;

export class ClientContexts {
  readonly #latest = new Map<string, ClientContext>();

  update(who: string, clientContext: ClientContext): void {
    this.#latest.delete(who);
    this.#latest.set(who, clientContext);
    const [oldest] = this.#latest.size > MAX_CLIENT_COUNT ? this.#latest.keys() : [];
    if (oldest !== undefined) this.#latest.delete(oldest);
  }

  /** Undefined for a client that has sent nothing. */
  of(who: string): ClientContext | undefined {
    return this.#latest.get(who);
  }

  in(x: number | undefined): ClientContext | undefined {
    return [...this.#latest.values()].find((each) => each.x === x);
  }
}

/** Headers of one body or message alone, or for responses that the tap does not read. */
const ITS_OWN =
  /^(?:content-(?:length|type|encoding)|transfer-encoding|trailer|expect|accept|accept-encoding|last-event-id|mcp-(?:method|name|param-.*))$/i;

/** The head for this message in a client's place: `2025-11-25`, basic/transports#sending-messages-to-the-server. */
export function headFor({ headers }: ClientContext, text: string): string[] {
  const pairs = pairsOf(headers);
  const revision = pairs.find(([name]) => /^mcp-protocol-version$/i.test(name))?.[1] ?? '';
  const repeats = pairs.some(([name]) => /^mcp-method$/i.test(name));
  const [, ...mirrored] = repeats ? mirroredHeaders(parsedObject(text), revision, []) : [];
  return [
    ...pairs.filter(([name]) => !ITS_OWN.test(name)).flat(),
    ...['Content-Type', 'application/json', 'Accept', 'application/json, text/event-stream'],
    ...mirrored.flat(),
    ...['Content-Length', String(Buffer.byteLength(text))],
  ];
}
