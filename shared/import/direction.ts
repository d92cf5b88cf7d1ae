/** Who sent a message, told from its method and from which ids are waiting for an answer. */
import { idKey, isObject, type Decoded, type IdKey } from '#shared/jsonrpc';
import { methodFacts, nonStandardMethod } from '#shared/mcp';
import { opposite, type Direction } from '#shared/recording';

/** True for a message: shaped as one, and either of this JSON-RPC or with a method that MCP defines. */
export function isMessage(decoded: Decoded): boolean {
  switch (decoded.kind) {
    case 'request':
    case 'notification':
      return !decoded.faults.includes('missing-jsonrpc') || methodFacts(decoded.method) !== undefined;
    case 'response':
      return !decoded.faults.includes('missing-jsonrpc');
    case 'batch':
      return decoded.items.length > 0 && decoded.items.every((item) => item.kind !== 'batch' && isMessage(item));
    default:
      return false;
  }
}

/** The only side that may send this method, if it is one. */
export function senderOf(decoded: Decoded): Direction | undefined {
  if (decoded.kind === 'batch') return decoded.items[0] && senderOf(decoded.items[0]);
  if (decoded.kind !== 'request' && decoded.kind !== 'notification') return undefined;
  const sender = methodFacts(decoded.method)?.sender;
  return sender === 'client' ? 'c2s' : sender === 'server' ? 's2c' : undefined;
}

/** Remembers which requests are open, so that an answer can be told to come from the other side. */
export class Directions {
  /** When the request of each id was sent, for each side. */
  readonly #open: { readonly [dir in Direction]: Map<IdKey, number> } = { c2s: new Map(), s2c: new Map() };
  #count = 0;

  know(decoded: Decoded, dir: Direction): void {
    if (decoded.kind === 'request') this.#open[dir].set(decoded.key, this.#count++);
    else if (decoded.kind === 'response' && decoded.key !== undefined) this.#open[opposite(dir)].delete(decoded.key);
    else if (decoded.kind === 'batch')
      for (const item of decoded.items) if (item.kind !== 'batch') this.know(item, dir);
  }

  /** The likely direction. What nothing tells comes from the client if it asks, and from the server otherwise. */
  infer(decoded: Decoded): Direction {
    const certain = senderOf(decoded);
    if (certain) return certain;
    switch (decoded.kind) {
      case 'batch':
        return decoded.items[0] && decoded.items[0].kind !== 'batch' ? this.infer(decoded.items[0]) : 'c2s';
      case 'response':
        return this.#asker(decoded.key) === 's2c' ? 'c2s' : 's2c';
      case 'notification': {
        if (decoded.method !== 'notifications/cancelled')
          // The names of no revision that either side could send are those with which a client leaves or cancels.
          return nonStandardMethod(decoded.method)?.sender === 'both' ? 'c2s' : 's2c';
        // Who asked is who cancels.
        const id = isObject(decoded.params) ? decoded.params['requestId'] : undefined;
        return (typeof id === 'string' || typeof id === 'number' ? this.#asker(idKey(id)) : undefined) ?? 'c2s';
      }
      default:
        return 'c2s';
    }
  }

  #asker(key: IdKey | undefined): Direction | undefined {
    if (key === undefined) return undefined;
    const client = this.#open.c2s.get(key) ?? -1;
    const server = this.#open.s2c.get(key) ?? -1;
    return client === server ? undefined : client > server ? 'c2s' : 's2c';
  }
}
