/** Sessions of the relay with a server behind OAuth: what is asked of whom, what is recorded, and what never is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventually, HANDSHAKE } from '../relay/support/page.ts';
import {
  consent,
  consentAddress,
  exchangesOf,
  listed,
  OAuthFixture,
  protectedBy,
  turnsOf,
  type Settings,
} from './support/oauth.ts';
import { Session } from './support/session.ts';
import { callText } from './support/story.ts';
import { expectWhole } from './support/whole.ts';

const open = (fixture: OAuthFixture, settings: Settings = {}): Promise<Session> =>
  Session.open(protectedBy(fixture.url, settings), { policy: { revision: 'auto', listen: false } });

/** Open a session and get it authorized. */
async function authorized(fixture: OAuthFixture, settings: Settings = {}): Promise<Session> {
  const session = await open(fixture, settings);
  await consent(session);
  await listed(session);
  return session;
}

/** Call a tool by hand and wait for its result, however often it is refused before. */
async function call(session: Session, name: string, id: number): Promise<string> {
  session.send(callText(name, {}, id).replace('"params":{', `"params":{"_meta":${metaOf(session)},`));
  return eventually(() => {
    const operation = session.log.operations.findLast(({ key, outcome }) => key === `n:${id}` && outcome === 'result');
    const answer = session.events[operation?.closed ?? -1];
    return answer?.k === 'message' ? answer.raw : undefined;
  });
}

/** What the revision without a handshake wants in every request. */
function metaOf(session: Session): string {
  const texts = session.events.map((event) => (event.k === 'message' && event.dir === 'c2s' ? (event.raw ?? '') : ''));
  const list = JSON.parse(texts.findLast((text) => text.includes('tools/list')) ?? '{}') as {
    params?: { _meta?: object };
  };
  return JSON.stringify(list.params?._meta ?? {});
}

/** Resolves with the first failure of authorization, or with the `count`th. */
const failure = (session: Session, count = 1): Promise<string> =>
  eventually(() => turnsOf(session.events).filter((turn) => turn.startsWith('failed'))[count - 1]);

/** Everything the relay wrote to its folder. */
const written = ({ relay }: Session): string =>
  readdirSync(relay.folder)
    .map((name) => readFileSync(join(relay.folder, name), 'utf8'))
    .join('\n');

