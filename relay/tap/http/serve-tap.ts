/** A reverse proxy on loopback: any number of clients, one server. */
import { createServer, type Socket } from 'node:net';
import { listenOn, stopListening } from '../../base/index.ts';
import type { ArmedProxy } from './armed.ts';
import { ClientConnection } from './client-connection.ts';
import { HostGuard } from './host-guard.ts';
import type { ExchangeObserver } from './passing.ts';
import type { Target } from './target.ts';

export interface HttpTap {
  readonly port: number;
  /** Closes every connection. */
  close(): Promise<void>;
}

interface Served {
  readonly target: Target;
  readonly observer: ExchangeObserver;
  readonly armed: ArmedProxy;
  /** Allowed names of the tap beside those of loopback. */
  readonly allowHosts: readonly string[];
}

/** Listen on `port` (0 for any). Undefined when it is taken; rejects on other errors of the system. */
export async function serveTap(port: number, { allowHosts, ...served }: Served): Promise<HttpTap | undefined> {
  const clients = new Set<Socket>();
  let guard: HostGuard | undefined;
  let connections = 0;
  const pass = (client: Socket): void => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    // A connection knows the port earlier than the listener.
    guard ??= new HostGuard(client.localPort ?? port, allowHosts);
    new ClientConnection(client, ++connections, { ...served, guard }).begin();
  };
  const listening = await listenOn(port, () => createServer({ allowHalfOpen: true, noDelay: true }, pass));
  if (!listening) return undefined;
  return {
    port: listening.port,
    close: async () => {
      const stopped = stopListening(listening);
      for (const each of clients) each.destroy();
      await stopped;
    },
  };
}
