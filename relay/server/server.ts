/** The relay: hosts sessions, keeps their recordings, serves the page. */
import { randomBytes } from 'node:crypto';
import { type IncomingMessage, createServer as createHttpServer, type RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import { defined } from '#shared/base';
import { lastingOrigin } from '#shared/relay-protocol';
import {
  Access,
  AddressFile,
  AddressPrinter,
  addressOf,
  originOf,
  ownFolder,
  refuseSocket,
  refuseWithoutCookie,
  type Secrets,
  securityHeaders,
  sweepAddressFiles,
} from '../access/index.ts';
import { createApp } from './app.ts';
import { listenNear, stopListening } from '../base/index.ts';
import { defaultFolder, RecordingFolder, sweep, type Write } from '../recording/index.ts';
import { loadServing } from './serving.ts';
import { Sessions } from '../sessions/index.ts';
import { SOCKET_PATH, Sockets } from '../socket/index.ts';
import type { StdioTimes } from '../stdio/index.ts';
import { Values } from '../values/index.ts';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { servedByRelay } from './served-by.ts';

export interface RelayOptions {
  /** 0 takes any free port; otherwise the first free one from here on. */
  readonly port: number;
  readonly webFolder: string;
  /** Folder of the recordings; by default where this platform keeps a program's data. */
  readonly folder?: string;
  /** The page is at `localhost`, for browsers that can't resolve the launch's own name: other programs there may see its data. */
  readonly shared?: boolean;
  /** Cookie, page key and host are derived from it, so that open pages stay signed in to the next relay; random by default. */
  readonly seed?: string;
  /** The time in milliseconds, by which opening tokens expire; the system's clock by default. */
  readonly now?: () => number;
  /** Called with a fresh address when a page without the page key requests one. */
  readonly announce?: (address: string) => void;
  readonly stdioTimes?: Partial<StdioTimes>;
  /** Serve the page from its sources, in this folder, with hot reload. */
  readonly sources?: string;
  /** Called with a sentence that a person at the terminal should know. */
  readonly warn?: (sentence: string) => void;
  readonly write?: Write;
  /** Makes recordings of what killed taps left in this folder. Never rejects. */
  readonly recover?: (folder: string) => Promise<void>;
}

export interface Relay {
  /** An address that works once, within ten minutes. */
  readonly url: string;
  readonly port: number;
  readonly origin: string;
  /** What a signed-in page holds: the cookie's value and the page key. */
  readonly secrets: Secrets;
  readonly sessions: Sessions;
  /** A further address that works once, within ten minutes. */
  newAddress(): string;
  /** Put `address` into a private file: removed once used, after ten minutes, or with the relay. Gives its path; throws system errors. */
  addressFile(address: string): string;
  /** End every session in order, then stop listening. Resolves when both are done; safe to call twice. */
  close(): Promise<void>;
}

/** Rejects when no port is free or the folder of recordings can't be made. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { stdioTimes, write, warn, webFolder, now, recover } = options;
  const access = new Access({ seed: options.seed, now });
  const launch = randomBytes(8).toString('hex');
  const folder = new RecordingFolder(options.folder ?? defaultFolder());
  sweep(folder.path);
  const sessions = new Sessions({
    folder,
    origin: () => lastingOrigin(originOf(secrets())),
    ...defined({ stdioTimes, write, warn, recover }),
  });
  const own = ownFolder(folder.path);
  const serving = await loadServing();
  const values = new Values(own);
  const sockets = new Sockets(serving.WebSocketServer, sessions, values, launch);
  const workshop = options.sources === undefined ? undefined : await openWorkshop(options.sources);

  let port = options.port;
  const { cookie, key } = access;
  const host = options.shared === true ? 'localhost' : access.host;
  const secrets = (): Secrets => ({ port, host, cookie, key });
  const newAddress = (): string => addressOf(originOf(secrets()), access.newToken());
  const printer = new AddressPrinter(access, () => options.announce?.(newAddress()), now);
  sweepAddressFiles(own);
  const files = new Set<AddressFile>();
  const removeFiles = (): void => {
    for (const file of files) file.remove();
    files.clear();
  };
  access.onUse(removeFiles);
  const app = createApp({
    serving,
    secrets,
    access,
    printer,
    launch,
    sessions,
    values,
    webFolder,
    ...defined({ page: workshop?.page }),
  });
  const listening = await listenNear(options.port, app);
  port = listening.port;
  for (const server of listening.servers) {
    server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) =>
      upgrade(request, stream, head, secrets(), sockets, workshop),
    );
  }

  const close = async (): Promise<void> => {
    removeFiles();
    await sessions.closeAll('relay-stopped');
    sockets.close();
    await Promise.all([stopListening(listening), workshop?.close()]);
    sessions.release();
  };
  let closed: Promise<void> | undefined;
  return {
    url: newAddress(),
    port,
    origin: originOf(secrets()),
    secrets: secrets(),
    sessions,
    newAddress,
    addressFile: (address) => {
      const file = new AddressFile(own, address);
      files.add(file);
      return file.path;
    },
    close: () => (closed ??= close()),
  };
}

function upgrade(
  request: IncomingMessage,
  stream: Duplex,
  head: Buffer,
  secrets: Secrets,
  sockets: Sockets,
  workshop: Workshop | undefined,
): void {
  // A disconnect in the middle of a handshake must not harm the relay.
  stream.on('error', () => {});
  const ours = request.url?.split('?')[0] === SOCKET_PATH;
  // Vite's socket informs a developer's page of changed sources; it has a token of its own.
  const refusal = workshop && !ours ? refuseWithoutCookie(request, secrets) : refuseSocket(request, secrets);
  if (refusal) return refuse(stream, refusal.status, refusal.sentence, secrets);
  if (ours) return sockets.accept(request, stream, head);
  if (workshop) return workshop.upgrade(request, stream, head);
  refuse(stream, 404, 'Not found.', secrets);
}

function refuse(stream: Duplex, status: number, sentence: string, secrets: Secrets): void {
  const headers = Object.entries({
    ...securityHeaders(secrets),
    Connection: 'close',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(sentence),
  });
  const head = headers.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('');
  stream.end(`HTTP/1.1 ${status} Refused\r\n${head}\r\n${sentence}`);
}

interface Workshop {
  readonly page: RequestHandler;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

/** Start Vite in middleware mode over the web folder `sources`. Rejects when Vite does. */
async function openWorkshop(sources: string): Promise<Workshop> {
  const { createServer } = await import('vite');
  // Vite attaches its socket to an HTTP server; this one never listens, it only gets the upgrades that pass the guards.
  const ear = createHttpServer();
  const vite = await createServer({
    configFile: join(sources, 'vite.config.ts'),
    root: sources,
    plugins: [{ name: 'lifeline-served-by', transformIndexHtml: servedByRelay }],
    appType: 'spa',
    server: { middlewareMode: true, hmr: { server: ear } },
  });
  const handle: RequestListener & RequestHandler = vite.middlewares as never;
  return {
    page: handle,
    upgrade: (request, stream, head) => void ear.emit('upgrade', request, stream, head),
    close: () => vite.close(),
  };
}
