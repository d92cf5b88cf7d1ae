/** Listening on loopback, on IPv4 and IPv6 under one port, so that `localhost` is this relay whichever is asked. */
import { createServer, Server as HttpServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';

export interface Listening<Each extends Server = HttpServer> {
  readonly port: number;
  readonly servers: readonly Each[];
}

const TRIES = 100;

/** Listen on `port` or the next free one (0: any). Rejects when none of a hundred is free or the system refuses otherwise. */
export async function listenNear(port: number, handler: RequestListener): Promise<Listening> {
  for (let tries = 0; tries < TRIES; tries++) {
    const wanted = port === 0 ? 0 : port + tries;
    if (wanted > 65535) break;
    const listening = await listenOn(wanted, () => createServer(handler));
    if (listening) return listening;
  }
  throw Object.assign(new Error(`no free port from ${port} on`), { code: 'EADDRINUSE' });
}

/** Listen on `port` and no other; 0 takes any. Undefined when it is taken; rejects when the system refuses for another reason. */
export async function listenOn<Each extends Server>(
  port: number,
  make: () => Each,
): Promise<Listening<Each> | undefined> {
  const v4 = make();
  const first = await tryListen(v4, port, '127.0.0.1');
  if (first === 'taken' || first === 'no-address') return undefined;
  const v6 = make();
  const second = await tryListen(v6, first, '::1');
  if (second === 'taken') {
    // Another program answers there: a browser that asks for localhost might reach that one.
    await new Promise((resolve) => v4.close(resolve));
    return undefined;
  }
  return { port: first, servers: second === 'no-address' ? [v4] : [v4, v6] };
}

export async function stopListening({ servers }: Listening<Server>): Promise<void> {
  const stopped = servers.map((server) => {
    const closed = new Promise((resolve) => server.close(resolve));
    if (server instanceof HttpServer) server.closeAllConnections();
    return closed;
  });
  await Promise.all(stopped);
}

function tryListen(server: Server, port: number, host: string): Promise<number | 'taken' | 'no-address'> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve('taken');
      // A machine without IPv6.
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve('no-address');
      else reject(error);
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
