/** Which address is asked when, as which client, for what; and what ends the attempt (2026-07-28 basic/authorization). */
import { describe, expect, test } from 'vitest';
import { Grants } from '#shared/authorization';
import {
  AS,
  GOOD,
  METADATA,
  metadata,
  REGISTER,
  RESOURCE,
  resource,
  Script,
  SERVER,
  stateOf,
  TOKEN,
  tokens,
} from '../../authorization-script.ts';

const OIDC = `GET ${AS}/.well-known/openid-configuration`;
const ROOT_RESOURCE = 'GET https://mcp.example/.well-known/oauth-protected-resource';
const PROVIDER = {
  jwks_uri: `${AS}/keys`,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
};

describe('what is tried', () => {
  test('everything right: discovery, registration, consent, token', async () => {
    const script = new Script(GOOD);
    expect(await script.refused()).toBe(true);
    expect(script.requests).toEqual([RESOURCE, METADATA, REGISTER, TOKEN]);
    expect(script.turns.map((turn) => turn.split(' ')[0])).toEqual(['needed', 'redirect', 'granted']);
    expect(script.authorizer.credentials()).toEqual([
      { name: 'Authorization', value: 'Bearer access-token-one', shown: 'Bearer ‹access_token:1›' },
    ]);
  });

  test('that something is tried is said before anything else happens', () => {
    const script = new Script(GOOD);
    void script.refused();
    expect(script.turns).toEqual(['needed 401']);
  });

  test.each([
    ['a challenge of another scheme', 401, 'Basic realm="x"', {}],
    ['403 without a word of scopes', 403, 'Bearer error="invalid_token"', {}],
    ['403 without a challenge', 403, undefined, {}],
    ['authorization switched off', 401, 'Bearer', { settings: { mode: 'none' as const } }],
    ['a header of the person’s own', 401, 'Bearer', { headers: [['AUTHORIZATION', 'x']] as [string, string][] }],
  ])('nothing, with %s', async (_name, status, challenge, options) => {
    const script = new Script(GOOD, options);
    const answered = script.refused(status, challenge ?? '');
    expect(script.events).toEqual([]);
    expect(await answered).toBe(false);
    expect(script.made).toEqual([]);
  });

  test('a 401 without any challenge is tried: pages do not see it, and servers of 2025-03-26 send none', async () => {
    const script = new Script(GOOD);
    const { authorizer } = script;
    expect(await authorizer.authorize({ url: SERVER, status: 401, headers: [] }, () => undefined)).toBe(true);
  });

  test('a Bearer challenge behind one of another scheme', async () => {
    const script = new Script(GOOD);
    expect(await script.refused(401, 'Basic realm="x", Bearer scope="read"')).toBe(true);
    expect(script.asked[0]?.searchParams.get('scope')).toBe('read');
  });

  test('exchanges refused at the same time wait for one attempt', async () => {
    const script = new Script(GOOD);
    expect(await Promise.all([script.refused(), script.refused()])).toEqual([true, true]);
    expect(script.asked).toHaveLength(1);
    expect(script.turns.filter((turn) => turn.startsWith('needed'))).toHaveLength(1);
  });
});

