/** HTTPS through a proxy: the proxy connects to the server (CONNECT; RFC 9110, section 9.3.6), and TLS is spoken end to end in it. */
import { request as httpRequest, type ClientRequestArgs } from 'node:http';
import { Agent, request as httpsRequest, type AgentOptions } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as tlsConnect, type ConnectionOptions } from 'node:tls';
import { defined } from '#shared/base';
import { failureOf, NetworkFailure } from './failure.ts';
import { proxyCredentials, type Proxy } from './proxies.ts';

const SHOWN = 200;

/** Connects by the proxy. Rejects with a `NetworkFailure` if it is unreachable, wants other credentials, or refuses. */
export function openTunnel(
  proxy: Proxy,
  { host, port }: { readonly host: string; readonly port: number | string },
  { tls, signal }: { readonly tls: ConnectionOptions; readonly signal?: AbortSignal | undefined },
): Promise<Socket> {
  const { url } = proxy;
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const credentials = proxyCredentials(proxy);
  const proxyHost = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // Node would take the name to verify from the Host header, which is the server's.
  const named: ConnectionOptions = { ...tls, servername: isIP(proxyHost) === 0 ? proxyHost : '' };
  const options: ClientRequestArgs = {
    host: proxyHost,
    port: proxy.host.slice(proxy.host.lastIndexOf(':') + 1),
    method: 'CONNECT',
    path: authority,
    headers: { Host: authority, ...defined({ 'Proxy-Authorization': credentials }) },
    agent: false,
    ...defined({ signal }),
  };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? httpsRequest({ ...named, ...options }) : httpRequest(options);
    request.on('error', (error) => reject(signal?.aborted ? error : unreached(proxy, error)));
    request.on('connect', ({ statusCode = 0, statusMessage = '' }, socket: Socket, head) => {
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        return resolve(socket);
      }
      socket.destroy();
      reject(refused(proxy, statusCode, `${statusMessage}\n${head.toString('utf8')}`, authority));
    });
    request.end();
  });
}

/** The proxy itself can't be reached: the system's error is not about the server. */
export function unreached(proxy: Proxy, error: unknown): NetworkFailure {
  return new NetworkFailure('proxy-unreachable', `${named(proxy)}: ${failureOf(error).detail}`, error);
}

/** The proxy responded with `status` in place of the server. Some use 401 for a wrong password; 407 is correct (RFC 9110, section 15.5.8). */
export function refused(proxy: Proxy, status: number, said: string, target: string): NetworkFailure {
  if (status === 407 || status === 401) {
    const without = proxyCredentials(proxy) === undefined ? '; its address has no name and password' : '';
    return new NetworkFailure('proxy-authentication', `${named(proxy)} answered ${status}${without}`);
  }
  const credentials = proxyCredentials(proxy)?.replace(/^Basic /, '') ?? '';
  // Some proxies show the request that they refuse.
  const words = (credentials === '' ? said : said.replaceAll(credentials, '…'))
    .replace(/<[^>]*>/g, ' ')
    .trim()
    .replace(/\s+/g, ' ')
    .slice(0, SHOWN);
  return new NetworkFailure('proxy-refused', `${named(proxy)} answered ${status} for ${target}: ${words}`);
}

const named = ({ host, from }: Proxy): string => `${host} (${from})`;

/** Cancels what is started for a request, where the agent does not pass the request's own signal. */
export interface GivenUp {
  readonly givenUp?: AbortSignal;
}

export class TunnelAgent extends Agent {
  readonly #proxy: Proxy;
  readonly #tls: ConnectionOptions;

  /** `options` are for the server, `tls` for the proxy. */
  constructor(proxy: Proxy, options: AgentOptions, tls: ConnectionOptions) {
    super(options);
    this.#proxy = proxy;
    this.#tls = tls;
  }

  override createConnection(
    options: ClientRequestArgs & ConnectionOptions & GivenUp,
    callback?: (error: Error | null, socket: Socket) => void,
  ): undefined {
    const { host, port, givenUp } = options;
    openTunnel(this.#proxy, { host: host ?? '', port: port ?? 443 }, { tls: this.#tls, signal: givenUp }).then(
      (socket) => callback?.(null, tlsConnect(throughTunnel(options, socket))),
      // Node takes an error without a socket.
      (error: Error) => (callback as ((error: Error) => void) | undefined)?.(error),
    );
  }
}

/** TLS with the server at the other end of a tunnel. */
export function throughTunnel(
  { host, servername, secureContext, rejectUnauthorized, ...rest }: ConnectionOptions,
  socket: Socket,
): ConnectionOptions {
  void rest;
  return { socket, ALPNProtocols: ['http/1.1'], ...defined({ host, servername, secureContext, rejectUnauthorized }) };
}
