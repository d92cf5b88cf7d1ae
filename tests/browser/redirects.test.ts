/** Redirects of a session that the page hosts itself, in a real browser. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../relay/support/serve.ts';
import { openLifeline, useBrowser } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

let relay: RelayProcess;
beforeAll(async () => {
  relay = await startRelayProcess();
});
afterAll(() => relay.remove());

test('where a followed redirect ended is a row of the diagram', async () => {
  const url = await serve((request, response) => {
    request.resume();
    const allowed = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
    if (request.method === 'OPTIONS') return void response.writeHead(204, allowed).end();
    if (request.url === '/mcp') return void response.writeHead(307, { ...allowed, Location: '/mcp/' }).end();
    response.writeHead(500, allowed).end();
  });
  const page = await openLifeline(relay.url);
  await page.connectHttp(`${url}/mcp`, 'direct');
  await page
    .row(
      /→ http:\/\/127\.0\.0\.1:\d+\/mcp\/ \(the browser hides the hops before it; after 301, 302 or 303 it sends GET\)/,
    )
    .first()
    .waitFor();
  expect(await page.row(/→ http/).count()).toBeGreaterThan(0);
  await page.close(/status of 500/);
});
