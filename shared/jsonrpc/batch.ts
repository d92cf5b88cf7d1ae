/** Messages of a batch by their ids (2025-03-26, basic#batching). */
import type { Decoded, DecodedRequest, DecodedResponse } from './decode.ts';
import type { IdKey } from './ids.ts';

/** Finds the requests and responses of decoded texts. A batch is read once, however many of its messages are asked for. */
export class MessagesByKey {
  readonly #known = new WeakMap<Decoded, ReadonlyMap<string, Decoded>>();

  /** The request with this id: the text itself, or the first such item of a batch. */
  request(decoded: Decoded | undefined, key: IdKey | undefined): DecodedRequest | undefined {
    const found = this.#find(decoded, 'request', key);
    return found?.kind === 'request' ? found : undefined;
  }

  /** The response with this id: the text itself, whatever its id, or the first such item of a batch. */
  response(decoded: Decoded | undefined, key: IdKey | undefined): DecodedResponse | undefined {
    const found = this.#find(decoded, 'response', key);
    return found?.kind === 'response' ? found : undefined;
  }

  #find(decoded: Decoded | undefined, kind: Decoded['kind'], key: IdKey | undefined): Decoded | undefined {
    if (decoded?.kind !== 'batch') return decoded;
    let known = this.#known.get(decoded);
    if (!known) {
      const items = new Map<string, Decoded>();
      // The first of several with one id comes last.
      for (const item of decoded.items.toReversed())
        if ('key' in item && item.key !== undefined) items.set(`${item.kind} ${item.key}`, item);
      this.#known.set(decoded, (known = items));
    }
    return known.get(`${kind} ${key ?? ''}`);
  }
}