describe('getting authorized', () => {
  test('discovery, registration, consent and token: every step is recorded, and the session goes on', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes' });
    const session = await authorized(fixture);
    expect(turnsOf(session.events).map((turn) => turn.split(' ')[0])).toEqual(['needed', 'redirect', 'granted']);
    expect(exchangesOf(session.events)).toEqual([
      'resource-metadata GET /.well-known/oauth-protected-resource/mcp 200',
      'server-metadata GET /.well-known/oauth-authorization-server 200',
      'client-registration POST /register 201',
      'token POST /token 200',
    ]);
    const asked = (await fixture.steps()).find(({ step }) => step === 'authorize');
    expect(asked).toMatchObject({
      scope: 'mcp offline_access',
      resource: fixture.url,
      redirect: `http://localhost:${session.relay.port}/authorized`,
      method: 'S256',
    });
    expect(await call(session, 'whoami', 50)).toContain('mcp');
    await session.end();
    expectWhole(session);
  });

  test('no code, verifier, token or secret is in the recording; equal ones have equal placeholders', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes' });
    const session = await authorized(fixture, { clientId: 'pre-registered', clientSecret: 'pre-secret' });
    await fixture.revoke();
    await call(session, 'whoami', 50);
    await session.end();
    const file = written(session);
    const secrets = await fixture.secrets();
    // Code, verifier, two access tokens, a refresh token, the client's credentials.
    expect(secrets.size).toBe(6);
    for (const secret of secrets) expect(file).not.toContain(secret);
    // The real ones all begin like this, followed by a UUID.
    expect(file).not.toMatch(/\b(?:at|rt|code|secret)-[0-9a-f]{8}-/);
    expect(file).not.toContain('pre-secret');
    expect(file).not.toContain(btoa('pre-registered:pre-secret'));
    const bearers = [...file.matchAll(/Bearer (‹access_token:\d+›)/g)].map(([, shown]) => shown);
    expect(new Set(bearers)).toEqual(new Set(['‹access_token:1›', '‹access_token:2›']));
    expect(file).toContain('code=‹code:1›');
    expect(file).toContain('code_verifier=‹code_verifier:1›');
    expect(file).toMatch(/\\"access_token\\":\\"‹access_token:1›\\"/);
    expect(file).toContain('refresh_token=‹refresh_token:1›');
    expect(file).toContain('Basic ‹client_credentials:1›');
    expect(JSON.stringify(session.events)).not.toMatch(/\b(?:at|rt|code)-[0-9a-f]{8}-/);
  });

  test('a client registered beforehand proves who it is, and none is registered', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes', registration: 'no' });
    const session = await authorized(fixture, { clientId: 'pre-registered', clientSecret: 'pre-secret' });
    expect(await fixture.names()).not.toContain('register');
    expect(await call(session, 'whoami', 50)).toContain('pre-registered');
  });

  test('a client id metadata document is used where the authorization server takes one', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes', cimd: 'yes' });
    const clientMetadataUrl = 'https://lifeline.example/client.json';
    const session = await authorized(fixture, { clientMetadataUrl });
    expect(await fixture.names()).not.toContain('register');
    expect(await call(session, 'whoami', 50)).toContain(clientMetadataUrl);
  });

  test('without a way to be a client the person is told', async () => {
    const fixture = await OAuthFixture.start({ registration: 'no' });
    const session = await open(fixture);
    expect(await failure(session)).toMatch(/^failed client-needed/);
    await session.page.closed(session.id);
    expect(session.log.state.problem?.reason).toBe('http-unauthorized');
    expectWhole(session);
  });

  test('scopes set by the person replace those that the server names', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes' });
    const session = await authorized(fixture, { scopes: 'mcp admin' });
    expect((await fixture.steps()).find(({ step }) => step === 'authorize')?.['scope']).toBe('mcp admin');
    expect(await call(session, 'admin', 50)).toContain('administrated');
  });

  test('a second session of the relay uses what was granted', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes' });
    const session = await authorized(fixture);
    const id = await session.page.open(protectedBy(fixture.url), { ...HANDSHAKE, revision: 'auto' });
    await eventually(() => turnsOf(session.page.of(id)).some((turn) => turn.startsWith('granted')));
    expect(turnsOf(session.page.of(id)).some((turn) => turn.startsWith('redirect'))).toBe(false);
    expect((await fixture.names()).filter((step) => step === 'authorize')).toHaveLength(1);
  });

  test('switched off, or with a header of the person’s own, a refusal stays a refusal', async () => {
    const fixture = await OAuthFixture.start();
    const off = await open(fixture, { mode: 'none' });
    await off.page.closed(off.id);
    expect(turnsOf(off.events)).toEqual([]);
    const own = await off.page.open({ ...protectedBy(fixture.url), headers: [['authorization', 'Bearer mine']] });
    await off.page.closed(own);
    expect(turnsOf(off.page.of(own))).toEqual([]);
    expect(await fixture.names()).not.toContain('prm');
  });
});

describe('metadata', () => {
  test('without a challenge’s address the well-known ones are tried', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes', header: 'no' });
    const session = await authorized(fixture);
    expect(exchangesOf(session.events)[0]).toBe('resource-metadata GET /.well-known/oauth-protected-resource/mcp 200');
  });

  test('an OpenID provider’s metadata are found after those of OAuth', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes', metadata: 'oidc' });
    const session = await authorized(fixture);
    expect(exchangesOf(session.events).slice(1, 3)).toEqual([
      'server-metadata GET /.well-known/oauth-authorization-server 404',
      'server-metadata GET /.well-known/openid-configuration 200',
    ]);
  });

  test('an issuer with a path is looked for in the three places of the specification', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes', tenant: '/tenant' });
    const session = await authorized(fixture);
    expect(exchangesOf(session.events)[1]).toBe(
      'server-metadata GET /.well-known/oauth-authorization-server/tenant 200',
    );
    const oidc = await OAuthFixture.start({ auto: 'yes', tenant: '/tenant', metadata: 'oidc' });
    const second = await authorized(oidc);
    expect(exchangesOf(second.events).slice(1, 3)).toEqual([
      'server-metadata GET /.well-known/oauth-authorization-server/tenant 404',
      'server-metadata GET /.well-known/openid-configuration/tenant 200',
    ]);
  });

  test.each([
    ['another issuer', { issuer: 'wrong' }, /^failed metadata-issuer/],
    ['no word of PKCE', { pkce: 'no' }, /^failed no-pkce/],
  ])('with %s are not used', async (_name, switches, said) => {
    const fixture = await OAuthFixture.start({ auto: 'yes', ...switches });
    const session = await open(fixture);
    expect(await failure(session)).toMatch(said);
    expect(await fixture.names()).not.toContain('authorize');
    await session.page.closed(session.id);
    expectWhole(session);
  });
});

