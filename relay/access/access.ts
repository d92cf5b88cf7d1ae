/**
 * The secrets of a launch, 256 random bits each. An opening token is in the address that a person opens: it works once and for
 * ten minutes, so that it is worth nothing in a browser's history or a list of processes afterwards. It is exchanged for the
 * cookie and the page key. The cookie alone opens nothing, because browsers send cookies to every port of this machine; the
 * page key is held by our pages only, and no request carries it to another port.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';

export const TOKEN_LIFE_MS = 10 * 60 * 1000;

export interface AccessOptions {
  /** Derives cookie, page key and host, so that they are the same for every relay with this seed; random by default. */
  readonly seed?: string | undefined;
  /** The time in milliseconds; the system's clock by default. */
  readonly now?: (() => number) | undefined;
}

export class Access {
  readonly cookie: string;
  readonly key: string;
  readonly host: string;
  readonly #now: () => number;
  /** When the tokens expire that were not used, by their digests: looking one up tells nothing about the others. */
  readonly #tokens = new Map<string, number>();
  readonly #listeners = new Set<(token: string) => void>();

  constructor({ seed, now = Date.now }: AccessOptions = {}) {
    const derived = (use: string): Buffer =>
      seed === undefined ? randomBytes(32) : createHmac('sha256', seed).update(`lifeline ${use}`).digest();
    this.cookie = derived('cookie').toString('base64url');
    this.key = derived('page key').toString('base64url');
    this.host = `${derived('host').toString('hex').slice(0, 32)}.localhost`;
    this.#now = now;
  }

  /** A further opening token. Those issued before keep working until they are used or expire. */
  newToken(): string {
    const token = randomBytes(32).toString('base64url');
    this.#sweep();
    this.#tokens.set(digestOf(token), this.#now() + TOKEN_LIFE_MS);
    return token;
  }

  /** Use up an opening token. Gives false when it is not one, was used or has expired. */
  use(token: string): boolean {
    this.#sweep();
    const usable = this.#tokens.delete(digestOf(token));
    if (usable) for (const listener of this.#listeners) listener(token);
    return usable;
  }

  /** What proves to a page with the page key that this is the relay it has it from. */
  proofFor(nonce: string): string {
    return createHmac('sha256', this.key).update(`lifeline relay ${nonce}`).digest('hex');
  }

  get waits(): boolean {
    this.#sweep();
    return this.#tokens.size > 0;
  }

  onUse(listener: (token: string) => void): void {
    this.#listeners.add(listener);
  }

  #sweep(): void {
    const now = this.#now();
    for (const [digest, expires] of this.#tokens) if (expires <= now) this.#tokens.delete(digest);
  }
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64');

/** A page may ask so often, in milliseconds: whoever reaches the port can ask, and the terminal stays readable. */
const PAUSE_MS = 60_000;

export class AddressPrinter {
  readonly #access: Access;
  readonly #print: () => void;
  readonly #now: () => number;
  #last = Number.NEGATIVE_INFINITY;

  /** `print` makes a fresh address and prints it; `now` gives milliseconds. */
  constructor(access: Access, print: () => void, now: () => number = Date.now) {
    this.#access = access;
    this.#print = print;
    this.#now = now;
  }

  /** A page without the page key asks. Nothing is printed while an address that was printed can still be used. */
  asked(): void {
    if (this.#access.waits || this.#now() - this.#last < PAUSE_MS) return;
    this.#last = this.#now();
    this.#print();
  }
}
