/** A request of Node's own client that is begun: to the server, through a tunnel, or to a proxy that sends it on. */
import { request as httpRequest, type ClientRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { Proxy } from './proxies.ts';
import type { NetworkRoute } from './network-route.ts';
import type { GivenUp } from './tunnel.ts';

export interface Way {
  readonly road: NetworkRoute;
  readonly proxy: Proxy | undefined;
  readonly fresh: boolean;
}

/** The proxy that reads the request and forwards it; undefined without one, or with a tunnel through it. */
export const passedBy = (url: URL, proxy: Proxy | undefined): Proxy | undefined =>
  proxy !== undefined && url.protocol === 'http:' ? proxy : undefined;

/** `signal` aborts it, `path` is sent unchanged. Throws what Node throws of headers that HTTP forbids. */
export function beginRequest(
  url: URL,
  { road, proxy, fresh }: Way,
  signal: AbortSignal,
  options: RequestOptions,
): ClientRequest {
  const byProxy = passedBy(url, proxy);
  const plain = { ...urlToHttpOptions(url), ...(options.path == null ? {} : { path: options.path }) };
  const all: RequestOptions & GivenUp = {
    ...options,
    ...(byProxy ? inAbsoluteForm(url, plain, byProxy) : plain),
    signal,
    givenUp: signal,
    agent: road.agent(url, proxy, fresh),
  };
  return all.protocol === 'https:' ? httpsRequest(all) : httpRequest(all);
}

/** A request to a proxy names the whole address (RFC 9112, section 3.2.2). */
function inAbsoluteForm(url: URL, { path, auth }: RequestOptions, { url: proxy, host }: Proxy): RequestOptions {
  return {
    protocol: proxy.protocol,
    hostname: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: host.slice(host.lastIndexOf(':') + 1),
    path: `${url.origin}${path ?? '/'}`,
    ...(auth ? { auth } : {}),
  };
}
