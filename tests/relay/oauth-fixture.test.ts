/** The OAuth fixture, walked through by hand: what its tests of Lifeline rely on. */
import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { INITIALIZE, post, type Exchange } from '../fixtures/sdk/raw.ts';
import { startOAuth, type RunningServer } from '../fixtures/start.ts';

const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

const REDIRECT = 'http://127.0.0.1:9/callback';
const VERIFIER = 'a-verifier-that-is-long-enough-for-the-specification';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

type Json = { readonly [name: string]: unknown };

class Fixture {
  readonly url: string;
  readonly base: string;

  constructor(url: string) {
    this.url = url;
    this.base = new URL(url).origin;
  }

  static async start(switches: { readonly [name: string]: string } = {}): Promise<Fixture> {
    const server = await startOAuth(switches);
    running.push(server);
    return new Fixture(server.url);
  }

  call(tool: string, token: string): Promise<Exchange> {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: {} } };
    return post(this.url, message, { Authorization: `Bearer ${token}` });
  }

  async json(path: string): Promise<Json> {
    return (await (await fetch(new URL(path, this.base))).json()) as Json;
  }

  async register(): Promise<string> {
    const body = { client_name: 'A test', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
    const response = await fetch(`${this.base}/register`, { method: 'POST', body: JSON.stringify(body) });
    expect(response.status).toBe(201);
    return String(((await response.json()) as Json)['client_id']);
  }

  authorization(client: string, more: { readonly [name: string]: string } = {}): URLSearchParams {
    return new URLSearchParams({
      response_type: 'code',
      client_id: client,
      redirect_uri: REDIRECT,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      resource: this.url,
      scope: 'mcp',
      state: 'kept',
      ...more,
    });
  }

  /** Where a decision on the consent page, or the authorize address itself, redirects to. */
  async redirect(from: Promise<Response>): Promise<URLSearchParams> {
    const response = await from;
    expect(response.status).toBe(302);
    return new URL(response.headers.get('location') ?? '').searchParams;
  }

  decide(asked: URLSearchParams, decision: 'allow' | 'deny'): Promise<Response> {
    const form = new URLSearchParams([...asked, ['decision', decision]]);
    return fetch(`${this.base}/decide`, { method: 'POST', body: form, redirect: 'manual' });
  }

  token(form: { readonly [name: string]: string }): Promise<Response> {
    const given = { redirect_uri: REDIRECT, resource: this.url, ...form };
    return fetch(`${this.base}/token`, { method: 'POST', body: new URLSearchParams(given) });
  }

  async steps(): Promise<readonly unknown[]> {
    const text = await (await fetch(`${this.base}/_steps`)).text();
    return text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Json)['step']);
  }
}

test('goes from the challenge over consent to a token, a further scope, a refresh and the end of a token', async () => {
  const fixture = await Fixture.start();
  const { url, base } = fixture;
  const refused = await post(url, { jsonrpc: '2.0', id: 0, method: 'initialize', params: INITIALIZE });
  expect(refused.status).toBe(401);
  const metadata = `${base}/.well-known/oauth-protected-resource/mcp`;
  expect(refused.headers.get('www-authenticate')).toBe(`Bearer scope="mcp", resource_metadata="${metadata}"`);
  expect(await fixture.json(metadata)).toMatchObject({ resource: url, authorization_servers: [base] });
  const server = await fixture.json('/.well-known/oauth-authorization-server');
  expect(server).toMatchObject({ issuer: base, registration_endpoint: `${base}/register` });
  expect((await fetch(`${base}/.well-known/openid-configuration`)).status).toBe(404);

  const client = await fixture.register();
  const asked = fixture.authorization(client);
  const page = await (await fetch(`${base}/authorize?${asked.toString()}`)).text();
  expect(page).toContain('A test asks for: mcp');
  const denied = await fixture.redirect(fixture.decide(asked, 'deny'));
  expect(Object.fromEntries(denied)).toMatchObject({ error: 'access_denied', state: 'kept', iss: base });
  const allowed = await fixture.redirect(fixture.decide(asked, 'allow'));
  expect(Object.fromEntries(allowed)).toMatchObject({ state: 'kept', iss: base });

  const grant = { grant_type: 'authorization_code', client_id: client, code: allowed.get('code') ?? '' };
  const answer = await fixture.token({ ...grant, code_verifier: VERIFIER });
  const tokens = (await answer.json()) as Json;
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'mcp' });
  const again = await fixture.token({ ...grant, code_verifier: VERIFIER });
  expect(await again.json()).toMatchObject({ error: 'invalid_grant' });

  const token = String(tokens['access_token']);
  expect(await (await fixture.call('whoami', token)).text).toContain(client);
  const forbidden = await fixture.call('admin', token);
  expect(forbidden.status).toBe(403);
  expect(forbidden.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="mcp admin"');

  await fetch(`${base}/_revoke`, { method: 'POST' });
  const ended = await fixture.call('whoami', token);
  expect(ended.status).toBe(401);
  expect(ended.headers.get('www-authenticate')).toContain('error="invalid_token"');
  const refresh = { grant_type: 'refresh_token', client_id: client, refresh_token: String(tokens['refresh_token']) };
  const renewed = (await (await fixture.token(refresh)).json()) as Json;
  expect((await fixture.call('whoami', String(renewed['access_token']))).status).toBe(200);
  expect((await fixture.token(refresh)).status).toBe(400);

  expect(await fixture.steps()).toEqual([
    ...['challenge', 'prm', 'as-metadata', 'register', 'authorize', 'consent'],
    ...['consent', 'redirect', 'consent', 'redirect'],
    ...['token', 'refused', 'call', 'insufficient-scope', 'refused', 'refresh', 'call', 'refused'],
  ]);
});

