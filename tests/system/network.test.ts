/**
 * Servers that only a forward proxy with authentication reaches, behind a private authority, and one that wants a client certificate:
 * recorded, used by a page through the relay, and authorized at.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WireEvent } from '#shared/recording';
import type { NetworkSettings } from '#shared/relay-protocol';
import { makeAuthority } from '../fixtures/certificates.ts';
import {
  startForwardProxy,
  startHttpService,
  startOAuth,
  startTlsFront,
  type PassedBy,
  type RunningServer,
} from '../fixtures/start.ts';
import { eventually, HANDSHAKE, Page } from '../relay/support/page.ts';
import { testRelay, temporaryFolder } from '../relay/support/relay.ts';
import { carryOut } from '../relay/support/carry-out.ts';
import { run } from '../relay/support/program.ts';
import { openRecording, recordingUnder, recordJson, startRecord } from './support/recorded.ts';
import { Session } from './support/session.ts';
import { listed } from './support/oauth.ts';

const NAME = 'user';
/** With what a URL has to escape. */
const PASSWORD = 'pa$$:w@rd/42';
const SERVICE = 'https://mcp.corp.test/mcp?api_key=secret';
const PLAIN = 'http://plain.corp.test/mcp?api_key=secret';
const GUARDED = 'https://mtls.corp.test/mcp?api_key=secret';
const PROTECTED = 'https://login.corp.test/mcp';

let folder = '';
const running: RunningServer[] = [];
let proxy: { readonly port: number; passed(): Promise<PassedBy[]> };
let seen = 0;