describe('resource metadata', () => {
  test('where the challenge says', async () => {
    const place = 'GET https://mcp.example/elsewhere';
    const script = new Script({ ...GOOD, [place]: resource() });
    expect(await script.refused(401, 'Bearer resource_metadata="https://mcp.example/elsewhere"')).toBe(true);
    expect(script.requests[0]).toBe(place);
    expect(script.requests).not.toContain(RESOURCE);
  });

  test('else below the path, else at the root', async () => {
    const { [RESOURCE]: _none, ...rest } = GOOD;
    const script = new Script({ ...rest, [ROOT_RESOURCE]: resource() });
    expect(await script.refused()).toBe(true);
    expect(script.requests.slice(0, 2)).toEqual([RESOURCE, ROOT_RESOURCE]);
    expect(script.form.get('resource')).toBe(SERVER);
  });

  test('of another resource are not used', async () => {
    const script = new Script({ ...GOOD, [RESOURCE]: resource({ resource: 'https://other.example/mcp' }) });
    expect(await script.refused()).toBe(false);
    expect(script.failure).toMatch(/^resource-mismatch/);
    expect(script.requests).toEqual([RESOURCE]);
  });

  test.each([
    ['that are no JSON', { text: '<html>' }],
    ['that are no metadata', { json: { resource: 7 } }],
    ['behind a server error', { status: 500, text: 'oops' }],
  ])('%s end the attempt', async (_name, answer) => {
    const script = new Script({ ...GOOD, [RESOURCE]: answer });
    expect(await script.refused()).toBe(false);
    expect(script.failure).toMatch(/^resource-metadata/);
  });

  test('none at all: the server is one of 2025-03-26 and grants access itself, by its root metadata', async () => {
    const root = 'https://mcp.example';
    const own = {
      issuer: root,
      authorization_endpoint: `${root}/oauth/authorize`,
      token_endpoint: `${root}/oauth/token`,
      registration_endpoint: `${root}/oauth/register`,
      response_types_supported: ['code'],
    };
    const script = new Script({
      [`GET ${root}/.well-known/oauth-authorization-server`]: { json: own },
      [`POST ${root}/oauth/register`]: GOOD[REGISTER] ?? [],
      [`POST ${root}/oauth/token`]: tokens(),
    });
    expect(await script.refused()).toBe(true);
    expect(script.requests).toEqual([
      RESOURCE,
      ROOT_RESOURCE,
      `GET ${root}/.well-known/oauth-authorization-server`,
      `POST ${root}/oauth/register`,
      `POST ${root}/oauth/token`,
    ]);
    expect(script.asked[0]?.searchParams.has('resource')).toBe(false);
  });

  test('nor any metadata: the default paths of 2025-03-26', async () => {
    const root = 'https://mcp.example';
    const script = new Script({ [`POST ${root}/register`]: GOOD[REGISTER] ?? [], [`POST ${root}/token`]: tokens() });
    expect(await script.refused()).toBe(true);
    expect(script.asked[0]?.href.startsWith(`${root}/authorize?`)).toBe(true);
  });
});

describe('server metadata', () => {
  test('of OAuth, else of OpenID', async () => {
    const { [METADATA]: _none, ...rest } = GOOD;
    const script = new Script({ ...rest, [OIDC]: metadata(PROVIDER) });
    expect(await script.refused()).toBe(true);
    expect(script.requests.slice(1, 3)).toEqual([METADATA, OIDC]);
  });

  test('of an issuer with a path: inserted, inserted for OpenID, appended for OpenID', async () => {
    const issuer = `${AS}/tenant`;
    const appended = `GET ${issuer}/.well-known/openid-configuration`;
    const script = new Script({
      ...GOOD,
      [RESOURCE]: resource({ authorization_servers: [issuer] }),
      [appended]: metadata(PROVIDER, issuer),
    });
    expect(await script.refused()).toBe(true);
    expect(script.requests.slice(1, 4)).toEqual([
      `GET ${AS}/.well-known/oauth-authorization-server/tenant`,
      `GET ${AS}/.well-known/openid-configuration/tenant`,
      appended,
    ]);
  });

  test.each([
    ['nowhere', { status: 404, text: '' }, 'no-server-metadata'],
    ['that are no JSON', { text: '<html>' }, 'server-metadata'],
    ['of another issuer', metadata({}, 'https://other.example'), 'metadata-issuer'],
    ['without a word of PKCE', metadata({ code_challenge_methods_supported: undefined }), 'no-pkce'],
    ['with plain PKCE only', metadata({ code_challenge_methods_supported: ['plain'] }), 'no-pkce'],
    ['without the code flow', metadata({ response_types_supported: ['token'] }), 'server-metadata'],
    ['with a script for an address', metadata({ authorization_endpoint: 'javascript:alert(1)' }), 'server-metadata'],
  ])('%s end the attempt', async (_name, answer, code) => {
    const script = new Script({ ...GOOD, [METADATA]: answer });
    expect(await script.refused()).toBe(false);
    expect(script.failure.split(':')[0]).toBe(code);
    expect(script.asked).toEqual([]);
  });

  test('that cannot be reached: a page says that the browser may withhold them', async () => {
    const dead = [METADATA, OIDC];
    const relayed = new Script(GOOD, { dead });
    expect(await relayed.refused()).toBe(false);
    expect(relayed.failure).toBe('unreachable: ECONNREFUSED');
    const direct = new Script(GOOD, { dead, inBrowser: true });
    expect(await direct.refused()).toBe(false);
    expect(direct.failure).toMatch(/^blocked/);
  });
});

