/** The server behind the tap. */
import type { Socket } from 'node:net';
import { connectTo, passedBy, proxyCredentials, NetworkRoute } from '../../http/index.ts';
import type { NetworkSettings } from '#shared/relay-protocol';

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(.*)$/is;

/** The authority of an absolute target, which precedes `Host` (RFC 9112, section 3.2.2). */
export const authorityIn = (asked: string): string | undefined => /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(asked)?.[1];

export class Target {
  readonly url: URL;
  readonly road: NetworkRoute;

  /** Throws a sentence when a file of the settings can't be used. */
  constructor(to: string, settings: NetworkSettings) {
    this.url = new URL(to);
    this.road = new NetworkRoute({ settings, server: to });
  }

  get path(): string {
    return `${this.url.pathname}${this.url.search}`;
  }

  takes(path: string): boolean {
    return path.split('?', 1)[0] === this.url.pathname;
  }

  /**
   * What the server is asked for when a client asks the tap for this: the same, so that addresses which the server gives lead where
   * they should; `/` is the address of `--to`. An absolute address (RFC 9112, section 3.2.2) names the server in place of the tap.
   */
  targetFor(asked: string): string {
    const [, path] = ABSOLUTE.exec(asked) ?? [];
    if (path !== undefined) return `${this.url.origin}${path}`;
    const own = asked === '/' ? this.path : asked;
    return this.#proxy && own.startsWith('/') ? `${this.url.origin}${own}` : own;
  }

  /** Path and query, in characters that an address allows: `pathFor('/é')` is `/%C3%A9`. */
  pathFor(asked: string): string {
    const [, path = asked === '/' ? this.path : asked] = ABSOLUTE.exec(asked) ?? [];
    return (path || '/').replace(
      /[^\x21-\x7e]/g,
      (byte) => `%${Buffer.from(byte, 'latin1').toString('hex').toUpperCase()}`,
    );
  }

  /** For a proxy that reads requests. */
  get credentials(): string | undefined {
    return this.#proxy && proxyCredentials(this.#proxy);
  }

  /** Rejects with the reason; `signal` cancels it. */
  connect(signal: AbortSignal): Promise<Socket> {
    return connectTo(this.url, this.road, signal);
  }

  get #proxy(): ReturnType<typeof passedBy> {
    try {
      return passedBy(this.url, this.road.proxyFor(this.url));
    } catch {
      // Connecting will fail with the reason.
      return undefined;
    }
  }

  /** The address of `path` there for events. Always a valid URL: for `*`, too (RFC 9112, section 3.2.4). */
  addressOf(path: string): string {
    return `${this.url.origin}${path.startsWith('/') ? '' : '/'}${path}`;
  }
}