describe('the answer to a consent', () => {
  test('of another issuer is refused before its code is used', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes', iss: 'wrong' });
    const session = await open(fixture);
    await consent(session);
    expect(await failure(session)).toMatch(/^failed response-issuer/);
    expect(await fixture.names()).not.toContain('token');
  });

  test('without an issuer is refused where one was promised', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes' });
    const session = await open(fixture);
    const address = await consentAddress(session);
    const state = new URL(address).searchParams.get('state') ?? '';
    session.page.send({ type: 'authorized', session: session.id, callback: `?code=code-made-up&state=${state}` });
    expect(await failure(session)).toMatch(/^failed response-issuer/);
  });

  test('with another state is refused', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes' });
    const session = await open(fixture);
    await consentAddress(session);
    const callback = `http://localhost/authorized?code=code-made-up&state=guessed&iss=${fixture.origin}`;
    session.page.send({ type: 'authorized', session: session.id, callback });
    expect(await failure(session)).toMatch(/^failed state-mismatch/);
    expect(await fixture.names()).not.toContain('token');
    await session.page.closed(session.id);
    expect(written(session)).not.toContain('code-made-up');
  });

  test('that says no is told, and so is a person who gives up', async () => {
    const fixture = await OAuthFixture.start();
    const session = await open(fixture);
    const { searchParams } = new URL(await consentAddress(session));
    const denied = new URLSearchParams({
      error: 'access_denied',
      error_description: 'The person said no',
      state: searchParams.get('state') ?? '',
      iss: fixture.origin,
    });
    session.page.send({ type: 'authorized', session: session.id, callback: `?${denied.toString()}` });
    expect(await failure(session)).toBe('failed denied: access_denied: The person said no');
    const second = await open(fixture);
    await consentAddress(second);
    second.page.send({ type: 'authorized', session: second.id });
    expect(await failure(second)).toBe('failed cancelled');
  });

  test('is waited for no longer than the session lives', async () => {
    const fixture = await OAuthFixture.start();
    const session = await open(fixture);
    await consentAddress(session);
    await session.end();
    expect(turnsOf(session.events).at(-1)).toMatch(/^redirect/);
    expectWhole(session);
  });
});

describe('a grant that is not enough any more', () => {
  test('is refreshed without asking the person, and what was refused is sent again', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes' });
    const session = await authorized(fixture);
    await fixture.revoke();
    await fixture.forget();
    expect(await call(session, 'whoami', 50)).toContain('mcp');
    const names = await fixture.names();
    expect(names).toContain('refresh');
    expect(names).not.toContain('authorize');
    expect(turnsOf(session.events).filter((turn) => turn.startsWith('granted'))).toHaveLength(2);
  });

  test('without a refresh token the person is asked again', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes', refresh: 'no' });
    const session = await authorized(fixture);
    await fixture.revoke();
    const answered = call(session, 'whoami', 50);
    await consent(session, 2);
    expect(await answered).toContain('mcp');
  });

  test('grows by the scopes that a tool wants, and keeps those it had', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes' });
    const session = await authorized(fixture);
    const answered = call(session, 'admin', 50);
    const address = await consentAddress(session, 2);
    expect(new URL(address).searchParams.get('scope')?.split(' ').sort()).toEqual(['admin', 'mcp', 'offline_access']);
    await consent(session, 2);
    expect(await answered).toContain('administrated');
    await session.end();
    expectWhole(session);
  });
});
