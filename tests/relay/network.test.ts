/** Each way in which a proxy or TLS fails has a reason of its own; what a server may be told and where it may send us, by proxies too. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { createServer as createHttpsServer } from 'node:https';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { NetworkSettings } from '#shared/relay-protocol';
import type { HopTurn } from '#shared/transport';
import { failureOf, relayFetchBy, NetworkRoute } from '../../relay/http/index.ts';
import { makeAuthority, selfSigned, type Authority, type Certificate } from '../fixtures/certificates.ts';
import { startForwardProxy } from '../fixtures/start.ts';
import { temporaryFolder } from './support/relay.ts';
import { serve } from './support/serve.ts';

let authority: Authority;
let other: Authority;
let localhost: Certificate;
beforeAll(() => {
  authority = makeAuthority('Private Authority');
  other = makeAuthority('Another Authority');
  localhost = authority.issue(['localhost', '127.0.0.1']);
});

const file = (name: string, text: string): string => {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
};

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** An HTTPS server of this test; gives its port. */
async function secure(options: TlsOptions): Promise<number> {
  const server = createHttpsServer(options, (request, response) => {
    const { subject } = (
      request.socket as unknown as { getPeerCertificate(): { subject?: { CN: string } } }
    ).getPeerCertificate();
    response.end(subject?.CN ?? 'nobody');
  });
  onTestFinished(() => server.closeAllConnections());
  return listening(server);
}

interface Asked {
  readonly settings?: NetworkSettings;
  readonly server?: string;
  readonly env?: { readonly [name: string]: string };
  readonly report?: (turn: HopTurn) => void;
  readonly method?: string;
}

/** Ask once, as the relay does for a connection. */
async function ask(url: string, { settings, server = url, env = {}, report, method = 'POST' }: Asked = {}) {
  const road = new NetworkRoute({ settings, server, env });
  const fetch = relayFetchBy({ placeOf: () => 'loopback', road });
  const response = await fetch(url, {
    method,
    headers: [],
    signal: AbortSignal.timeout(20_000),
    ...(report ? { report } : {}),
  });
  const reader = response.body?.getReader();
  let text = '';
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
    text += Buffer.from(piece.value ?? []).toString();
  return { ...response, text };
}

const failing = async (url: string, asked?: Asked) =>
  failureOf(
    await ask(url, asked).then(
      (response) => Promise.reject(new Error(`${response.status} ${response.text}`)),
      (error: unknown) => error,
    ),
  );

