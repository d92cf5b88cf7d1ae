/** The server behind the tap. */
import { Road } from '../http/index.ts';
import type { NetworkSettings } from '#shared/relay-protocol';

export class Target {
  readonly url: URL;
  readonly road: Road;

  /** Throws a sentence when a file of the settings can't be used. */
  constructor(to: string, settings: NetworkSettings) {
    this.url = new URL(to);
    this.road = new Road({ settings, server: to });
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
   * What the server is asked for when a client asks the tap for `path`: the same, so that addresses which the server gives lead
   * where they should; `/` is the address of `--to`.
   */
  pathFor(path: string): string {
    if (path === '/') return this.path;
    if (path.startsWith('/') || !URL.canParse(path)) return path;
    // A client that takes the tap for a proxy (RFC 9112, section 3.2.2).
    const { pathname, search } = new URL(path);
    return `${pathname}${search}`;
  }

  /** The address of `path` there, as events have it. Always one that can be read: `*`, too (RFC 9112, section 3.2.4). */
  addressOf(path: string): string {
    return `${this.url.origin}${path.startsWith('/') ? '' : '/'}${path}`;
  }
}
