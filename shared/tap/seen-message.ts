/** One message as conditions ask about it: what it is, and for a response what its request was. */
import { isObject, withSmallMembers, type Decoded, type IdKey } from '#shared/jsonrpc';
import { subjectOf } from '#shared/mcp';
import { opposite, type Direction } from '#shared/recording';

/** The part of a request that conditions test on its response. */
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
  readonly toolFailed?: true;
  readonly key?: IdKey;
  /** The whole text, and its length on the wire. */
  readonly text: string;
  readonly bytes: number;
}

/** A side that never responds must not fill the memory. */
const MAX_OPEN_COUNT = 30_000;

interface Open {
  readonly asked: Asked;
  readonly keys: readonly string[];
}

/** Remembers requests, so that their responses can be recognized. */
export class OpenRequests {
  readonly #open = new Map<string, Open>();

  /**
   * The messages in a text that passes in this direction; a request is remembered until its response is seen. Ids are of one connection:
   * `scopes` names what a request and its response have in common, the surest first, such as an exchange and its session.
   */
  see(dir: Direction, decoded: Decoded, text: string, bytes: number, scopes: readonly string[] = ['']): SeenMessage[] {
    const items = decoded.kind === 'batch' ? decoded.items : [decoded];
    return items.map((item) => ({ dir, kind: item.kind, text, bytes, ...this.#seen(dir, item, scopes) }));
  }

  #seen(
    dir: Direction,
    item: Decoded,
    scopes: readonly string[],
  ): Partial<Asked> & Pick<SeenMessage, 'isError' | 'toolFailed' | 'key'> {
    if (item.kind === 'request' || item.kind === 'notification') {
      const asked = askedBy(item);
      if (item.kind === 'notification') return { ...asked, isError: false };
      this.#remember(keysOf(dir, item.key, scopes), asked);
      return { ...asked, key: item.key, isError: false };
    }
    if (item.kind !== 'response') return { isError: item.kind === 'malformed' };
    const isError = item.outcome === 'error';
    if (item.key === undefined) return { isError };
    const asked = this.#take(keysOf(opposite(dir), item.key, scopes));
    const { result } = item;
    const toolFailed = asked?.method === 'tools/call' && isObject(result) && result['isError'] === true;
    return { ...asked, key: item.key, isError, ...(toolFailed ? { toolFailed } : {}) };
  }

  #remember(keys: readonly string[], asked: Asked): void {
    const open = { asked, keys };
    for (const key of keys) {
      // To make it the newest.
      this.#open.delete(key);
      this.#open.set(key, open);
    }
    while (this.#open.size > MAX_OPEN_COUNT) {
      const [oldest] = this.#open.keys();
      if (oldest !== undefined) this.#open.delete(oldest);
    }
  }

  #take(keys: readonly string[]): Asked | undefined {
    const open = keys.map((key) => this.#open.get(key)).find((each) => each !== undefined);
    // Under a shared key, a newer one may be stored.
    for (const key of open?.keys ?? []) if (this.#open.get(key) === open) this.#open.delete(key);
    return open?.asked;
  }
}

const keysOf = (dir: Direction, key: IdKey, scopes: readonly string[]): string[] =>
  scopes.map((name) => `${dir} ${key}\n${name}`);

function askedBy(item: Extract<Decoded, { readonly method: string }>): Asked {
  const whole = withSmallMembers(item);
  const name = 'params' in whole ? subjectOf(item.method, whole.params) : undefined;
  return { method: item.method, ...(name === undefined ? {} : { name }) };
}
