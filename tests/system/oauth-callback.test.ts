/** The way back from an authorization server: to a page of the relay, to a program without one, or by no browser at all. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { followRedirects } from '#shared/authorization';
import { listenForCallback, stepFetchBy } from '../../relay/authorization/index.ts';
import { temporaryFolder, testRelay } from '../relay/support/relay.ts';
import { eventually, Page } from '../relay/support/page.ts';
import { OAuthFixture } from './support/oauth.ts';

/** A relay whose page is two files. */
async function relayWithPage(): Promise<Awaited<ReturnType<typeof testRelay>>> {
  const webFolder = join(temporaryFolder(), 'web');
  mkdirSync(webFolder);
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(webFolder, 'authorized.html'), '<!doctype html><title>back</title>');
  return testRelay({ webFolder });
}

/** A GET with a `Host` of the test's choosing; gives status and text. */
function get(port: number, path: string, headers: Record<string, string> = {}): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const all = { Host: `localhost:${port}`, ...headers };
    const outgoing = request({ host: '127.0.0.1', port, path, headers: all }, (response) => {
      let text = '';
      response.on('data', (piece: Buffer) => (text += piece.toString()));
      response.on('end', () => resolve([response.statusCode ?? 0, text]));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

describe('the relay’s page of the redirect', () => {
  test('is there for whoever comes by navigation, and opens nothing else', async () => {
    const { port, origin } = await relayWithPage();
    const navigation = {
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
      Referer: 'https://as.example/',
    };
    // The address that providers know leads to the one of this launch.
    const [status, body] = await get(port, '/authorized?code=c&state=s', navigation);
    expect([status, body]).toEqual([302, expect.stringContaining(`${origin}/authorized?code=c&state=s`)]);
    const Host = new URL(origin).host;
    expect(await get(port, '/authorized?code=c&state=s', { ...navigation, Host })).toEqual([
      200,
      '<!doctype html><title>back</title>',
    ]);
    expect((await get(port, '/authorized?code=c', { Host: `evil.example:${port}` }))[0]).toBe(403);
    expect((await get(port, '/authorized?code=c', { Host, Origin: 'https://as.example' }))[0]).toBe(403);
    expect((await get(port, '/api/sessions/x/recording', navigation))[0]).toBe(403);
    expect((await get(port, '/api/sessions/x/recording', { Host, ...navigation }))[0]).toBe(403);
    expect((await get(port, '/api/sessions/x/recording', { Host }))[0]).toBe(401);
  });

  test('a message that brings the answer must be one', async () => {
    const relay = await relayWithPage();
    const page = await Page.connect(relay);
    page.sendRaw('{"type":"authorized","session":"s","callback":7}');
    await eventually(() => page.messages.some((each) => each.type === 'refused' && each.code === 'bad-message'));
    page.send({ type: 'authorized', session: 'nobody', callback: 'http://x/?code=c' });
    await eventually(() => page.messages.some((each) => each.type === 'refused' && each.code === 'unknown-session'));
  });
});

describe('a program without a page', () => {
  test('hears the browser that comes back', async () => {
    const listener = await listenForCallback();
    const { port } = new URL(listener.redirectUri);
    expect((await get(Number(port), '/authorized?code=c', { Host: `evil.example:${port}` }))[0]).toBe(404);
    expect((await get(Number(port), '/other', { Host: `127.0.0.1:${port}` }))[0]).toBe(404);
    const [status, text] = await get(Number(port), '/authorized?code=c&state=s', { Host: `127.0.0.1:${port}` });
    expect([status, text]).toEqual([200, expect.stringContaining('close this tab')]);
    expect(await listener.callback).toBe(`${listener.redirectUri}?code=c&state=s`);
    listener.close();
  });

  test('is told when nobody came', async () => {
    const listener = await listenForCallback();
    listener.close();
    expect(await listener.callback).toBeUndefined();
  });

  test('follows redirects to the end where the server consents by itself, and no page where it does not', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes', iss: 'none' });
    const redirectUri = 'http://127.0.0.1:9/authorized';
    const address = new URL(`${fixture.origin}/authorize`);
    address.search = new URLSearchParams({
      response_type: 'code',
      client_id: 'pre-registered',
      redirect_uri: redirectUri,
      code_challenge: 'x',
      code_challenge_method: 'S256',
      resource: fixture.url,
      state: 'the-state',
    }).toString();
    const callback = await followRedirects(address.href, redirectUri, stepFetchBy());
    expect(callback).toMatch(/^http:\/\/127\.0\.0\.1:9\/authorized\?code=code-[\w-]+&state=the-state$/);
    await fixture.set({ auto: 'no' });
    expect(await followRedirects(address.href, redirectUri, stepFetchBy())).toBeUndefined();
  });
});