const path = (name: string): string => join(folder, name);
const ca = (): string[] => ['--ca', path('ca.pem')];
const proxyUrl = (password = PASSWORD): string =>
  `http://${NAME}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lifeline-network-'));
  const authority = makeAuthority('Private Authority');
  const clients = makeAuthority('Client Authority');
  const client = clients.issue(['client']);
  writeFileSync(path('ca.pem'), authority.cert);
  writeFileSync(path('client.pem'), client.cert);
  writeFileSync(path('client-key.pem'), client.encryptedKey('open sesame'));
  const keep = <Server extends RunningServer>(server: Server): Server => {
    running.push(server);
    return server;
  };
  const [service, oauth] = await Promise.all([
    startHttpService(),
    startOAuth({ auto: 'yes', base: 'https://login.corp.test' }),
  ]);
  keep(service);
  keep(oauth);
  const [open, mutual, login] = await Promise.all([
    startTlsFront(service.port, authority.issue(['mcp.corp.test'])),
    startTlsFront(service.port, { ...authority.issue(['mtls.corp.test']), ca: clients.cert }),
    startTlsFront(oauth.port, authority.issue(['login.corp.test'])),
  ]);
  [open, mutual, login].forEach(keep);
  proxy = keep(
    await startForwardProxy({
      auth: `${NAME}:${PASSWORD}`,
      hosts: {
        'mcp.corp.test:443': open.port,
        'mtls.corp.test:443': mutual.port,
        'login.corp.test:443': login.port,
        'plain.corp.test:80': service.port,
      },
    }),
  );
});
afterAll(async () => {
  await Promise.all(running.map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'])
    for (const each of [name, name.toUpperCase()]) vi.stubEnv(each, undefined);
  seen = (await proxy.passed()).length;
});
afterEach(() => void vi.unstubAllEnvs());

/** What passed the proxy in this test, each once. */
async function passed(): Promise<string[]> {
  const all = (await proxy.passed()).slice(seen).map(({ method, target, status }) => `${method} ${target} ${status}`);
  return [...new Set(all)];
}

/** The proxies that requests went by, each once. */
function viasIn(events: readonly WireEvent[]): string[] {
  const vias = events.flatMap((event) =>
    event.k === 'http' && event.phase === 'request' ? [`${event.proxy ?? 'none'} ${event.proxyFrom ?? ''}`] : [],
  );
  return [...new Set(vias)];
}

/** Nothing that the proxy is told of who asks stands in it. */
function expectNoCredentials(text: string): void {
  const forms = [PASSWORD, encodeURIComponent(PASSWORD), Buffer.from(`${NAME}:${PASSWORD}`).toString('base64')];
  for (const form of forms) expect(text).not.toContain(form);
  expect(text.toLowerCase()).not.toContain('proxy-authorization');
}

describe('record', () => {
  test('goes by the proxy of the environment to a server of a private authority', async () => {
    vi.stubEnv('HTTPS_PROXY', proxyUrl());
    vi.stubEnv('NODE_EXTRA_CA_CERTS', path('ca.pem'));
    // A process of its own: Node reads the variable of the authority when it starts.
    const home = temporaryFolder();
    const { output, ended } = run(['record', '--json', SERVICE], home);
    expect(await ended, output()).toBe(0);
    const recording = recordingUnder(home);
    expect(await passed()).toEqual(['CONNECT mcp.corp.test:443 200']);
    expect(viasIn(openRecording(recording).events)).toEqual([`127.0.0.1:${proxy.port} HTTPS_PROXY`]);
    expectNoCredentials(readFileSync(recording, 'utf8') + output());
  });

  test('goes by a proxy of its own to a server without TLS', async () => {
    const { code, printed, recorded } = await recordJson(['--proxy', proxyUrl(), PLAIN]);
    expect({ code, printed: recorded.output() }).toMatchObject({ code: 0 });
    expect(await passed()).toEqual([
      'POST plain.corp.test:80 200',
      'GET plain.corp.test:80 200',
      'DELETE plain.corp.test:80 200',
    ]);
    expect(viasIn(openRecording(printed.recording).events)).toEqual([`127.0.0.1:${proxy.port} setting`]);
    expectNoCredentials(readFileSync(printed.recording, 'utf8') + recorded.output());
  });

  test('gets authorized by the proxy', async () => {
    const { code, printed, recorded } = await recordJson(['--proxy', proxyUrl(), ...ca(), PROTECTED]);
    expect({ code, printed: recorded.output() }).toMatchObject({ code: 0 });
    expect(await passed()).toEqual(['CONNECT login.corp.test:443 200']);
    const { events } = openRecording(printed.recording);
    const steps = events.flatMap((event) => (event.k === 'http' && event.phase === 'request' ? [event.step] : []));
    expect(steps).toEqual(
      expect.arrayContaining(['resource-metadata', 'server-metadata', 'client-registration', 'token']),
    );
    expect(viasIn(events)).toEqual([`127.0.0.1:${proxy.port} setting`]);
    expectNoCredentials(readFileSync(printed.recording, 'utf8'));
  });

  test('has what was kept revoked by the proxy, asked by the command and by a page', async () => {
    const network = { proxy: proxyUrl(), ca: path('ca.pem') };
    const options = ['--proxy', network.proxy, '--ca', network.ca];
    const { code, recorded } = await recordJson([...options, '--keep-authorization', PROTECTED]);
    expect({ code, printed: recorded.output() }).toMatchObject({ code: 0 });
    const folder = join(recorded.home, 'recordings');
    const file = join(folder, '.relay', 'authorizations.json');
    const kept = readFileSync(file);
    expectNoCredentials(kept.toString());
    const wrong = carryOut(['authorizations', '--forget-all', '--ca', path('nowhere.pem')], recorded.home);
    expect(await wrong.ended).toBe(3);
    expect(wrong.output()).toContain('nowhere.pem can’t be read');
    expect(readFileSync(file)).toEqual(kept);
    const command = carryOut(['authorizations', '--forget-all', ...options], recorded.home);
    expect(await command.ended).toBe(0);
    expect(command.output()).toContain('revoked it');
    writeFileSync(file, kept);
    const page = await Page.connect(await testRelay({ folder }));
    page.send({ type: 'authorizations', request: 1 });
    const [{ id = '' } = {}] = (await page.message('authorizations')).authorizations;
    page.send({ type: 'authorizations', request: 2, forget: id, network });
    const answer = await eventually(() =>
      page.messages.find((each) => each.type === 'authorizations' && each.request === 2),
    );
    expect(answer).toMatchObject({ authorizations: [], revoked: { outcome: 'revoked' } });
    expect(await passed()).toEqual(['CONNECT login.corp.test:443 200']);
    writeFileSync(file, kept);
    page.send({ type: 'authorizations', request: 3, forget: id, network: { ca: path('nowhere.pem') } });
    const unreached = await eventually(() =>
      page.messages.find((each) => each.type === 'authorizations' && each.request === 3),
    );
    expect(unreached).toMatchObject({ authorizations: [], revoked: { outcome: 'unreached' } });
  });

  test('shows a client certificate, whose key a passphrase opens', async () => {
    vi.stubEnv('KEY_PASSPHRASE', 'open sesame');
    const client = [
      '--cert',
      path('client.pem'),
      '--key',
      path('client-key.pem'),
      '--key-passphrase-env',
      'KEY_PASSPHRASE',
    ];
    const { code, printed, recorded } = await recordJson(['--proxy', proxyUrl(), ...ca(), ...client, GUARDED]);
    expect({ code, printed: recorded.output() }).toMatchObject({ code: 0 });
    expect(readFileSync(printed.recording, 'utf8')).not.toContain('open sesame');
  });

  test.each([
    [
      'wrong credentials',
      'proxy-authentication',
      'user name and password',
      () => ['--proxy', proxyUrl('wrong'), PLAIN],
    ],
    ['private authority', 'tls-unknown-ca', '--ca FILE', () => ['--proxy', proxyUrl(), SERVICE]],
    ['client certificate', 'tls-client-certificate', '--cert FILE', () => ['--proxy', proxyUrl(), ...ca(), GUARDED]],
  ])('says what to do: %s', async (_what, reason, advice, args) => {
    const { recordedTo, output, ended } = failing(args());
    expect(await ended).toBe(3);
    expect(output()).toContain(reason);
    expect(output()).toContain(advice);
    expect(recordedTo()).toContain(reason);
    expectNoCredentials(output() + recordedTo());
  });

  test('goes on without verification when told to, and says so', async () => {
    const { code, printed, recorded } = await recordJson(['--proxy', proxyUrl(), '--insecure', SERVICE]);
    expect({ code, printed: recorded.output() }).toMatchObject({ code: 0 });
    expect(recorded.output()).toContain('WARNING: certificates are not verified');
    const heads = openRecording(printed.recording).events.filter(
      (event) => event.k === 'http' && event.phase === 'response',
    );
    expect(heads[0]).toMatchObject({ unverified: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  });
});

/** A `record` that is to fail, and what it left. */
function failing(args: readonly string[]): {
  readonly output: () => string;
  readonly ended: Promise<number | string>;
  readonly recordedTo: () => string;
} {
  const { output, ended } = startRecord(args);
  return {
    output,
    ended,
    recordedTo: () => readFileSync(/Recording: (\S+)/.exec(output())?.[1] ?? '', 'utf8'),
  };
}

describe('a page through the relay', () => {
  const network = (more: NetworkSettings = {}): NetworkSettings => ({ proxy: proxyUrl(), ca: path('ca.pem'), ...more });

  test('has a proxy, an authority and a client certificate for one connection', async () => {
    const session = await Session.open({
      transport: 'streamable-http',
      url: GUARDED,
      headers: [],
      network: network({ cert: path('client.pem'), key: path('client-key.pem'), passphrase: 'open sesame' }),
    });
    await listed(session);
    await session.end();
    expect(await passed()).toEqual(['CONNECT mtls.corp.test:443 200']);
    expect(viasIn(session.events)).toEqual([`127.0.0.1:${proxy.port} setting`]);
    expectNoCredentials(JSON.stringify(session.events) + JSON.stringify(session.page.messages));
  });

  test('is told which file can’t be used', async () => {
    const page = await Page.connect(await testRelay());
    const spec = {
      transport: 'streamable-http',
      url: SERVICE,
      headers: [],
      network: { ca: path('nowhere.pem') },
    } as const;
    page.send({ type: 'open', request: 1, spec, policy: HANDSHAKE, title: '' });
    expect(await page.message('refused')).toMatchObject({ request: 1, detail: expect.stringContaining('nowhere.pem') });
  });
});
