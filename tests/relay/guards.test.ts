import { createHmac } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Relay } from '../../relay/server/index.ts';
import { enter } from '../enter.mjs';
import { cookieOf, headersOf } from './support/page.ts';
import { temporaryFolder, testRelay } from './support/relay.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One request over a plain socket, so that every header, Host included, is the test's to choose. */
function ask(
  relay: Relay,
  path: string,
  headers: Record<string, string> = {},
  host = '127.0.0.1',
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { Host: new URL(relay.origin).host, ...headers };
    const method = body === undefined ? 'GET' : 'POST';
    const outgoing = request({ host, port: relay.port, path, method, headers: all }, (response) => {
      let text = '';
      response.on('data', (data: Buffer) => (text += data.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    outgoing.on('error', reject);
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: '' });
    });
    outgoing.end(body);
  });
}

const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

describe('the opening token', () => {
  const origin = (relay: Relay): string => relay.origin;
  const tokenOf = (address: string): string => new URL(address).hash.slice('#token='.length);
  const enter = (relay: Relay, body: object, headers: Record<string, string> = { Origin: origin(relay) }) =>
    ask(relay, '/api/enter', { 'Content-Type': 'application/json', ...headers }, '127.0.0.1', JSON.stringify(body));

  test('stands in the fragment, and is exchanged for a cookie and a page key, each another secret', async () => {
    const relay = await testRelay();
    expect(relay.url).toMatch(new RegExp(`^http://[0-9a-f]{32}\\.localhost:${relay.port}/#token=[\\w-]{43}$`));
    const token = tokenOf(relay.url);
    const { cookie, key } = relay.secrets;
    const { status, headers, body } = await enter(relay, { token });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['set-cookie']).toEqual([`lifeline_${relay.port}=${cookie}; HttpOnly; SameSite=Strict; Path=/`]);
    expect(JSON.parse(body)).toEqual({ key });
    expect(new Set([token, cookie, key]).size).toBe(3);
    for (const secret of [token, cookie, key]) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  });

  test('works once, and so does every further one', async () => {
    const relay = await testRelay();
    const other = relay.newAddress();
    for (const address of [relay.url, other]) {
      expect((await enter(relay, { token: tokenOf(address) })).status).toBe(200);
      const again = await enter(relay, { token: tokenOf(address) });
      expect(again.status).toBe(403);
      expect(again.headers['set-cookie']).toBeUndefined();
      expect(JSON.parse(again.body)).toEqual({ error: expect.any(String) });
    }
  });

  test('expires after ten minutes', async () => {
    let now = 1_000_000;
    const relay = await testRelay({ now: () => now });
    const later = relay.newAddress();
    now += 10 * 60 * 1000 - 1;
    expect((await enter(relay, { token: tokenOf(relay.url) })).status).toBe(200);
    now += 1;
    expect((await enter(relay, { token: tokenOf(later) })).status).toBe(403);
  });

  test('can be used up for nothing by a page that is not alone', async () => {
    const relay = await testRelay();
    const token = tokenOf(relay.url);
    const { status, headers, body } = await enter(relay, { token, void: true });
    expect([status, headers['set-cookie'], body]).toEqual([204, undefined, '']);
    expect((await enter(relay, { token })).status).toBe(403);
  });

  test('is taken from our own page only, and not from an address', async () => {
    const relay = await testRelay();
    const token = tokenOf(relay.url);
    expect((await enter(relay, { token }, {})).status).toBe(403);
    expect((await enter(relay, { token }, { Origin: 'http://localhost:1' })).status).toBe(403);
    for (const given of [{}, { token: 1 }, { token: relay.secrets.key }, { token: `${token}x` }])
      expect((await enter(relay, given)).status).toBe(403);
    expect((await ask(relay, `/?token=${token}`)).headers['set-cookie']).toBeUndefined();
    expect((await enter(relay, { token })).status).toBe(200);
  });

  test('and what it is exchanged for are others each time, but those of one seed are the same', async () => {
    const [one, two] = [await testRelay(), await testRelay()];
    expect(one.secrets.cookie).not.toBe(two.secrets.cookie);
    expect(one.secrets.key).not.toBe(two.secrets.key);
    const [first, second] = [await testRelay({ seed: 'of a developer' }), await testRelay({ seed: 'of a developer' })];
    expect(first.secrets).toEqual({ ...second.secrets, port: first.port });
    expect(first.secrets.cookie).not.toBe(first.secrets.key);
    expect(tokenOf(first.url)).not.toBe(tokenOf(second.url));
  });
});

