/** A program that has a port before the relay and leaves a service worker or cached files in the browser, which tell it what they see. */
import { createServer, type Server } from 'node:http';
import { expect } from 'vitest';
import type { BrowserContext } from 'playwright-core';

export interface Squatter {
  readonly port: number;
  /** What its worker told it: addresses of requests, and answers of the relay. */
  readonly told: readonly string[];
  /** Give the port back; what the worker tells is still taken, on another port. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** Answers with a page of its own, whatever is asked for. */
const OWN_PAGE_WORKER = `
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => {
    const headers = { 'Content-Type': 'text/html' };
    if (event.request.mode === 'navigate')
      event.respondWith(new Response('<!doctype html><title>ready</title><p>not yours</p>', { headers }));
  });`;

/** Passes everything on and tells what it saw, and after it was unregistered as long as a page has it. */
const worker = (collector: number): string => `
  const tell = (text) => fetch('http://127.0.0.1:${collector}/', { method: 'POST', mode: 'no-cors', body: text });
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => {
    event.respondWith((async () => {
      const answer = await fetch(event.request.clone());
      const path = new URL(event.request.url).pathname;
      if (path.startsWith('/api/')) {
        await tell(path + ' ' + answer.status + ' ' + await answer.clone().text());
      } else await tell(path);
      return answer;
    })());
  });`;

const PAGE = `<!doctype html><title>squatter</title><script>
  navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => (document.title = 'ready'));
</script>`;

/**
 * Take a free port, for IPv4 and IPv6 as browsers try both. With `own` its worker answers with a page of its own. With `cached` it
 * has no worker: its page, and its script in place of that file, tell where they run, and stay in the browser's cache.
 */
export async function startSquatter({
  own = false,
  cached,
}: { readonly own?: boolean; readonly cached?: string } = {}): Promise<Squatter> {
  const told: string[] = [];
  const collector = createServer((request, response) => {
    let text = '';
    request.on('data', (data: Buffer) => (text += data.toString()));
    request.on('end', () => {
      told.push(text);
      response.end();
    });
  });
  const at = await listen(collector, 0, '127.0.0.1');
  const serve = (): Server =>
    createServer((request, response) => {
      const script = request.url?.endsWith('.js') === true;
      if (cached !== undefined) {
        const forever = { 'Cache-Control': 'public, max-age=31536000, immutable', 'Access-Control-Allow-Origin': '*' };
        response.writeHead(200, { ...forever, 'Content-Type': script ? 'text/javascript' : 'text/html' });
        const tell = `fetch('http://127.0.0.1:${at}/', { method: 'POST', mode: 'no-cors', body: location.href });`;
        return void response.end(
          script
            ? tell
            : `<!doctype html><script>${tell}</script><script type="module" crossorigin src="${cached}"></script>`,
        );
      }
      response.writeHead(200, { 'Content-Type': script ? 'text/javascript' : 'text/html' });
      response.end(script ? (own ? OWN_PAGE_WORKER : worker(at)) : PAGE);
    });
  const first = serve();
  const port = await listen(first, 0, '127.0.0.1');
  const servers = [first];
  const second = serve();
  await listen(second, port, '::1').then(
    () => servers.push(second),
    () => undefined,
  );
  return {
    port,
    told,
    leave: async () => void (await Promise.all(servers.map(stop))),
    close: async () => void (await Promise.all([...servers, collector].map(stop))),
  };
}

/** Visit the squatter by a name of this machine, in `context`, until its worker serves pages of its port. */
export async function visit(context: BrowserContext, { port }: Squatter, name = 'localhost'): Promise<void> {
  const page = await context.newPage();
  await page.goto(`http://${name}:${port}/`);
  await expect.poll(() => page.title()).toBe('ready');
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.close();
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
