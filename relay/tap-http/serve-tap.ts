/** A reverse proxy on loopback: any number of clients, one server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listenOn, stopListening } from '../base/index.ts';
import type { ArmedProxy } from './armed.ts';
import { LONGEST_HEAD } from './ask-server.ts';
import { passExchange } from './pass-exchange.ts';
import type { Witness } from './pass-response.ts';
import type { Target } from './target.ts';

export interface HttpTap {
  readonly port: number;
  /** Cuts every connection. */
  close(): Promise<void>;
}

/** Listen on `port` (0 for any). Undefined when it is taken; rejects when the system refuses otherwise. */
export async function serveTap(
  port: number,
  target: Target,
  witness: Witness,
  armed: ArmedProxy,
): Promise<HttpTap | undefined> {
  const clients = new WeakMap<Socket, number>();
  let connections = 0;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const client = clients.get(incoming.socket) ?? ++connections;
    clients.set(incoming.socket, client);
    passExchange(incoming, outgoing, { x: armed.nextExchange(), client, target, witness, armed });
  };
  // How long a client may take is the server's to say.
  const options = { maxHeaderSize: LONGEST_HEAD, keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 };
  const listening = await listenOn(port, pass, options);
  if (!listening) return undefined;
  for (const server of listening.servers) server.on('checkContinue', pass);
  return {
    port: listening.port,
    close: () => stopListening(listening),
  };
}