test('checks PKCE, the resource and the redirect', async () => {
  const fixture = await Fixture.start({ auto: 'yes' });
  const client = await fixture.register();
  const authorize = (more: { readonly [name: string]: string }): Promise<Response> => {
    const asked = fixture.authorization(client, more).toString();
    return fetch(`${fixture.base}/authorize?${asked}`, { redirect: 'manual' });
  };
  const errorOf = async (more: { readonly [name: string]: string }): Promise<string | null> =>
    (await fixture.redirect(authorize(more))).get('error');
  expect(await errorOf({ code_challenge_method: 'plain' })).toBe('invalid_request');
  expect(await errorOf({ resource: 'http://127.0.0.1:9/mcp' })).toBe('invalid_target');
  expect((await authorize({ redirect_uri: 'http://127.0.0.1:9/other' })).status).toBe(400);
  const code = (await fixture.redirect(authorize({}))).get('code') ?? '';
  const grant = { grant_type: 'authorization_code', client_id: client, code };
  const wrong = await fixture.token({ ...grant, code_verifier: `${VERIFIER}-not` });
  expect(await wrong.json()).toMatchObject({ error: 'invalid_grant' });
});

test('is another authorization server at the turn of a switch', async () => {
  const fixture = await Fixture.start({
    auto: 'yes',
    header: 'no',
    metadata: 'oidc',
    tenant: '/tenant',
    registration: 'no',
  });
  const refused = await post(fixture.url, {});
  expect(refused.headers.get('www-authenticate')).toBe('Bearer scope="mcp"');
  const metadata = await fixture.json('/.well-known/openid-configuration/tenant');
  expect(metadata).toMatchObject({ issuer: `${fixture.base}/tenant` });
  expect(metadata).not.toHaveProperty('registration_endpoint');
  expect((await fetch(`${fixture.base}/register`, { method: 'POST', body: '{}' })).status).toBe(404);

  const turned = { iss: 'wrong', pkce: 'no', cimd: 'yes', issuer: 'wrong', expires: '0' };
  await fetch(`${fixture.base}/_switch`, { method: 'POST', body: JSON.stringify(turned) });
  const changed = await fixture.json('/tenant/.well-known/openid-configuration');
  expect(changed).toMatchObject({ issuer: 'https://elsewhere.example', client_id_metadata_document_supported: true });
  expect(changed).not.toHaveProperty('code_challenge_methods_supported');
  const client = 'https://client.example/metadata.json';
  const asked = fixture.authorization(client).toString();
  const from = fetch(`${fixture.base}/authorize?${asked}`, { redirect: 'manual' });
  const answer = await fixture.redirect(from);
  expect(answer.get('iss')).toBe('https://elsewhere.example');
  const grant = { grant_type: 'authorization_code', client_id: client, code: answer.get('code') ?? '' };
  const tokens = (await (await fixture.token({ ...grant, code_verifier: VERIFIER })).json()) as Json;
  // A life of no seconds: it has expired before it is used.
  expect((await fixture.call('whoami', String(tokens['access_token']))).status).toBe(401);
});
