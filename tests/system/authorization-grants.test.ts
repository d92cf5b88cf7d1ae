/** Ways to get access that need no page, as the commands use them, against a real authorization server. */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { WireEvent } from '#shared/recording';
import { COMMANDS } from '../../relay/cli/commands.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { exchangesOf, OAuthFixture, turnsOf } from './support/oauth.ts';
import { openRecording } from './support/recorded.ts';

/** What must not stand in any recording: tokens, secrets and proofs; every JWT begins so. */
const SECRETS = /\b(?:code|at|rt)-[\w-]{8,}|pre-secret|idp-secret|eyJ/;

interface Ran {
  readonly code: number;
  readonly said: string;
  readonly printed: string;
  readonly events: readonly WireEvent[];
}

/** Carry out a command of the program. `record` records into a file of its own, which has no secrets. */
async function command(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  let said = '';
  let printed = '';
  const out = join(temporaryFolder(), 'out.mcprec');
  const loaded = await COMMANDS.get(name)?.load();
  const ran = await loaded?.run([...(name === 'record' ? ['--out', out] : []), ...args], {
    say: (line) => void (said += `${line}\n`),
    warn: (line) => void (said += `${line}\n`),
    print: (text) => void (printed += text),
    signal: new AbortController().signal,
    env,
  });
  const code = ran ?? -1;
  if (!existsSync(out)) return { code, said, printed, events: [] };
  expect(readFileSync(out, 'utf8')).not.toMatch(SECRETS);
  return { code, said, printed, events: openRecording(out).events };
}
const record = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  command('record', args, { LIFELINE_HOME: temporaryFolder(), ...env });

const SERVICE = { grants: 'service' };
const told = async (path: string): Promise<string> => (await fetch(path)).text();

describe('grants without a person', () => {
  test('client credentials, where the authorization server offers nothing else', async () => {
    const fixture = await OAuthFixture.start(SERVICE);
    const env = { SECRET: 'pre-secret' };
    const { code, events } = await record(
      ['--client-id', 'pre-registered', '--client-secret-env', 'SECRET', '--auth-param', 'audience=api', fixture.url],
      env,
    );
    expect(code).toBe(0);
    expect(exchangesOf(events).at(-1)).toBe('token POST /token 200');
    expect(await fixture.steps()).toContainEqual(
      expect.objectContaining({ step: 'token', by: 'client_credentials', clientId: 'pre-registered' }),
    );
    const posted = await record(
      ['--client-id', 'pre-registered', '--client-secret-env', 'SECRET', '--client-auth', 'post', fixture.url],
      env,
    );
    expect(posted.code).toBe(0);
    expect(JSON.stringify(posted.events)).toContain('client_secret=‹client_secret:1›');
  });

  test.each(['pem', 'jwk'])('a private key as %s proves the client', async (form) => {
    const fixture = await OAuthFixture.start(SERVICE);
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const body = JSON.stringify(publicKey.export({ format: 'jwk' }));
    await fetch(`${fixture.origin}/_key`, { method: 'POST', body });
    const path = join(temporaryFolder(), 'key');
    // SEC1 is what openssl writes; the library reads PKCS #8 alone.
    const pem = privateKey.export({ type: 'sec1', format: 'pem' }).toString();
    writeFileSync(path, form === 'pem' ? pem : JSON.stringify(privateKey.export({ format: 'jwk' })));
    expect(await record(['--client-id', 'key-client', '--client-key', path, fixture.url])).toMatchObject({ code: 0 });
    expect(await fixture.steps()).toContainEqual(
      expect.objectContaining({ step: 'token', by: 'client_credentials', clientId: 'key-client' }),
    );
  });

  test('an identity provider exchanges an ID token for an assertion, which is handed in', async () => {
    const fixture = await OAuthFixture.start(SERVICE);
    const env = {
      SECRET: 'pre-secret',
      IDP_SECRET: 'idp-secret',
      ID_TOKEN: await told(`${fixture.origin}/_id-token`),
    };
    const args = ['--client-id', 'pre-registered', '--client-secret-env', 'SECRET', '--id-token-env', 'ID_TOKEN'];
    const idp = ['--idp-client-id', 'idp-client', '--idp-client-secret-env', 'IDP_SECRET'];
    const issuer = ['--idp-issuer', `${fixture.origin}/idp`];
    const { code, events } = await record([...args, ...idp, ...issuer, fixture.url], env);
    expect(code).toBe(0);
    expect(exchangesOf(events).slice(-3)).toEqual([
      expect.stringMatching(/^server-metadata GET .*openid-configuration 200$/),
      'token-exchange POST /idp/token 200',
      'token POST /token 200',
    ]);
    expect(await fixture.names()).toEqual(expect.arrayContaining(['exchange', 'token']));
    const without = await record([...args, ...issuer, fixture.url], env);
    expect(without.code).toBe(3);
    expect(turnsOf(without.events).at(-1)).toBe('failed incomplete: client id at the identity provider');
    const refused = await record([...args, ...idp, ...issuer, fixture.url], { ...env, IDP_SECRET: 'idp-secret-wrong' });
    expect(turnsOf(refused.events).at(-1)).toMatch(/^failed identity-provider: .*invalid_client/);
  });

  test('a token of a file is handed in, and one that is refused is not tried in another way', async () => {
    const fixture = await OAuthFixture.start(SERVICE);
    const path = join(temporaryFolder(), 'token');
    writeFileSync(path, `${await told(`${fixture.origin}/_workload-token`)}\n`);
    expect(await record(['--assertion-file', path, fixture.url])).toMatchObject({ code: 0 });
    expect((await fixture.steps()).find(({ step }) => step === 'token')).toMatchObject({ by: 'jwt-bearer' });
    await fixture.forget();
    const { code, events } = await record(['--assertion-env', 'T', fixture.url], { T: 'an-assertion-of-nobody' });
    expect(code).toBe(3);
    expect(turnsOf(events).at(-1)).toMatch(/^failed token-refused/);
    expect((await fixture.names()).filter((name) => name === 'refused')).toHaveLength(1);
  });
});

