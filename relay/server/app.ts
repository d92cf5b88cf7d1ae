/** The HTTP side of the relay: the page's files, and what of a session is fetched rather than streamed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import type { ErrorRequestHandler, Express, RequestHandler, Request, Response } from 'express';
import {
  type Access,
  type AddressPrinter,
  cacheHeaders,
  cookieFor,
  DEPARTING_WORKER,
  isElsewhere,
  isWorkerScript,
  originOf,
  refuseStranger,
  refuseUnknown,
  refuseWithoutOrigin,
  type Secrets,
  securityHeaders,
} from '../access/index.ts';
import { PROGRAM } from '../base/index.ts';
import { launchFolder, loadedFrom, servedByRelay, withoutLaunch, withValues } from './served-by.ts';
import { sendPayload, sendRecording } from './session-files.ts';
import type { Serving } from './serving.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Values } from '../values/index.ts';
import { createHash } from 'node:crypto';

export interface AppOptions {
  readonly serving: Serving;
  /** Known only once the relay listens, which is before the first request. */
  readonly secrets: () => Secrets;
  readonly access: Access;
  readonly printer: AddressPrinter;
  readonly launch: string;
  readonly sessions: Sessions;
  readonly values: Values;
  readonly webFolder: string;
  /** Serves the page from its sources instead of `webFolder`. */
  readonly page?: RequestHandler;
}

export function createApp({
  serving,
  secrets,
  access,
  printer,
  launch,
  sessions,
  values,
  webFolder,
  page,
}: AppOptions): Express {
  const { express } = serving;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');

  app.use((request, response, next) => {
    response.set({ ...securityHeaders(secrets()), ...cacheHeaders(request) } as Record<string, string>);
    const refusal = isElsewhere(request, secrets()) ? undefined : refuseStranger(request, secrets());
    if (refusal) response.status(refusal.status).type('text').send(refusal.sentence);
    else next();
  });

  app.use((request, response, next) => {
    if (!isWorkerScript(request)) return next();
    response.set('Cache-Control', 'no-store').type('js').send(DEPARTING_WORKER);
  });

  app.use((request, response, next) => {
    if (isElsewhere(request, secrets())) sendOn(request, response, originOf(secrets()));
    else next();
  });

  // A page checks this before it shows its key: another program may have the port by now.
  app.get('/api/proof', (request, response) => {
    const { nonce } = request.query;
    response.set('Cache-Control', 'no-store').json({ proof: access.proofFor(typeof nonce === 'string' ? nonce : '') });
  });
  // Says only whether cookie and page key belong to this launch, so that a page without them can show what is wrong.
  app.get('/api/status', (request, response) => {
    const authorised = refuseUnknown(request, secrets()) === undefined;
    response
      .set('Cache-Control', 'no-store')
      .json({ authorised, ...(authorised ? { version: PROGRAM.version, launch } : {}) });
  });
  app.post(['/api/enter', '/api/address'], (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    const refusal = refuseWithoutOrigin(request, secrets());
    if (refusal) response.status(refusal.status).json({ error: refusal.sentence });
    else next();
  });
  app.post('/api/enter', express.json({ limit: 4096 }), (request, response) => {
    const { token, void: unwanted } = (request.body ?? {}) as { readonly token?: unknown; readonly void?: unknown };
    if (typeof token !== 'string' || !access.use(token))
      return void response.status(403).json({ error: 'This address was used before or has expired: open a new one.' });
    // The page noticed that another one used the token.
    if (unwanted === true) return void response.status(204).end();
    response.set('Set-Cookie', cookieFor(secrets())).json({ key: secrets().key });
  });
  app.post('/api/address', (_request, response) => {
    printer.asked();
    response.status(204).end();
  });
  app.use('/api', (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    const refusal = refuseUnknown(request, secrets());
    if (refusal) response.status(refusal.status).json({ error: refusal.sentence });
    else next();
  });
  app.get('/api/sessions/:id/recording', sendRecording(sessions));
  app.get('/api/sessions/:id/events/:s/payload', sendPayload(sessions));
  app.use('/api', (_request, response) => void response.status(404).json({ error: 'Not found.' }));

  // Where authorization servers redirect the browser: static, so anybody may see it.
  app.get('/authorized', (request, _response, next) => {
    request.url = request.url.replace('/authorized', '/authorized.html');
    next();
  });
  app.use(page ?? builtPage(webFolder, values, serving));
  app.use((_request, response) => void response.status(404).type('text').send('Page not found.'));
  app.use(failed);
  return app;
}

