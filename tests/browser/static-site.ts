/** The built page served by a plain static server, as anyone may host it: no relay behind it. */
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';

const FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** Serve dist/web on a free port; gives its address and how to end it. */
export function startStaticSite(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const serve = sirv(FOLDER, { dev: true });
  const server = createServer((request, response) => serve(request, response));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({
        url: `http://127.0.0.1:${port}/`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