describe('TLS', () => {
  const trusting = (more: NetworkSettings = {}): Asked => ({
    settings: { ca: file('ca.pem', authority.cert), ...more },
  });

  test('a private authority is trusted when it is named, beside those of Node', async () => {
    const port = await secure(localhost);
    expect(await ask(`https://127.0.0.1:${port}/`, trusting())).toMatchObject({ status: 200 });
  });

  test.each([
    ['tls-self-signed', (): TlsOptions => selfSigned(['localhost', '127.0.0.1'])],
    ['tls-unknown-ca', (): TlsOptions => other.issue(['127.0.0.1'])],
    ['tls-expired', (): TlsOptions => authority.issue(['127.0.0.1'], -1)],
    ['tls-wrong-host', (): TlsOptions => authority.issue(['mcp.example'])],
    ['tls-client-certificate', (): TlsOptions => ({ ...localhost, ca: other.cert, requestCert: true })],
    ['tls-failed', (): TlsOptions => ({ ...localhost, ca: other.cert, requestCert: true, maxVersion: 'TLSv1.2' })],
    [
      'tls-protocol',
      (): TlsOptions => ({ ...localhost, maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    ],
  ])('%s', async (reason, options) => {
    const port = await secure({ rejectUnauthorized: true, ...options() });
    expect(await failing(`https://127.0.0.1:${port}/`, trusting())).toMatchObject({ reason });
  });

  test('HTTPS to a port that speaks HTTP, and HTTP to one that speaks TLS', async () => {
    const plain = await serve((_request, response) => void response.end());
    expect(await failing(plain.replace('http:', 'https:'))).toMatchObject({ reason: 'tls-not-spoken' });
    const port = await secure(localhost);
    expect(await failing(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'tls-expected' });
    // Servers that answer with an alert.
    const alerting = createTcpServer((socket) =>
      socket.once('data', () => socket.end(Buffer.from('15030100020246', 'hex'))),
    );
    expect(await failing(`http://127.0.0.1:${await listening(alerting)}/`)).toMatchObject({ reason: 'tls-expected' });
  });

  test('a server that closes within the handshake, and one that only ever resets', async () => {
    const closing = createTcpServer((socket) => socket.once('data', () => socket.destroy()));
    const port = await listening(closing);
    expect(await failing(`https://127.0.0.1:${port}/`)).toMatchObject({ reason: 'tls-closed' });
    expect(await failing(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'http-unreachable' });
  });

  test('the handshake that looks into a reset names the server that is meant', async () => {
    const hellos: string[] = [];
    const closing = createTcpServer((socket) =>
      socket.once('data', (hello) => {
        hellos.push(hello.toString('latin1'));
        socket.destroy();
      }),
    );
    await failing(`https://localhost:${await listening(closing)}/`);
    expect(hellos.map((hello) => hello.includes('localhost'))).toEqual([true, true]);
  });

  test('a client certificate is shown to the server of the connection, and to nobody else', async () => {
    const client = other.issue(['someone']);
    const settings = {
      cert: file('client.pem', client.cert),
      key: file('client-key.pem', client.encryptedKey('open')),
      passphrase: 'open',
    };
    const wanting: TlsOptions = { ...localhost, ca: other.cert, requestCert: true };
    const own = `https://127.0.0.1:${await secure({ ...wanting, rejectUnauthorized: true })}/`;
    expect(await ask(own, trusting(settings))).toMatchObject({ text: 'someone' });
    const elsewhere = `https://127.0.0.1:${await secure({ ...wanting, rejectUnauthorized: false })}/`;
    expect(await ask(elsewhere, { ...trusting(settings), server: own })).toMatchObject({ text: 'nobody' });
    // The server trusts another authority.
    const strange = await secure({ ...localhost, ca: authority.cert, requestCert: true, rejectUnauthorized: true });
    expect(await failing(`https://127.0.0.1:${strange}/`, trusting(settings))).toMatchObject({
      reason: 'tls-client-refused',
    });
  });

  test('a file that can’t be used is named, with what is wrong', () => {
    const client = other.issue(['someone']);
    const cert = file('client.pem', client.cert);
    const locked = file('locked.pem', client.encryptedKey('open'));
    const tried = (settings: NetworkSettings) => () => new NetworkRoute({ settings });
    expect(tried({ ca: '/nowhere/ca.pem' })).toThrow('/nowhere/ca.pem can’t be read');
    expect(tried({ ca: file('ca.der', 'nothing') })).toThrow('not a PEM file');
    expect(tried({ ca: file('key-as-ca.pem', localhost.key) })).toThrow('no certificate');
    const damaged = `${client.cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`;
    expect(tried({ ca: file('damaged.pem', damaged) })).toThrow('damaged');
    expect(tried({ cert, key: locked })).toThrow('needs its passphrase');
    expect(tried({ cert, key: locked, passphrase: 'wrong' })).toThrow('does not open the key');
    expect(tried({ cert, key: file('other.pem', localhost.key) })).toThrow('does not belong to the certificate');
    expect(tried({ cert })).toThrow('no private key');
    expect(tried({ key: locked })).toThrow('certificate is missing');
  });

  test('without verification the answer says why the certificate is not accepted', async () => {
    const port = await secure(selfSigned(['localhost']));
    const settings = { unverified: true } as const;
    expect(await ask(`https://127.0.0.1:${port}/`, { settings })).toMatchObject({
      status: 200,
      unverified: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    const good = await secure(localhost);
    const trusted = await ask(`https://127.0.0.1:${good}/`, trusting(settings));
    expect(trusted).toMatchObject({ status: 200 });
    expect(trusted.unverified).toBeUndefined();
  });
});

describe('a proxy', () => {
  const CORP = 'https://mcp.corp.test/';

  test('that refuses, does not answer, or is none has a reason of its own', async () => {
    const proxy = await startForwardProxy({ auth: 'a:b' });
    onTestFinished(() => proxy.close());
    const by = (address: string): Asked => ({ settings: { proxy: address } });
    expect(await failing(CORP, by(`http://a:b@127.0.0.1:${proxy.port}`))).toMatchObject({
      reason: 'proxy-refused',
      detail: expect.stringContaining('502 for mcp.corp.test:443: Refused refused by policy'),
    });
    for (const address of [`http://127.0.0.1:${proxy.port}`, `http://a:c@127.0.0.1:${proxy.port}`])
      expect(await failing(CORP, by(address))).toMatchObject({ reason: 'proxy-authentication' });
    const answered = await ask('http://mcp.corp.test/', by(`http://127.0.0.1:${proxy.port}`));
    expect(answered).toMatchObject({ status: 407, problem: { reason: 'proxy-authentication' } });
    for (const url of [CORP, 'http://mcp.corp.test/'])
      expect(await failing(url, by('http://127.0.0.1:9'))).toMatchObject({ reason: 'proxy-unreachable' });
    expect(await failing(CORP, by('socks5://user:secret@127.0.0.1:9'))).toEqual(
      expect.objectContaining({ reason: 'proxy-invalid', detail: expect.not.stringContaining('secret') }),
    );
  });

  test('that shows the request it refuses shows no password to us', async () => {
    const showing = createTcpServer((socket) =>
      socket.once('data', (head) => socket.end(`HTTP/1.1 502 Bad\r\n\r\n${head.toString()}`)),
    );
    const proxy = `http://a:secret@127.0.0.1:${await listening(showing)}`;
    const { detail } = await failing(CORP, { settings: { proxy } });
    expect(detail).toContain('Proxy-Authorization: Basic …');
    expect(detail).not.toContain(Buffer.from('a:secret').toString('base64'));
  });

  test('over TLS is verified, by its own name, even where servers are not', async () => {
    const seen: string[] = [];
    const start = async (certificate: Certificate): Promise<string> => {
      const server = createHttpsServer({ ...certificate }, (request, response) => {
        seen.push(request.headers['proxy-authorization'] ?? '');
        response.end('passed');
      });
      server.on('connect', (request, socket) => {
        seen.push(request.headers['proxy-authorization'] ?? '');
        socket.end('HTTP/1.1 403 No\r\n\r\n');
      });
      return `https://a:b@localhost:${await listening(server)}`;
    };
    const ca = file('ca.pem', authority.cert);
    const [own, strange, ofServer] = await Promise.all([
      start(localhost),
      start(selfSigned(['localhost'])),
      start(authority.issue(['mcp.corp.test'])),
    ]);
    for (const proxy of [strange, ofServer])
      for (const url of [CORP, 'http://mcp.corp.test/'])
        expect(await failing(url, { settings: { proxy, ca, unverified: true } })).toMatchObject({
          reason: 'proxy-unreachable',
        });
    expect(seen).toEqual([]);
    expect(await ask('http://mcp.corp.test/', { settings: { proxy: own, ca } })).toMatchObject({ text: 'passed' });
    expect(await failing(CORP, { settings: { proxy: own, ca } })).toMatchObject({ reason: 'proxy-refused' });
    expect(seen).toEqual(['Basic YTpi', 'Basic YTpi']);
  });

  test('whose answer never comes is given up with the request', async () => {
    const port = await listening(createTcpServer((socket) => void socket.on('error', () => undefined)));
    const given = new AbortController();
    const fetch = relayFetchBy({
      placeOf: () => 'public',
      road: new NetworkRoute({ settings: { proxy: `http://127.0.0.1:${port}` } }),
    });
    const asked = fetch(CORP, { method: 'POST', headers: [], signal: given.signal });
    given.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('redirects go by the proxies of where they lead, and no server elsewhere leads to this computer by one', async () => {
    const plain = await serve((_request, response) => void response.end('here'));
    const port = Number(new URL(plain).port);
    const there = createHttpServer((request, response) => {
      const to = request.url === '/in' ? 'http://localhost/' : 'http://second.corp.test/';
      response.writeHead(307, { Location: to }).end();
    });
    const first = await listening(there);
    const proxy = await startForwardProxy({
      hosts: { 'first.corp.test:80': first, 'second.corp.test:80': port, 'localhost:80': port },
    });
    onTestFinished(() => proxy.close());
    const address = `http://127.0.0.1:${proxy.port}`;
    const env = { http_proxy: address };
    const turns: HopTurn[] = [];
    const road = new NetworkRoute({ settings: undefined, server: 'http://first.corp.test/', env });
    const fetch = relayFetchBy({ placeOf: () => 'public', road });
    const init = { method: 'GET', headers: [] as [string, string][], signal: AbortSignal.timeout(20_000) };
    expect(await fetch('http://first.corp.test/', { ...init, report: (turn) => turns.push(turn) })).toMatchObject({
      status: 200,
    });
    expect(turns).toMatchObject([{ proxy: `127.0.0.1:${proxy.port}`, proxyFrom: 'http_proxy' }]);
    // By a proxy of the connection everything would go, this computer included.
    const own = relayFetchBy({ placeOf: () => 'public', road: new NetworkRoute({ settings: { proxy: address } }) });
    expect(await own('http://first.corp.test/in', init)).toMatchObject({
      status: 307,
      problem: { reason: 'redirected-elsewhere' },
    });
    // A name that this computer finds in a network of its own, though the proxy would go elsewhere with it.
    const named = relayFetchBy({
      placeOf: () => 'public',
      road: new NetworkRoute({ settings: { proxy: address } }),
      resolve: (_hostname, _options, done) => done(null, [{ address: '10.0.0.1', family: 4 }]),
    });
    await expect(named('http://first.corp.test/', init)).rejects.toThrow('is in a local network');
    expect((await proxy.passed()).filter(({ target }) => target === 'localhost:80')).toEqual([]);
  });

  test('a raw TLS server behind a tunnel keeps its connection for the next request', async () => {
    let connections = 0;
    const server = createTlsServer(localhost, (socket) => {
      connections++;
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    });
    const port = await listening(server);
    const proxy = await startForwardProxy({ hosts: { 'localhost:443': port } });
    onTestFinished(() => proxy.close());
    const settings = { proxy: `http://127.0.0.1:${proxy.port}`, ca: file('ca.pem', authority.cert) };
    const fetch = relayFetchBy({ placeOf: () => 'loopback', road: new NetworkRoute({ settings }) });
    for (let at = 0; at < 2; at++) {
      const response = await fetch('https://localhost/', {
        method: 'POST',
        headers: [],
        signal: AbortSignal.timeout(20_000),
      });
      expect(response.status).toBe(200);
      expect((await response.body?.getReader().read())?.done).toBe(true);
    }
    expect(connections).toBe(1);
  });
});