/** Names under /assets hold a hash of the content, so they never change; everything else is revalidated. */
function builtPage(folder: string, values: Values, { sirv }: Serving): RequestHandler {
  if (!existsSync(join(folder, 'index.html')))
    return (request, response, next) => {
      if (request.path !== '/') return next();
      response
        .status(503)
        .type('text')
        .send('The page is not built yet: run `npm run build`, then start the relay again.');
    };
  const place = launchFolder();
  const pages = new Map(
    ['index.html', 'authorized.html']
      .filter((name) => existsSync(join(folder, name)))
      .map((name) => [`/${name}`, loadedFrom(place, servedByRelay(readFileSync(join(folder, name), 'utf8')))]),
  );
  const files = sirv(folder, {
    // Looks on the disk for each request: a file that a build removed meanwhile is missing, and breaks nothing.
    dev: true,
    etag: true,
    setHeaders: (response, path) => {
      const forever = path.startsWith('/assets/');
      response.setHeader('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  let compress: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    const html = pages.get(request.path === '/' ? '/index.html' : request.path);
    if (html !== undefined)
      return void response
        .set('Cache-Control', 'no-cache')
        .type('html')
        .send(withValues(html, known(values)));
    request.url = withoutLaunch(request.url);
    (await (compress ??= loadCompression()))(request, response, () => files(request, response, next));
  };
}

/**
 * What compresses the page's files, loaded with the first of them. Browsers keep what they have loaded, so each is compressed about once
 * a launch: the size matters over a forwarded port only.
 */
async function loadCompression(): Promise<RequestHandler> {
  const { default: compression } = await import('compression');
  return compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } });
}

/** When they can't be read, the page learns that by asking for all of them. */
function known(values: Values): Readonly<Record<string, string>> {
  try {
    return values.all();
  } catch {
    return {};
  }
}

/** A bug, or a request that express can't read. The error stays in the terminal: nobody else may see a stack trace. */
const failed: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const status = (error as { readonly status?: unknown }).status;
  const bad = typeof status === 'number' && status >= 400 && status < 500;
  if (!bad) console.error(error);
  if (response.headersSent) return next(error);
  response
    .status(bad ? status : 500)
    .json({ error: bad ? 'The request can’t be read.' : 'The relay failed; its terminal says how.' });
};

/** A link into the page redirects at once; only the browser knows its fragment. */
const SCRIPT = `const link = document.querySelector('a');
link.href += location.search + location.hash;
if (location.search + location.hash !== '') location.replace(link.href);`;

const POLICY = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`;

const page = (origin: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Lifeline</title>
<p>MCP Lifeline is running, at an address of its own for each launch: open the URL that its terminal shows. If it is open in another
tab, <a href="${origin}/">go on there</a>. If your browser can’t find that address, start MCP Lifeline with <code>--localhost</code>.</p>
<p lang="zh-CN">MCP Lifeline 正在运行，每次启动使用不同的地址：请打开终端中显示的 URL。如果已在其他标签页中打开，可点击上方链接继续。如果浏览器找不到该地址，请用 <code>--localhost</code> 启动 MCP Lifeline。</p>
<script>${SCRIPT}</script>
</html>
`;

/** Respond to a request at another name: `origin` is the page's. Callbacks of authorization servers are redirected to it. */
function sendOn(request: Request, response: Response, origin: string): void {
  response.set('Cache-Control', 'no-store');
  if (request.method !== 'GET' || !['/', '/authorized'].includes(request.path))
    return void response.status(403).type('text').send('This address is not the relay: open the one it printed.');
  if (request.path === '/authorized') return response.redirect(302, origin + request.url);
  response.set('Content-Security-Policy', POLICY).type('html').send(page(origin));
}
