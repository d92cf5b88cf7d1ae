/** Redirects as a page meets them: the browser shows no hop, so a person's headers follow none. */
import { afterEach, expect, test, vi } from 'vitest';
import type { EventBody, HeaderPairs } from '#shared/recording';
import { StreamableHttp } from '#shared/transport';
import { browserFetch } from '../../../../../web/session/direct/browser-fetch.ts';
import { Reports } from '../../../wait.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Send a message with these headers to a server that redirects, as a browser would; gives what the transport reports. */
async function sent(
  headers: HeaderPairs,
): Promise<{ readonly mode: string | undefined; readonly events: readonly EventBody[] }> {
  let mode: string | undefined;
  vi.stubGlobal('fetch', (_url: string, init: { readonly redirect?: string }) => {
    mode = init.redirect;
    // What `fetch` gives for a redirect that is not followed (Fetch standard, opaque-redirect filtered response).
    const opaque = { type: 'opaqueredirect', status: 0, headers: new Headers(), body: null, redirected: false };
    const followed = new Response(null, { status: 202 });
    Object.defineProperties(followed, { redirected: { value: true }, url: { value: 'http://b.example/there' } });
    return Promise.resolve(mode === 'manual' ? opaque : followed);
  });
  const reports = new Reports<EventBody>();
  const options = { url: 'http://a.example/mcp', headers, fetch: browserFetch, opaqueErrors: true };
  new StreamableHttp(options, (bodies) => reports.add(bodies)).send('{}', { by: 'user' });
  await reports.until((all) => all.some((body) => body.k === 'http' && body.phase === 'end'));
  return { mode, events: reports.all };
}

test('with a header that a person gave: not followed, and a problem says so', async () => {
  const { mode, events } = await sent([['X-API-Key', 'k']]);
  expect(mode).toBe('manual');
  expect(events.slice(2)).toEqual([
    { k: 'http', x: 'x1', phase: 'redirect', opaque: true },
    { k: 'http', x: 'x1', phase: 'end', by: 'server' },
    { k: 'connection', event: 'problem', reason: 'redirect-hidden' },
  ]);
});

test('without: followed, and where it ended is recorded', async () => {
  const { mode, events } = await sent([]);
  expect(mode).toBe('follow');
  expect(events[2]).toEqual({ k: 'http', x: 'x1', phase: 'redirect', url: 'http://b.example/there', opaque: true });
  expect(events[3]).toMatchObject({ phase: 'response', status: 202 });
});