describe('a page without the key', () => {
  test('gets an address printed where none can be used any more, at most once a minute', async () => {
    let now = 1_000_000;
    const printed: string[] = [];
    const relay = await testRelay({ now: () => now, announce: (address) => printed.push(address) });
    const wish = (headers: Record<string, string> = { Origin: relay.origin }) =>
      ask(relay, '/api/address', headers, '127.0.0.1', '');
    expect((await wish()).status).toBe(204);
    expect(printed).toEqual([]);
    now += 10 * 60 * 1000;
    expect((await wish({})).status).toBe(403);
    expect((await wish({ Origin: 'http://localhost:1' })).status).toBe(403);
    expect(printed).toEqual([]);
    for (let n = 0; n < 3; n++) await wish();
    expect(printed).toHaveLength(1);
    const [address = ''] = printed;
    expect(await enter(address)).toMatchObject({ secrets: { cookie: relay.secrets.cookie, key: relay.secrets.key } });
    await wish();
    expect(printed).toHaveLength(1);
    now += 60_000;
    await wish();
    expect(printed).toHaveLength(2);
    expect(printed[1]).not.toBe(printed[0]);
  });
});

describe('the guards', () => {
  test('let nothing but the page be read without both the cookie and the page key', async () => {
    const relay = await testRelay();
    const [Cookie, key] = [cookieOf(relay), relay.secrets.key];
    for (const path of ['/api/sessions/x/recording', '/api/sessions/x/events/1/payload', '/api/nothing']) {
      const without = await ask(relay, path);
      expect(without.status).toBe(401);
      expect(JSON.parse(without.body)).toHaveProperty('error');
      const wrong: Record<string, string>[] = [
        { Cookie: `lifeline_${relay.port}=nonsense`, 'X-Lifeline-Key': key },
        { Cookie },
        { 'X-Lifeline-Key': key },
        { Cookie, 'X-Lifeline-Key': relay.secrets.cookie },
        { Cookie, 'X-Lifeline-Key': '' },
        { Cookie: `lifeline_${relay.port}=`, 'X-Lifeline-Key': key },
      ];
      for (const headers of wrong) expect((await ask(relay, path, headers)).status).toBe(401);
      const right = await ask(relay, path, { Cookie: `a=b; ${Cookie}`, 'X-Lifeline-Key': key });
      expect(right.status).toBe(404);
    }
  });

  test('tell a page that lacks one of them so, and nothing else', async () => {
    const relay = await testRelay();
    const status = async (headers: Record<string, string>): Promise<unknown> =>
      JSON.parse((await ask(relay, '/api/status', headers)).body);
    expect(await status({})).toEqual({ authorised: false });
    expect(await status({ Cookie: cookieOf(relay) })).toEqual({ authorised: false });
    expect(await status({ 'X-Lifeline-Key': relay.secrets.key })).toEqual({ authorised: false });
    expect(await status(headersOf(relay))).toEqual({
      authorised: true,
      version: expect.any(String),
      launch: expect.any(String),
    });
  });

  test.each(['evil.example', 'localhost', 'localhost:1', '127.0.0.1.evil.example:80'])(
    'refuse the host “%s”, even with cookie and key',
    async (host) => {
      const relay = await testRelay();
      const { status } = await ask(relay, '/api/status', { Host: host, ...headersOf(relay) });
      expect(status).toBe(403);
    },
  );

  test('take the name of the launch only; other names of this machine get a page that holds nothing and leads there', async () => {
    const relay = await testRelay();
    expect(relay.origin).toMatch(new RegExp(`^http://[0-9a-f]{32}\\.localhost:${relay.port}$`));
    expect((await testRelay()).origin.slice(7, 39)).not.toBe(relay.origin.slice(7, 39));
    const token = relay.url.slice(-43);
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      const Host = `${name}:${relay.port}`;
      const all = { Host, ...headersOf(relay) };
      const { status, headers, body } = await ask(relay, '/?recording=x', all);
      expect(status).toBe(200);
      expect(body).toContain(`href="${relay.origin}/"`);
      expect(body).toContain('--localhost');
      expect(body).not.toContain('/assets/');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'sha256-[^']+';/);
      for (const path of [
        '/api/status',
        '/api/proof?nonce=1',
        '/api/sessions/x/recording',
        '/assets/x.js',
        '/index.html',
      ])
        expect((await ask(relay, path, all)).status).toBe(403);
      const entering = { ...all, Origin: `http://${Host}`, 'Content-Type': 'application/json' };
      expect((await ask(relay, '/api/enter', entering, '127.0.0.1', JSON.stringify({ token }))).status).toBe(403);
      expect((await ask(relay, '/api/address', entering, '127.0.0.1', '{}')).status).toBe(403);
      const protocols = `lifeline, key.${relay.secrets.key}`;
      for (const Origin of [`http://${Host}`, relay.origin])
        expect(
          (await ask(relay, '/api/socket', { ...UPGRADE, ...all, Origin, 'Sec-WebSocket-Protocol': protocols })).status,
        ).toBe(403);
      const back = await ask(relay, '/authorized?code=1&state=2', { Host });
      expect([back.status, back.headers.location]).toEqual([302, `${relay.origin}/authorized?code=1&state=2`]);
      for (const answer of [await ask(relay, '/', { Host }), back])
        expect(answer.headers['set-cookie']).toBeUndefined();
    }
    // The token was not used up by any of it.
    expect(await enter(relay.url)).toMatchObject({ secrets: { key: relay.secrets.key } });
  });

  test('take every name of this machine where the launch has none of its own, by addresses that differ', async () => {
    const relay = await testRelay({ shared: true });
    expect(relay.url).toMatch(new RegExp(`^http://localhost:${relay.port}/\\?fresh=[\\w-]{16}#token=[\\w-]{43}$`));
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      const { status } = await ask(relay, '/api/status', { Host: `${name}:${relay.port}`, ...headersOf(relay) });
      expect(status).toBe(200);
    }
  });

  test('refuse what another site asks for; it may lead to the page in a tab of its own', async () => {
    for (const shared of [false, true]) {
      const relay = await testRelay({ shared });
      const from = async (site: string, path: string, more: Record<string, string> = {}, body?: string) =>
        (await ask(relay, path, { 'Sec-Fetch-Site': site, ...headersOf(relay), ...more }, '127.0.0.1', body)).status;
      const tab = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
      for (const site of ['same-origin', 'none']) expect(await from(site, '/api/status')).toBe(200);
      for (const site of ['cross-site', 'same-site', 'other']) {
        for (const path of ['/', '/?open=x', '/api/status', '/api/sessions/x/recording', '/assets/x.js'])
          expect(await from(site, path)).toBe(403);
        expect(await from(site, '/api/status', tab)).toBe(403);
        expect(await from(site, '/', { ...tab, 'Sec-Fetch-Dest': 'iframe' })).toBe(403);
        expect(await from(site, '/', tab, '')).toBe(403);
        // The page is not built in these tests.
        expect(await from(site, '/?open=x', tab)).toBe(503);
        expect(await from(site, '/authorized?code=1', tab)).toBe(404);
      }
    }
  });

  test('prove to a page with the key that this is its relay, and to nobody what the key is', async () => {
    const relay = await testRelay();
    const proofOf = async (nonce: string): Promise<string> =>
      (JSON.parse((await ask(relay, `/api/proof?nonce=${nonce}`)).body) as { proof: string }).proof;
    const expected = createHmac('sha256', relay.secrets.key).update('lifeline relay abc').digest('hex');
    expect(await proofOf('abc')).toBe(expected);
    expect(await proofOf('abd')).not.toBe(expected);
  });

  test.each(['http://evil.example', 'http://localhost:1', 'null', 'https://localhost'])(
    'refuse the origin %s',
    async (origin) => {
      const relay = await testRelay();
      const { status } = await ask(relay, '/api/status', { Origin: origin, ...headersOf(relay) });
      expect(status).toBe(403);
    },
  );

  test('set the security headers on every answer', async () => {
    const relay = await testRelay();
    const answers = [
      await ask(relay, '/'),
      await ask(relay, '/sw.js', { 'Service-Worker': 'script' }),
      await ask(relay, '/api/sessions/x/recording'),
      await ask(relay, '/', { Host: 'evil.example' }),
      await ask(relay, '/nowhere'),
      await ask(relay, '/api/socket', UPGRADE),
    ];
    expect(answers.map(({ status }) => status)).toEqual([503, 200, 401, 403, 404, 403]);
    for (const { headers } of answers) {
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).toContain(
        "require-trusted-types-for 'script'; trusted-types default ",
      );
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'x-dns-prefetch-control': 'off',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  test('tell nothing of the program in an error', async () => {
    const relay = await testRelay();
    for (const path of ['/%', '/api/sessions/%E0%A4%A/recording', '/api/sessions/..%2F..%2Fetc%2Fpasswd/recording']) {
      const { status, body } = await ask(relay, path, headersOf(relay));
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(body).not.toMatch(/node_modules|\.ts|\n\s+at |root:/);
    }
  });
});

