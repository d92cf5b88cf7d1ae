/** A connection by which whoever has it speaks HTTP/1.1 itself. */
import { connect, isIP, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { once } from 'node:events';
import { passedBy } from './begin-request.ts';
import type { NetworkRoute } from './network-route.ts';
import { openTunnel, throughTunnel } from './tunnel.ts';

/**
 * Connect to the server at `url`, through a tunnel, or to a proxy that reads requests and sends them on. Either side can end before the
 * other. Rejects with the system's error or a `NetworkFailure`, or when `signal` aborts.
 */
export async function connectTo(url: URL, road: NetworkRoute, signal: AbortSignal): Promise<Socket> {
  const proxy = road.proxyFor(url);
  const { protocol, hostname, port } = passedBy(url, proxy)?.url ?? url;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const place = { host, port: Number(port) || (protocol === 'https:' ? 443 : 80), allowHalfOpen: true, noDelay: true };
  let socket: Socket;
  if (protocol === 'http:') socket = connect(place);
  else {
    const trust = url.protocol === 'https:' ? road.tls(url) : road.proxyTls;
    const named = { ...place, ...trust, servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['http/1.1'] };
    const isTunnel = proxy !== undefined && url.protocol === 'https:';
    const tunnel = isTunnel ? await openTunnel(proxy, place, { tls: road.proxyTls, signal }) : undefined;
    socket = tlsConnect(tunnel ? throughTunnel(named, tunnel) : named);
  }
  try {
    await once(socket, protocol === 'http:' ? 'connect' : 'secureConnect', { signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socket;
}
