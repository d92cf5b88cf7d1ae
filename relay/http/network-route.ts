/** How one connection gets to servers: the proxies it goes by, the certificates it trusts, and the sockets it keeps. */
import { isUrl } from '#shared/base';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isSameServer, type Via } from '#shared/recording';
import type { NetworkSettings } from '#shared/relay-protocol';
import { proxyFor, viaOf, type Environment, type Proxy } from './proxies.ts';
import { trustOf, type TlsChoice, type Trust } from './trust.ts';
import { TunnelAgent } from './tunnel.ts';

// Many servers close a connection after five idle seconds; whoever uses it at that moment loses a message. The time says
// nothing about connections in use: a quiet stream stays open.
const IDLE = { keepAlive: true, timeout: 4000 } as const;

const MAX_ORIGIN_COUNT = 1000;

export interface NetworkRouteOptions {
  readonly settings?: NetworkSettings | undefined;
  /** The connection's own server, the only one that gets the client certificate. */
  readonly server?: string;
  readonly env?: Environment;
}

export class NetworkRoute {
  readonly #settings: NetworkSettings;
  readonly #server: string | undefined;
  readonly #env: Environment;
  readonly #trust: Trust;
  readonly #agents = new Map<string, HttpAgent>();
  readonly #answered = new Set<string>();

  /** Throws a sentence when a file of the settings can't be used. */
  constructor({ settings = {}, server, env = process.env }: NetworkRouteOptions = {}) {
    this.#settings = settings;
    this.#server = server;
    this.#env = env;
    this.#trust = trustOf(settings);
  }

  /** The proxy for an address, if any. Throws a `NetworkFailure` when it can't be used. */
  proxyFor(url: URL): Proxy | undefined {
    return proxyFor(url, this.#settings, this.#env);
  }

  /** The proxy as a recording names it. Never throws. */
  via(url: string): Via {
    try {
      return isUrl(url) ? viaOf(this.proxyFor(new URL(url))) : {};
    } catch {
      return {};
    }
  }

  tls(url: URL): TlsChoice {
    return this.#isOwn(url) ? this.#trust.own() : this.#trust.others();
  }

  showsCertificate(url: URL): boolean {
    return this.#settings.cert !== undefined && this.#isOwn(url);
  }

  get proxyTls(): TlsChoice {
    return this.#trust.proxies();
  }

  /** The agent that keeps connections of such requests; with `fresh`, it reuses none. */
  agent(url: URL, proxy: Proxy | undefined, fresh: boolean): HttpAgent {
    if (fresh) return this.#newAgent(url, proxy);
    const key = `${url.protocol} ${this.#isOwn(url)} ${proxy?.url.href ?? ''}`;
    const agent = this.#agents.get(key) ?? this.#newAgent(url, proxy);
    this.#agents.set(key, agent);
    return agent;
  }

  /** The server at this origin responded: its protocol was understood. */
  noteAnswer({ origin }: URL): void {
    this.#answered.add(origin);
    const [oldest] = this.#answered;
    if (this.#answered.size > MAX_ORIGIN_COUNT && oldest !== undefined) this.#answered.delete(oldest);
  }
  hasAnswered({ origin }: URL): boolean {
    return this.#answered.has(origin);
  }

  #isOwn(url: URL): boolean {
    return this.#server !== undefined && isSameServer(this.#server, url.href);
  }

  #newAgent(url: URL, proxy: Proxy | undefined): HttpAgent {
    if (url.protocol === 'https:') {
      const options = { ...IDLE, ...this.tls(url) };
      return proxy ? new TunnelAgent(proxy, options, this.proxyTls) : new HttpsAgent(options);
    }
    return proxy?.url.protocol === 'https:' ? new HttpsAgent({ ...IDLE, ...this.proxyTls }) : new HttpAgent(IDLE);
  }
}

/** The route of everything that belongs to no connection, from the environment. */
export const defaultRoute = new NetworkRoute();