describe('an upgrade', () => {
  const origin = (relay: Relay): string => relay.origin;

  /** Everything that a signed-in page sends with it. */
  const whole = (relay: Relay): Record<string, string> => ({
    ...UPGRADE,
    Origin: origin(relay),
    Cookie: cookieOf(relay),
    'Sec-WebSocket-Protocol': `lifeline, key.${relay.secrets.key}`,
  });

  test('needs Origin, the right one, the cookie and the page key', async () => {
    const relay = await testRelay();
    const statusWith = async (change: Record<string, string>): Promise<number> =>
      (await ask(relay, '/api/socket', { ...whole(relay), ...change })).status;
    const { Origin: _, ...without } = whole(relay);
    expect((await ask(relay, '/api/socket', without)).status).toBe(403);
    expect(await statusWith({ Origin: 'http://evil.example' })).toBe(403);
    expect(await statusWith({ Host: 'evil.example' })).toBe(403);
    expect(await statusWith({ Cookie: 'a=b' })).toBe(401);
    expect(await statusWith({ Cookie: `lifeline_${relay.port}=x` })).toBe(401);
    expect(await statusWith({ 'Sec-WebSocket-Protocol': 'lifeline' })).toBe(401);
    expect(await statusWith({ 'Sec-WebSocket-Protocol': `lifeline, key.${relay.secrets.cookie}` })).toBe(401);
    // A header that a program can set, but no page can with a socket.
    expect(await statusWith({ 'Sec-WebSocket-Protocol': 'lifeline', 'X-Lifeline-Key': relay.secrets.key })).toBe(401);
    const { status, headers } = await ask(relay, '/api/socket', whole(relay));
    expect([status, headers['sec-websocket-protocol']]).toEqual([101, 'lifeline']);
  });

  test('goes to the socket and nowhere else', async () => {
    const relay = await testRelay();
    for (const path of ['/api/other', '//', '/api/socket/..'])
      expect((await ask(relay, path, whole(relay))).status).toBe(404);
    expect((await ask(relay, '/api/socket?x', whole(relay))).status).toBe(101);
  });
});

