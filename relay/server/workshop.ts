/** The page's sources by Vite, a development dependency loaded only here. It needs nothing our policy forbids. */
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { servedByRelay } from './served-by.ts';

export interface Workshop {
  readonly page: RequestHandler;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

/** Start Vite in middleware mode over the web folder `sources`. Rejects when Vite does. */
export async function openWorkshop(sources: string): Promise<Workshop> {
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
