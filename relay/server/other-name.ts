/** Served at other names of this machine, where stray service workers may be: an empty page that links to ours. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

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
export function sendOn(request: Request, response: Response, origin: string): void {
  response.set('Cache-Control', 'no-store');
  if (request.method !== 'GET' || !['/', '/authorized'].includes(request.path))
    return void response.status(403).type('text').send('This address is not the relay: open the one it printed.');
  if (request.path === '/authorized') return response.redirect(302, origin + request.url);
  response.set('Content-Security-Policy', POLICY).type('html').send(page(origin));
}