describe('the client', () => {
  test('registered beforehand comes first, and proves who it is in the header', async () => {
    const script = new Script(
      { ...GOOD, [METADATA]: metadata({ client_id_metadata_document_supported: true }) },
      {
        settings: { clientId: 'mine', clientSecret: 'my-secret', clientMetadataUrl: 'https://me.example/client.json' },
      },
    );
    expect(await script.refused()).toBe(true);
    expect(script.requests).toEqual([RESOURCE, METADATA, TOKEN]);
    expect(script.made.at(-1)?.headers).toContainEqual(['authorization', `Basic ${btoa('mine:my-secret')}`]);
    expect(JSON.stringify(script.events)).not.toContain('my-secret');
  });

  test('proves who it is in the form where the server wants that', async () => {
    const script = new Script(
      { ...GOOD, [METADATA]: metadata({ token_endpoint_auth_methods_supported: ['client_secret_post'] }) },
      { settings: { clientId: 'mine', clientSecret: 'my-secret' } },
    );
    expect(await script.refused()).toBe(true);
    expect(script.form.get('client_secret')).toBe('my-secret');
    expect(JSON.stringify(script.events)).not.toContain('my-secret');
  });

  test('with a metadata document comes next, where the server takes one', async () => {
    const settings = { clientMetadataUrl: 'https://me.example/client.json' };
    const taken = new Script(
      { ...GOOD, [METADATA]: metadata({ client_id_metadata_document_supported: true }) },
      { settings },
    );
    expect(await taken.refused()).toBe(true);
    expect(taken.requests).not.toContain(REGISTER);
    expect(taken.form.get('client_id')).toBe(settings.clientMetadataUrl);
    const notTaken = new Script(GOOD, { settings });
    expect(await notTaken.refused()).toBe(true);
    expect(notTaken.form.get('client_id')).toBe('registered');
  });

  test('registers itself as a native application of this machine', async () => {
    const script = new Script(GOOD);
    await script.refused();
    expect(JSON.parse(script.made[2]?.body ?? '')).toMatchObject({
      client_name: 'Test',
      redirect_uris: ['http://localhost:6280/authorized'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    });
  });

  test('that was registered is used again by the next session, at the server that registered it', async () => {
    const grants = new Grants();
    await new Script(GOOD, { grants }).refused();
    const again = new Script(GOOD, { grants, settings: { scopes: 'other' } });
    await again.refused();
    expect(again.requests).toEqual([RESOURCE, METADATA, TOKEN]);
    const other = 'https://other.example';
    const moved = new Script(
      {
        ...GOOD,
        [RESOURCE]: resource({ authorization_servers: [other] }),
        [`GET ${other}/.well-known/oauth-authorization-server`]: metadata({}, other),
      },
      { grants },
    );
    await moved.refused();
    expect(moved.requests).toContain(REGISTER);
  });

  test('registered beforehand is not taken to another authorization server', async () => {
    const other = 'https://other.example';
    const script = new Script(
      {
        ...GOOD,
        [RESOURCE]: [resource(), resource({ authorization_servers: [other] })],
        [`GET ${other}/.well-known/oauth-authorization-server`]: metadata({}, other),
      },
      { settings: { clientId: 'mine', clientSecret: 'my-secret' } },
    );
    await script.refused();
    await script.exchange(200);
    await script.exchange(401);
    expect(await script.refused()).toBe(false);
    expect(script.failure).toBe(`client-needed: mine is of ${AS}, not of ${other}`);
  });

  test('cannot be had without registration, or is refused', async () => {
    const none = new Script({ ...GOOD, [METADATA]: metadata({ registration_endpoint: undefined }) });
    expect(await none.refused()).toBe(false);
    expect(none.failure).toBe(`client-needed: ${AS}`);
    const refused = new Script({ ...GOOD, [REGISTER]: { status: 400, json: { error: 'invalid_redirect_uri' } } });
    expect(await refused.refused()).toBe(false);
    expect(refused.failure).toBe('registration-refused: 400 {"error":"invalid_redirect_uri"}');
  });
});

describe('scopes', () => {
  const supported = { ...GOOD, [RESOURCE]: resource({ scopes_supported: ['a', 'b'] }) };
  const scopeOf = async (script: Script, challenge = 'Bearer'): Promise<string | null | undefined> => {
    await script.refused(401, challenge);
    return script.asked[0]?.searchParams.get('scope');
  };

  test('of the person, of the challenge, of the metadata, or none', async () => {
    expect(await scopeOf(new Script(supported, { settings: { scopes: ' x  y ' } }), 'Bearer scope="c"')).toBe('x y');
    expect(await scopeOf(new Script(supported), 'Bearer scope="c"')).toBe('c');
    expect(await scopeOf(new Script(supported))).toBe('a b');
    expect(await scopeOf(new Script(GOOD))).toBeNull();
  });

  test('with offline_access where the authorization server offers it', async () => {
    const offers = { ...supported, [METADATA]: metadata({ scopes_supported: ['a', 'offline_access'] }) };
    expect(await scopeOf(new Script(offers))).toBe('a b offline_access');
  });

  test('grow on 403 by what is wanted, and no further', async () => {
    const script = new Script({ ...GOOD, [TOKEN]: [tokens(), tokens({ access_token: 'access-token-two' })] });
    await script.refused(401, 'Bearer scope="read"');
    await script.exchange(403);
    const challenge = 'Bearer error="insufficient_scope", scope="write"';
    expect(await script.refused(403, challenge)).toBe(true);
    expect(script.asked[1]?.searchParams.get('scope')).toBe('read write');
    await script.exchange(403);
    expect(await script.refused(403, challenge)).toBe(false);
    expect(script.failure).toMatch(/^scope-refused/);
    expect(script.asked).toHaveLength(2);
  });
});

describe('the answer', () => {
  const promised = { ...GOOD, [METADATA]: metadata({ authorization_response_iss_parameter_supported: true }) };

  test.each([
    ['another state', GOOD, () => 'code=c&state=other', 'state-mismatch'],
    ['no state', GOOD, () => 'code=c', 'state-mismatch'],
    ['another issuer', GOOD, (asked: URL) => `code=c&state=${stateOf(asked)}&iss=https://x`, 'response-issuer'],
    [
      'an issuer that differs by a slash',
      GOOD,
      (asked: URL) => `code=c&state=${stateOf(asked)}&iss=${AS}/`,
      'response-issuer',
    ],
    ['no issuer although promised', promised, (asked: URL) => `code=c&state=${stateOf(asked)}`, 'response-issuer'],
    [
      'an error of another issuer',
      GOOD,
      (asked: URL) => `error=oops&state=${stateOf(asked)}&iss=https://x`,
      'response-issuer',
    ],
    ['an error', GOOD, (asked: URL) => `error=access_denied&state=${stateOf(asked)}`, 'denied: access_denied'],
    ['neither code nor error', GOOD, (asked: URL) => `state=${stateOf(asked)}`, 'no-code'],
    ['nothing, because it was given up', GOOD, () => undefined, 'cancelled'],
  ])('with %s ends the attempt before the token endpoint is asked', async (_name, table, answer, code) => {
    const script = new Script(table, { answer });
    expect(await script.refused()).toBe(false);
    expect(script.failure.startsWith(code)).toBe(true);
    expect(script.requests).not.toContain(TOKEN);
    expect(script.failure).not.toContain('oops');
  });

  test('may be just the query, as a person copies it', async () => {
    const script = new Script(GOOD, { answer: (asked) => `code=the-code-one&state=${stateOf(asked)}&iss=${AS}` });
    expect(await script.refused()).toBe(true);
    expect(script.form.get('code')).toBe('the-code-one');
    expect(script.form.get('code_verifier')?.length).toBeGreaterThan(42);
  });
});

describe('a grant that ends', () => {
  const refreshing = {
    ...GOOD,
    [TOKEN]: [
      tokens({ refresh_token: 'refresh-token-one' }),
      tokens({ access_token: 'access-token-two', refresh_token: 'refresh-token-two' }),
    ],
  };

  test('is refreshed, once it was accepted', async () => {
    const script = new Script(refreshing);
    await script.refused();
    await script.exchange(200);
    await script.exchange(401);
    expect(await script.refused()).toBe(true);
    expect(script.form.get('grant_type')).toBe('refresh_token');
    expect(script.form.get('refresh_token')).toBe('refresh-token-one');
    expect(script.asked).toHaveLength(1);
    expect(script.authorizer.credentials()[0]?.shown).toBe('Bearer ‹access_token:2›');
  });

  test('that cannot be refreshed is asked for anew', async () => {
    const refused = { status: 400, json: { error: 'invalid_grant' } };
    const script = new Script({
      ...GOOD,
      [TOKEN]: [tokens({ refresh_token: 'refresh-token-one' }), refused, tokens()],
    });
    await script.refused();
    await script.exchange(200);
    await script.exchange(401);
    expect(await script.refused()).toBe(true);
    expect(script.asked).toHaveLength(2);
  });

  test('that the server never accepts is not asked for again', async () => {
    const script = new Script(GOOD);
    await script.refused();
    await script.exchange(401);
    expect(await script.refused()).toBe(false);
    expect(script.failure).toMatch(/^still-refused/);
    expect(script.asked).toHaveLength(1);
  });

  test('again and again is too often', async () => {
    const script = new Script(GOOD);
    for (let count = 0; count < 3; count++) {
      expect(await script.refused()).toBe(true);
      await script.exchange(200);
      await script.exchange(401);
    }
    expect(await script.refused()).toBe(false);
    expect(script.asked).toHaveLength(3);
  });

  test('was replaced while the exchange was on its way: it is just sent again', async () => {
    const script = new Script(GOOD);
    let arrive = (): void => undefined;
    const late = script.exchange(401, undefined, new Promise((resolve) => (arrive = resolve)));
    await script.refused();
    const before = script.events.length;
    arrive();
    await late;
    expect(await script.refused()).toBe(true);
    expect(script.events).toHaveLength(before);
  });

  test('a header typed for one message is the person’s business', async () => {
    const script = new Script(GOOD);
    await script.refused();
    await script.exchange(401, [['authorization', 'Bearer wrong on purpose']]);
    const before = script.events.length;
    expect(await script.refused()).toBe(false);
    expect(script.events).toHaveLength(before);
  });

  test('another session of the host uses what was granted', async () => {
    const grants = new Grants();
    await new Script(GOOD, { grants }).refused();
    const second = new Script(GOOD, { grants });
    expect(await second.refused()).toBe(true);
    expect(second.requests).toEqual([RESOURCE, METADATA]);
    expect(second.asked).toEqual([]);
  });

  test('nothing is reported once the session is over', async () => {
    const script = new Script(GOOD);
    const trying = script.refused();
    script.authorizer.abandon();
    expect(await trying).toBe(false);
    expect(script.turns).toEqual(['needed 401']);
  });
});
