/** One message as conditions ask about it: what it is, and for a response what its request was. */
import { withSmallMembers, type Decoded, type IdKey } from '#shared/jsonrpc';
import { subjectOf } from '#shared/mcp';
import { opposite, type Direction } from '#shared/recording';

/** A request as far as its response is asked about it. */
export interface Asked {
  readonly method: string;
  /** Name of the tool or prompt, URI of the resource. */
  readonly name?: string;
}

/** One message; of a batch, one of its items. */
export interface SeenMessage extends Partial<Asked> {
  readonly dir: Direction;
  readonly kind: Decoded['kind'];
  readonly isError: boolean;
  readonly key?: IdKey;
  /** The whole text, and its length on the wire. */
  readonly text: string;
  readonly bytes: number;
}

/** A side that never answers shall not fill the memory. */
const MOST_OPEN = 10_000;

/** The requests that passed, so that what answers them is known. */
export class OpenRequests {
  readonly #open: { readonly [dir in Direction]: Map<IdKey, Asked> } = { c2s: new Map(), s2c: new Map() };

  /** The messages in a text that passes in this direction; a request is remembered until its response is seen. */
  see(dir: Direction, decoded: Decoded, text: string, bytes: number): SeenMessage[] {
    const items = decoded.kind === 'batch' ? decoded.items : [decoded];
    return items.map((item) => ({ dir, kind: item.kind, text, bytes, ...this.#seen(dir, item) }));
  }

  #seen(dir: Direction, item: Decoded): Partial<Asked> & { readonly isError: boolean; readonly key?: IdKey } {
    if (item.kind === 'request' || item.kind === 'notification') {
      const asked = askedBy(item);
      if (item.kind === 'notification') return { ...asked, isError: false };
      this.#remember(dir, item.key, asked);
      return { ...asked, key: item.key, isError: false };
    }
    if (item.kind !== 'response') return { isError: item.kind === 'malformed' };
    const isError = item.outcome === 'error';
    if (item.key === undefined) return { isError };
    const open = this.#open[opposite(dir)];
    const asked = open.get(item.key);
    open.delete(item.key);
    return { ...asked, key: item.key, isError };
  }

  #remember(dir: Direction, key: IdKey, asked: Asked): void {
    const open = this.#open[dir];
    open.set(key, asked);
    const [oldest] = open.size > MOST_OPEN ? open.keys() : [];
    if (oldest !== undefined) open.delete(oldest);
  }
}

function askedBy(item: Extract<Decoded, { readonly method: string }>): Asked {
  const whole = withSmallMembers(item);
  const name = 'params' in whole ? subjectOf(item.method, whole.params) : undefined;
  return { method: item.method, ...(name === undefined ? {} : { name }) };
}
