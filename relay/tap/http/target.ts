/** The server behind the tap. */
import type { Socket } from 'node:net';
import { connectTo, passedBy, proxyCredentials, NetworkRoute } from '../../http/index.ts';
import type { NetworkSettings } from '#shared/relay-protocol';

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(.*)$/is;

/** The authority that an absolute target names, which goes before `Host` (RFC 9112, section 3.2.2). */
export const authorityIn = (asked: string): string | undefined => /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(asked)?.[1];

export class Target {
  readonly url: URL;
  readonly road: NetworkRoute;

  /** Throws a sentence when a file of the settings can't be used. */
  constructor(to: string, settings: NetworkSettings) {
    this.url = new URL(to);
    this.road = new NetworkRoute({ settings, server: to });
  }

  /** Path and query of `--to`. */
  get path(): string {
    return `${this.url.pathname}${this.url.search}`;
  }

  /** True for the path to which messages go, whatever its query is. */
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

  /** Its path and query, of characters that an address may have: `pathFor('/é')` is `/%C3%A9`. */
  pathFor(asked: string): string {
    const [, path = asked === '/' ? this.path : asked] = ABSOLUTE.exec(asked) ?? [];
    return (path || '/').replace(
      /[^\x21-\x7e]/g,
      (byte) => `%${Buffer.from(byte, 'latin1').toString('hex').toUpperCase()}`,
    );
  }

  /** What the proxy that reads requests is told of its user. */
  get credentials(): string | undefined {
    return this.#proxy && proxyCredentials(this.#proxy);
  }

  /** A connection there. Rejects with why there is none; `signal` gives it up. */
  connect(signal: AbortSignal): Promise<Socket> {
    return connectTo(this.url, this.road, signal);
  }

  get #proxy(): ReturnType<typeof passedBy> {
    try {
      return passedBy(this.url, this.road.proxyFor(this.url));
    } catch {
      // Whoever connects is told.
      return undefined;
    }
  }

  /** The address of `path` there, as events have it. Always one that can be read: `*`, too (RFC 9112, section 3.2.4). */
  addressOf(path: string): string {
    return `${this.url.origin}${path.startsWith('/') ? '' : '/'}${path}`;
  }
}
