/** A reverse proxy on loopback: any number of clients, one server. */
import { createServer, type Socket } from 'node:net';
import { listenOn, stopListening } from '../../base/index.ts';
import type { ArmedProxy } from './armed.ts';
import { ClientConnection } from './client-connection.ts';
import { HostGuard } from './host-guard.ts';

/** Listen on `port` (0 for any); `allowHosts` are allowed names of the tap beside those of loopback. `close` closes every connection. Undefined when it is taken; rejects on other errors of the system. */
export async function serveTap(
  port: number,
  armed: ArmedProxy,
  allowHosts: readonly string[],
): Promise<{ readonly port: number; close(): Promise<void> } | undefined> {
  const clients = new Set<Socket>();
  let guard: HostGuard | undefined;
  let connections = 0;
  const pass = (client: Socket): void => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    // A connection knows the port earlier than the listener.
    guard ??= new HostGuard(client.localPort ?? port, allowHosts);
    new ClientConnection(client, ++connections, armed, guard).begin();
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
