/** Waits on a loopback port for the browser that comes back with a person's consent, for a program without a page. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackListener {
  readonly redirectUri: string;
  /** The address the browser came back to. Undefined once the listener is closed. */
  readonly callback: Promise<string | undefined>;
  close(): void;
}

const PATH = '/authorized';

/** Listen on a free port of 127.0.0.1, or on `port`. Rejects when that cannot be had. */
export async function listenForCallback(port = 0): Promise<LoopbackListener> {
  let came: (callback: string | undefined) => void = () => undefined;
  const callback = new Promise<string | undefined>((resolve) => (came = resolve));
  const server = createServer((request, response) => {
    const { port: own } = server.address() as AddressInfo;
    // Another name for this address would be somebody else's page.
    const local = request.headers.host === `127.0.0.1:${own}`;
    const answer = local && request.method === 'GET' && (request.url ?? '').split('?')[0] === PATH;
    response.writeHead(answer ? 200 : 404, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
    response.end(answer ? 'Done. You can close this tab and go back to the terminal.\n' : 'There is nothing here.\n');
    if (answer) came(`http://127.0.0.1:${own}${request.url ?? ''}`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${own}${PATH}`,
    callback,
    close: () => {
      came(undefined);
      server.close();
      server.closeAllConnections();
    },
  };
}

export class Consents {
  readonly #waiting = new Map<string, (callback: string | undefined) => void>();

  /** Wait for the consent of a session; an earlier wait of it is given up. */
  wait(session: string): Promise<string | undefined> {
    this.answer(session, undefined);
    return new Promise((resolve) => this.#waiting.set(session, resolve));
  }

  /** The answer came, or the person gave up (undefined). False when nothing waits for it. */
  answer(session: string, callback: string | undefined): boolean {
    const resolve = this.#waiting.get(session);
    this.#waiting.delete(session);
    resolve?.(callback);
    return resolve !== undefined;
  }
}
