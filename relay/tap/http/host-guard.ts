/** Which `Host` a request may name: others come from a page whose name was made to lead here (DNS rebinding). */
import { hostsOf, type RequestHead } from './heads.ts';
import { authorityIn } from './target.ts';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const NAMED = /^([^\s:/@?#[\]]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/;
/** What no name of a header has (RFC 9110, section 5.6.2). */
const NO_TOKEN = /[^\w!#$%&'*+.^`|~-]/g;

/** True for values of `--allow-host`: a name or an address, with a port or without. */
export const isHostName = (text: string): boolean => NAMED.test(text.toLowerCase());

export class HostGuard {
  readonly #port: string;
  readonly #allowed: ReadonlySet<string>;

  /** For a tap at `port`; names in `allowed` without a port match any. */
  constructor(port: number, allowed: readonly string[]) {
    this.#port = String(port);
    this.#allowed = new Set([
      ...LOOPBACK.map((name) => `${name}:${port}`),
      ...allowed.map((name) => name.toLowerCase()),
    ]);
  }

  /** Why a request with this head is refused (RFC 9112, section 3.2); undefined when it is allowed. */
  refusal(head: RequestHead): string | undefined {
    const absolute = authorityIn(head.target);
    return (
      ambiguityIn(head) ??
      this.#refusal(hostsOf(head)) ??
      (absolute === undefined ? undefined : this.#refusal([absolute]))
    );
  }

  #refusal(hosts: readonly string[]): string | undefined {
    const [host, ...others] = hosts;
    if (host === undefined) return 'the request has no Host header';
    if (others.length > 0) return 'the request has more than one Host header';
    const [, name = '', port = '80'] = NAMED.exec(host.toLowerCase()) ?? [];
    if (this.#allowed.has(`${name}:${port}`) || this.#allowed.has(name)) return undefined;
    return `the Host header is “${host}”; allowed are ${LOOPBACK.join(', ')} with port ${this.#port}, and names given by --allow-host`;
  }
}

/** Why a server might read another `Host` in a head than the rewritten one (RFC 9112, sections 2.2, 5.1 and 5.2). */
function ambiguityIn({ text, start }: RequestHead): string | undefined {
  if (/\r(?!\n)/.test(text)) return 'the head has a carriage return that ends no line';
  const lines = text.slice(text.indexOf(start) + start.length).split('\n');
  if (/^[ \t]/.test(lines[1] ?? '')) return 'white space follows the first line of the head';
  for (const [at, line] of lines.entries()) {
    const [name = ''] = line.split(':', 1);
    if (name.replace(NO_TOKEN, '').toLowerCase() !== 'host') continue;
    if (!/^host[ \t]*:/i.test(line)) return 'the name of the Host header is written in an unusual way';
    if (/^[ \t]/.test(lines[at + 1] ?? '')) return 'the Host header has more than one line';
  }
  return undefined;
}