test('a browser that looks for a service worker gets one that leaves, at every path', async () => {
  const relay = await testRelay();
  for (const path of ['/sw.js', '/', '/api/sessions/x/recording', '/deep/worker.mjs']) {
    const { status, headers, body } = await ask(relay, path, { 'Service-Worker': 'script' });
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/javascript/);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toContain('registration.unregister()');
  }
  expect((await ask(relay, '/sw.js', { 'Service-Worker': 'script', Host: 'evil.example' })).status).toBe(403);
});

test('a file of the page that a new build took away is missing, and ends nothing', async () => {
  const webFolder = temporaryFolder();
  const file = join(webFolder, 'assets', 'page-1.js');
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(file, 'export {};');
  const relay = await testRelay({ webFolder });
  const there = await ask(relay, '/assets/page-1.js');
  expect([there.status, there.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  rmSync(file);
  expect((await ask(relay, '/assets/page-1.js')).status).toBe(404);
  expect((await ask(relay, '/')).status).toBe(200);
});

test('the relay listens on loopback only', async () => {
  const { networkInterfaces } = await import('node:os');
  const relay = await testRelay();
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((each) => each && !each.internal && each.family === 'IPv4');
  await expect(ask(relay, '/', {}, '127.0.0.1')).resolves.toMatchObject({ status: 503 });
  if (outside) await expect(ask(relay, '/', {}, outside.address)).rejects.toThrow('ECONNREFUSED');
});
