import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Relay } from '../../relay/index.ts';
import { cookieOf } from './support/page.ts';
import { temporaryFolder, testRelay } from './support/relay.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One request over a plain socket, so that every header, Host included, is the test's to choose. */
function ask(relay: Relay, path: string, headers: Record<string, string> = {}, host = '127.0.0.1'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { Host: `localhost:${relay.port}`, ...headers };
    const outgoing = request({ host, port: relay.port, path, headers: all }, (response) => {
      let body = '';
      response.on('data', (data: Buffer) => (body += data.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    outgoing.on('error', reject);
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: '' });
    });
    outgoing.end();
  });
}

const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

describe('the token', () => {
  test('is exchanged for a cookie and leaves the address, other parameters stay', async () => {
    const relay = await testRelay();
    const { status, headers } = await ask(relay, `/?lang=en&token=${relay.token}`);
    expect(status).toBe(303);
    expect(headers.location).toBe('/?lang=en');
    expect(headers['set-cookie']).toEqual([`lifeline_${relay.port}=${relay.token}; HttpOnly; SameSite=Strict; Path=/`]);
  });

  test('must be the one of this launch', async () => {
    const relay = await testRelay();
    const { status, headers } = await ask(relay, `/?token=${relay.token}x`);
    expect(status).toBe(403);
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('has 256 bits and is another one each time', async () => {
    const [one, two] = [await testRelay(), await testRelay()];
    expect(Buffer.from(one.token, 'base64url')).toHaveLength(32);
    expect(one.token).not.toBe(two.token);
  });
});

describe('the guards', () => {
  test('let nothing but the page be read without the cookie', async () => {
    const relay = await testRelay();
    const without = await ask(relay, '/api/sessions/x/recording');
    expect(without.status).toBe(401);
    expect(JSON.parse(without.body)).toHaveProperty('error');
    const wrong = await ask(relay, '/api/sessions/x/recording', { Cookie: `lifeline_${relay.port}=nonsense` });
    expect(wrong.status).toBe(401);
    const right = await ask(relay, '/api/sessions/x/recording', { Cookie: `a=b; ${cookieOf(relay)}` });
    expect(right.status).toBe(404);
  });

  test('tell a page without the cookie that it lacks it, and nothing else', async () => {
    const relay = await testRelay();
    expect(JSON.parse((await ask(relay, '/api/status')).body)).toEqual({ authorised: false });
    expect(JSON.parse((await ask(relay, '/api/status', { Cookie: cookieOf(relay) })).body)).toEqual({
      authorised: true,
      version: expect.any(String),
      launch: expect.any(String),
    });
  });

  test.each(['evil.example', 'localhost', 'localhost:1', '127.0.0.1.evil.example:80'])(
    'refuse the host “%s”, even with the token',
    async (host) => {
      const relay = await testRelay();
      const { status } = await ask(relay, `/?token=${relay.token}`, { Host: host, Cookie: cookieOf(relay) });
      expect(status).toBe(403);
    },
  );

  test('take every name of this machine', async () => {
    const relay = await testRelay();
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      const { status } = await ask(relay, '/api/status', { Host: `${name}:${relay.port}`, Cookie: cookieOf(relay) });
      expect(status).toBe(200);
    }
  });

  test.each(['http://evil.example', 'http://localhost:1', 'null', 'https://localhost'])(
    'refuse the origin %s',
    async (origin) => {
      const relay = await testRelay();
      const { status } = await ask(relay, '/api/status', { Origin: origin, Cookie: cookieOf(relay) });
      expect(status).toBe(403);
    },
  );

  test('set the security headers on every answer', async () => {
    const relay = await testRelay();
    const answers = [
      await ask(relay, '/'),
      await ask(relay, `/?token=${relay.token}`),
      await ask(relay, '/api/sessions/x/recording'),
      await ask(relay, '/', { Host: 'evil.example' }),
      await ask(relay, '/nowhere'),
      await ask(relay, '/api/socket', UPGRADE),
    ];
    expect(answers.map(({ status }) => status)).toEqual([503, 303, 401, 403, 404, 403]);
    for (const { headers } of answers) {
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  test('tell nothing of the program in an error', async () => {
    const relay = await testRelay();
    for (const path of ['/%', '/api/sessions/%E0%A4%A/recording', '/api/sessions/..%2F..%2Fetc%2Fpasswd/recording']) {
      const { status, body } = await ask(relay, path, { Cookie: cookieOf(relay) });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(body).not.toMatch(/node_modules|\.ts|\n\s+at |root:/);
    }
  });
});

describe('an upgrade', () => {
  const origin = (relay: Relay): string => `http://localhost:${relay.port}`;

  test('needs Origin, the right one, and the cookie', async () => {
    const relay = await testRelay();
    const Cookie = cookieOf(relay);
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      (await ask(relay, '/api/socket', { ...UPGRADE, ...headers })).status;
    expect(await statusOf({ Cookie })).toBe(403);
    expect(await statusOf({ Cookie, Origin: 'http://evil.example' })).toBe(403);
    expect(await statusOf({ Cookie, Origin: origin(relay), Host: 'evil.example' })).toBe(403);
    expect(await statusOf({ Origin: origin(relay) })).toBe(401);
    expect(await statusOf({ Cookie: `lifeline_${relay.port}=x`, Origin: origin(relay) })).toBe(401);
    expect(await statusOf({ Cookie, Origin: origin(relay) })).toBe(101);
  });

  test('goes to the socket and nowhere else', async () => {
    const relay = await testRelay();
    const headers = { ...UPGRADE, Cookie: cookieOf(relay), Origin: origin(relay) };
    for (const path of ['/api/other', '//', '/api/socket/..'])
      expect((await ask(relay, path, headers)).status).toBe(404);
    expect((await ask(relay, '/api/socket?x', headers)).status).toBe(101);
  });
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