test('tokens are bound to a key where the server asks for it, and its nonces are taken up', async () => {
  const fixture = await OAuthFixture.start({ auto: 'yes', dpop: 'nonce' });
  const { code, events } = await record([fixture.url]);
  expect(code).toBe(0);
  const text = JSON.stringify(events);
  expect(text).toContain('DPoP ‹access_token:1›');
  expect(text).toContain('‹dpop_proof:');
  expect(turnsOf(events).map((turn) => turn.split(' ')[0])).toEqual(
    expect.arrayContaining(['needed', 'redirect', 'granted', 'nonce']),
  );
  // Each nonce is asked for once; every request after it has it.
  const refused = (await fixture.steps()).filter(({ step }) => step === 'refused').map(({ why }) => why);
  expect(refused).toEqual(['use_dpop_nonce', 'use_dpop_nonce']);
});

test('endpoints and parameters that a person gives', async () => {
  const fixture = await OAuthFixture.start({ auto: 'yes', issuer: 'wrong' });
  expect(await record([fixture.url])).toMatchObject({ code: 3 });
  const at = (path: string): string => `${fixture.origin}${path}`;
  const given = ['--issuer', at('/none'), '--token-endpoint', at('/token'), '--registration-endpoint', at('/register')];
  const { code } = await record([
    ...given,
    ...['--authorization-endpoint', at('/authorize'), '--auth-param', 'audience=https://api.example', fixture.url],
  ]);
  // The fixture’s answers name another issuer than the one that was given: that check stays.
  expect(code).toBe(3);
  await fixture.set({ iss: 'none' });
  await fixture.forget();
  expect(
    await record([...given, '--authorization-endpoint', at('/authorize'), '--auth-param', 'audience=x', fixture.url]),
  ).toMatchObject({ code: 0 });
  expect(await fixture.steps()).toContainEqual(expect.objectContaining({ step: 'authorize', audience: 'x' }));
  expect(await record(['--auth-param', 'state=mine', fixture.url])).toMatchObject({ code: 2 });
});

test('a server that no authorization server stands for is quoted, and not asked for a registration it refused', async () => {
  const fixture = await OAuthFixture.start({ server: 'no' });
  const { code, events, said } = await record([fixture.url]);
  expect(code).toBe(3);
  expect(turnsOf(events).at(-1)).toMatch(/^failed no-authorization-server: .*Send your key in X-API-Key/);
  expect(said).toContain('Send your key in X-API-Key');
  expect(said).toContain('--header');
});

describe('kept authorizations', () => {
  test('another launch asks nobody, refreshes, and one that is forgotten is revoked', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes' });
    const env = { LIFELINE_HOME: temporaryFolder() };
    const file = join(env.LIFELINE_HOME, 'recordings', '.relay', 'authorizations.json');
    await command('record', [fixture.url], env);
    expect(existsSync(file)).toBe(false);
    await command('record', ['--keep-authorization', fixture.url], env);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await fixture.forget();
    expect(await command('record', ['--keep-authorization', fixture.url], env)).toMatchObject({ code: 0 });
    expect(await fixture.names()).not.toContain('authorize');
    expect(await fixture.names()).not.toContain('refresh');
    await fixture.revoke();
    // Both find their token refused at the same time; a refresh token is good for one use.
    const both = [1, 2].map(() => command('record', ['--keep-authorization', fixture.url], env));
    expect((await Promise.all(both)).map(({ code }) => code)).toEqual([0, 0]);
    const names = await fixture.names();
    expect(names.filter((name) => name === 'refresh')).toHaveLength(1);
    expect(names).not.toContain('authorize');
    const listed = await command('authorizations', ['--json'], env);
    expect(listed.printed).not.toMatch(SECRETS);
    const [{ id } = { id: '' }, ...more] = JSON.parse(listed.printed) as { id: string }[];
    expect(more).toEqual([]);
    const forgotten = await command('authorizations', ['--forget', id], env);
    expect(forgotten).toMatchObject({ code: 0, said: expect.stringContaining('revoked it') });
    expect((await fixture.steps()).find(({ step }) => step === 'revoke')).toMatchObject({ known: true });
    expect((await command('authorizations', ['--json'], env)).printed).toBe('[]\n');
  });

  test('the key of a bound token is kept with it', async () => {
    const fixture = await OAuthFixture.start({ auto: 'yes', dpop: 'yes' });
    const env = { LIFELINE_HOME: temporaryFolder() };
    await command('record', ['--keep-authorization', fixture.url], env);
    await fixture.forget();
    await fixture.revoke();
    expect(await command('record', ['--keep-authorization', fixture.url], env)).toMatchObject({ code: 0 });
    expect(await fixture.names()).toContain('refresh');
    expect(await fixture.names()).not.toContain('authorize');
  });
});
