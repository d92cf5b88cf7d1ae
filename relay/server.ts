/** The relay: hosts sessions, keeps their recordings, serves the page. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { createApp } from './app.ts';
import { refuseUpgrade, securityHeaders, type Secrets } from './guards.ts';
import { listenNear } from './listen.ts';
import { defaultFolder, RecordingFolder, sweep, type Write } from './recording/index.ts';
import { Sessions } from './sessions/index.ts';
import { SOCKET_PATH, Sockets } from './socket/index.ts';
import type { StdioTimes } from './stdio/index.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

export interface RelayOptions {
  /** 0 takes any free port; otherwise the next free one from here on. */
  readonly port: number;
  /** Folder of the built page. */
  readonly webFolder: string;
  /** Folder of the recordings; by default where this platform keeps a program's data. */
  readonly folder?: string;
  /** The secret of this launch; random by default. */
  readonly token?: string;
  readonly stdioTimes?: Partial<StdioTimes>;
  /** Serve the page from its sources, in this folder, with hot reload. */
  readonly sources?: string;
  /** Is told, in a sentence, what a person at the terminal should know. */
  readonly warn?: (sentence: string) => void;
  /** Replaces the write to a recording's file. */
  readonly write?: Write;
}

export interface Relay {
  /** What a person opens: the address with the secret in it. */
  readonly url: string;
  readonly port: number;
  readonly token: string;
  readonly sessions: Sessions;
  /** End every session in order, then stop listening. Resolves when both are done; safe to call twice. */
  close(): Promise<void>;
}

/** Start a relay. Rejects when no port is free or the folder of recordings can't be made. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { stdioTimes, write, warn, webFolder } = options;
  const token = options.token ?? randomBytes(32).toString('base64url');
  const launch = randomBytes(8).toString('hex');
  const folder = new RecordingFolder(options.folder ?? defaultFolder());
  sweep(folder.path);
  const sessions = new Sessions({
    folder,
    origin: () => `http://localhost:${port}`,
    ...(stdioTimes ? { stdioTimes } : {}),
    ...(write ? { write } : {}),
    ...(warn ? { warn } : {}),
  });
  const sockets = new Sockets(sessions, launch);
  const workshop = options.sources === undefined ? undefined : await openWorkshop(options.sources);

  let port = options.port;
  const secrets = (): Secrets => ({ port, token });
  const app = createApp({ secrets, launch, sessions, webFolder, ...(workshop ? { page: workshop.page } : {}) });
  const listening = await listenNear(options.port, app);
  port = listening.port;
  for (const server of listening.servers) {
    server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) =>
      upgrade(request, stream, head, secrets(), sockets, workshop),
    );
  }

  const close = async (): Promise<void> => {
    await sessions.closeAll('relay-stopped');
    sockets.close();
    await Promise.all([...listening.servers.map(stop), workshop?.close()]);
    sessions.release();
  };
  let closed: Promise<void> | undefined;
  const url = `http://localhost:${port}/?token=${token}`;
  return { url, port, token, sessions, close: () => (closed ??= close()) };
}

function upgrade(
  request: IncomingMessage,
  stream: Duplex,
  head: Buffer,
  secrets: Secrets,
  sockets: Sockets,
  workshop: Workshop | undefined,
): void {
  // Whoever hangs up in the middle of a handshake does the relay no harm.
  stream.on('error', () => {});
  const refusal = refuseUpgrade(request, secrets);
  if (refusal) return refuse(stream, refusal.status, refusal.sentence, secrets.port);
  if (request.url?.split('?')[0] === SOCKET_PATH) return sockets.accept(request, stream, head);
  if (workshop) return workshop.upgrade(request, stream, head);
  refuse(stream, 404, 'There is no such socket.', secrets.port);
}

function refuse(stream: Duplex, status: number, sentence: string, port: number): void {
  const headers = Object.entries({
    ...securityHeaders(port),
    Connection: 'close',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(sentence),
  });
  const head = headers.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('');
  stream.end(`HTTP/1.1 ${status} Refused\r\n${head}\r\n${sentence}`);
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
