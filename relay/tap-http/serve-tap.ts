/** A reverse proxy on loopback: any number of clients, one server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listenOn, stopListening } from '../base/index.ts';
import type { ArmedProxy } from './armed.ts';
import { LONGEST_HEAD } from './ask-server.ts';
import { pairsOf } from './heads.ts';
import { HostGuard } from './host-guard.ts';
import { passExchange } from './pass-exchange.ts';
import type { Witness } from './pass-response.ts';
import type { Target } from './target.ts';

export interface HttpTap {
  readonly port: number;
  /** Cuts every connection. */
  close(): Promise<void>;
}

interface Served {
  readonly target: Target;
  readonly witness: Witness;
  readonly armed: ArmedProxy;
  /** Names, beside those of loopback, by which clients may ask for the tap. */
  readonly allowHosts: readonly string[];
}

/** Listen on `port` (0 for any). Undefined when it is taken; rejects when the system refuses otherwise. */
export async function serveTap(
  port: number,
  { target, witness, armed, allowHosts }: Served,
): Promise<HttpTap | undefined> {
  const clients = new WeakMap<Socket, number>();
  let connections = 0;
  /** Not to the server: what is refused is recorded without its body. */
  const refuse = (incoming: IncomingMessage, outgoing: ServerResponse, client: number, why: string): void => {
    const x = armed.nextExchange();
    const { method = 'GET', url = '/', rawHeaders } = incoming;
    const address = target.addressOf(target.pathFor(url));
    witness.happened({ x, is: 'request', method, url: address, headers: pairsOf(rawHeaders), via: {}, client });
    witness.happened({ x, is: 'end', by: 'network', error: `The tap answered 403: ${why}`, reason: 'tap-refused' });
    const head = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
    outgoing.writeHead(403, 'Forbidden', head).end(`mcp-lifeline tap: ${why}\n`);
    incoming.resume();
  };
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const client = clients.get(incoming.socket) ?? ++connections;
    clients.set(incoming.socket, client);
    const hosts = incoming.headersDistinct.host ?? [];
    // A connection knows the port before whoever listens does.
    const why = new HostGuard(incoming.socket.localPort ?? port, allowHosts).refusal(hosts);
    if (why !== undefined) return refuse(incoming, outgoing, client, why);
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
