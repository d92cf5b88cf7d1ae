/** Which `Host` a request may name: others come from a page whose name was made to lead here (DNS rebinding). */

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const NAMED = /^([^\s:/@?#[\]]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/;

/** True for what `--allow-host` takes: a name or an address, with a port or without. */
export const isHostName = (text: string): boolean => NAMED.test(text.toLowerCase());

export class HostGuard {
  readonly #port: string;
  readonly #allowed: ReadonlySet<string>;

  /** For a tap at `port`; `allowed` are further names, which have any port where they name none. */
  constructor(port: number, allowed: readonly string[]) {
    this.#port = String(port);
    this.#allowed = new Set([
      ...LOOPBACK.map((name) => `${name}:${port}`),
      ...allowed.map((name) => name.toLowerCase()),
    ]);
  }

  /** Why a request with these values of `Host` is refused (RFC 9112, section 3.2); undefined when it passes. */
  refusal(hosts: readonly string[]): string | undefined {
    const [host, ...others] = hosts;
    if (host === undefined) return 'the request has no Host header';
    if (others.length > 0) return 'the request has more than one Host header';
    const [, name = '', port = '80'] = NAMED.exec(host.trim().toLowerCase()) ?? [];
    if (this.#allowed.has(`${name}:${port}`) || this.#allowed.has(name)) return undefined;
    return `the Host header is “${host}”; allowed are ${LOOPBACK.join(', ')} with port ${this.#port}, and names given by --allow-host`;
  }
}
