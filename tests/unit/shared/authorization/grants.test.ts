/** Grants that need no person, bound tokens, kept grants, and servers that nobody grants access to. */
import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Grants, revoke, type AuthorizationSettings, type KeptGrant, type KeptGrants } from '#shared/authorization';
import { askedBy } from '../../../../shared/authorization/challenge.ts';
import type { Fetch } from '#shared/transport';
import { parseParameters } from '../../../../web/workspace/connect/lines.ts';
import {
  AS,
  GOOD,
  METADATA,
  metadata,
  RESOURCE,
  resource,
  Script,
  SERVER,
  TOKEN,
  tokens,
} from '../../authorization-script.ts';

const ROOT = 'https://mcp.example';
const PAGE = { status: 200, text: '<!doctype html>', headers: [['Content-Type', 'text/html; charset=utf-8']] as const };

describe('challenges', () => {
  const asked = (value: string, status = 401): ReturnType<typeof askedBy> =>
    askedBy({ url: SERVER, status, headers: [['WWW-Authenticate', value]] });

  test.each([
    ['DPoP resource_metadata="https://a/b"', { dpop: true }],
    ['Basic realm="a, Bearer x", DPoP algs="ES256", Bearer scope="read"', { dpop: true, bearer: true }],
    ['Negotiate abc==, bearer', { bearer: true }],
  ])('%s', (value, is) => {
    expect(asked(value)).toMatchObject(is);
  });

  test('a nonce is asked for by a DPoP challenge alone', () => {
    expect(asked('DPoP error="use_dpop_nonce"')).toMatchObject({ nonce: true });
    expect(asked('Bearer error="use_dpop_nonce", DPoP algs="ES256"')).not.toHaveProperty('nonce');
    expect(asked('DPoP error="insufficient_scope"', 403)).toMatchObject({ kind: 'insufficient' });
  });

  test('whatever stands before it, a Bearer challenge is found as it stands', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const other = fc.record({ scheme: word, name: word, value: fc.stringMatching(/^[ -!#-[\]-~]{0,12}$/) });
    fc.assert(
      fc.property(fc.array(other, { maxLength: 4 }), word, (others, scope) => {
        const before = others
          .filter(({ scheme }) => !['bearer', 'dpop'].includes(scheme))
          .map(({ scheme, name, value }) => `${scheme} ${name}="${value}"`);
        const found = asked([...before, `Bearer realm="x", scope="${scope}"`].join(', '));
        expect(found?.challenge).toBe(`Bearer realm="x", scope="${scope}"`);
      }),
    );
  });
});

describe('a server that nobody grants access to', () => {
  const refuse = (script: Script): Promise<boolean> =>
    script.authorizer.authorize(
      { url: SERVER, status: 401, headers: [], body: () => Promise.resolve('Send your key') },
      (bodies) => script.events.push(...bodies),
    );

  test.each([
    ['has nothing but the server', {}],
    ['answers every address with a page', { ...pages() }],
    [
      'refuses every address in its own words',
      { [`POST ${ROOT}/register`]: { status: 401, json: { error: 'no key' } } },
    ],
  ])('%s', async (_name, table) => {
    const script = new Script(table);
    expect(await refuse(script)).toBe(false);
    expect(script.failure).toBe('no-authorization-server: Send your key');
  });

  test('a registration that an authorization server refused stays one', async () => {
    const script = new Script({
      [`POST ${ROOT}/register`]: { status: 400, json: { error: 'invalid_client_metadata' } },
    });
    await refuse(script);
    expect(script.failure).toMatch(/^registration-refused/);
  });

  test('is sent no secret of a client', async () => {
    const settings = { grant: 'client-credentials', clientId: 'me', clientSecret: 'the-secret-one' } as const;
    const script = new Script({}, { settings });
    expect(await refuse(script)).toBe(false);
    expect(script.failure).toMatch(/^no-authorization-server/);
    expect(script.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  function pages(): Record<string, typeof PAGE> {
    const paths = [
      '/.well-known/oauth-protected-resource/api/mcp',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
    ];
    return {
      ...Object.fromEntries(paths.map((path) => [`GET ${ROOT}${path}`, PAGE])),
      [`POST ${ROOT}/register`]: PAGE,
    };
  }
});

describe('what is asked of the authorization server', () => {
  const SERVICE = { ...GOOD, [METADATA]: metadata({ grant_types_supported: ['client_credentials'] }) };

  test('client credentials where it offers nothing else; a client that can prove nothing is not one', async () => {
    const settings = { clientId: 'me', clientSecret: 'the-secret-one', parameters: [['audience', 'api']] } as const;
    const script = new Script(SERVICE, { settings });
    expect(await script.refused()).toBe(true);
    expect(Object.fromEntries(script.form)).toEqual({
      grant_type: 'client_credentials',
      audience: 'api',
      resource: SERVER,
    });
    expect(script.asked).toEqual([]);
    expect(JSON.stringify(script.events)).not.toMatch(/the-secret-one/);
    const unproven = new Script(SERVICE, { settings: { clientId: 'me' } });
    await unproven.refused();
    expect(unproven.asked).toHaveLength(1);
  });

  test.each<[string, AuthorizationSettings, string]>([
    ['client credentials', { grant: 'client-credentials' }, 'client id, client secret or private key'],
    ['jwt-bearer', { grant: 'jwt-bearer' }, 'assertion'],
    ['enterprise', { idToken: 'x', clientId: 'me' }, 'client id at the identity provider, issuer or token endpoint'],
  ])('%s without what it needs asks for nothing', async (_name, settings, words) => {
    const script = new Script(GOOD, { settings });
    expect(await script.refused()).toBe(false);
    expect(script.failure).toContain(`incomplete: ${words}`);
    expect(script.requests).toEqual([RESOURCE, METADATA]);
  });

  test('a key that is none is told from a refusal', async () => {
    const settings = { grant: 'client-credentials', clientId: 'me', privateKey: 'nothing of a key' } as const;
    const script = new Script(GOOD, { settings });
    await script.refused();
    expect(script.failure).toMatch(/^client-key: /);
  });

  test('the algorithm is that of the key', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    const jwk = JSON.stringify(privateKey.export({ format: 'jwk' }));
    const script = new Script(GOOD, { settings: { grant: 'client-credentials', clientId: 'me', privateKey: jwk } });
    expect(await script.refused()).toBe(true);
    const [head = '', claims = ''] = (script.form.get('client_assertion') ?? '').split('.');
    expect(JSON.parse(atob(head))).toMatchObject({ alg: 'ES384' });
    expect(JSON.parse(atob(claims))).toMatchObject({ iss: 'me', sub: 'me', aud: AS });
    expect(JSON.stringify(script.events)).toContain('client_assertion=‹client_assertion:1›');
  });

  test('parameters go with the request for consent; those that protect the answer can’t be set', async () => {
    const script = new Script(GOOD, { settings: { parameters: [['prompt', 'login']] } });
    await script.refused();
    expect(script.asked[0]?.searchParams.get('prompt')).toBe('login');
    expect(parseParameters('audience = https://a/?b=c\n\nstate=x\nnothing')).toEqual({
      parameters: [['audience', 'https://a/?b=c']],
      bad: ['state=x', 'nothing'],
    });
  });

  test('endpoints that a person gives, where nothing is published', async () => {
    const settings = {
      authorizationEndpoint: `${AS}/authorize`,
      tokenEndpoint: `${AS}/token`,
      clientId: 'me',
    };
    const script = new Script({ [RESOURCE]: resource(), [TOKEN]: tokens() }, { settings });
    expect(await script.refused()).toBe(true);
    expect(script.asked[0]?.href).toMatch(`${AS}/authorize?`);
  });
});

describe('bound tokens', () => {
  const BOUND = { ...GOOD, [TOKEN]: tokens({ token_type: 'DPoP' }) };

  test('are asked for with a proof, used with another one for each request, and the nonce is taken up once', async () => {
    const script = new Script(BOUND);
    expect(await script.refused(401, 'DPoP algs="ES256"')).toBe(true);
    const [authorization, proof] = script.authorizer.credentials();
    expect(authorization).toMatchObject({ value: 'DPoP access-token-one', shown: 'DPoP ‹access_token:1›' });
    expect(proof).toMatchObject({ name: 'DPoP', shown: '‹dpop_proof:2›' });
    expect(script.made.at(-1)?.headers.some(([name]) => name.toLowerCase() === 'dpop')).toBe(true);
    const sent: string[] = [];
    const answer =
      (status: number) =>
      async (_url: string, { headers }: { headers: [string, string][] }) => {
        sent.push(headers.find(([name]) => name === 'DPoP')?.[1] ?? '');
        return Promise.resolve({ status, headers: new Headers({ 'DPoP-Nonce': 'one' }), body: null });
      };
    const go = (status: number): Promise<unknown> => {
      const headers = script.authorizer.credentials().map(({ name, value }): [string, string] => [name, value]);
      const { signal } = new AbortController();
      return script.authorizer.watch(answer(status))(`${SERVER}?a=b`, { method: 'POST', headers, signal });
    };
    await go(401);
    expect(await script.refused(401, 'DPoP error="use_dpop_nonce"')).toBe(true);
    expect(script.turns.slice(-2)).toEqual(['nonce', 'granted']);
    await go(401);
    // With the same nonce nothing would be different.
    const before = script.requests.length;
    expect(await script.refused(401, 'DPoP error="use_dpop_nonce"')).toBe(false);
    expect(script.failure).toMatch(/^still-refused/);
    expect(script.requests.slice(before).every((request) => request.startsWith('GET'))).toBe(true);
    const claims = sent.map(
      (each) => JSON.parse(atob((each.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))) as object,
    );
    expect(claims).toEqual([
      expect.objectContaining({ htm: 'POST', htu: SERVER, ath: expect.any(String) }),
      expect.objectContaining({ htm: 'POST', htu: SERVER, nonce: 'one' }),
    ]);
  });

  test('a redirect that keeps the token gets a proof for where it leads, with the nonce of that place', async () => {
    const script = new Script(BOUND);
    await script.refused(401, 'DPoP algs="ES256"');
    const there = `${SERVER}/there`;
    const proofs: string[] = [];
    const go = async (nonce: string): Promise<void> => {
      const fetch: Fetch = async (_url, { headers, readdress }) => {
        const moved = (await readdress?.(there, headers)) ?? headers;
        for (const pairs of [headers, moved]) proofs.push(pairs.find(([name]) => name === 'DPoP')?.[1] ?? '');
        return { status: 200, headers: new Headers({ 'DPoP-Nonce': nonce }), body: null };
      };
      const headers = script.authorizer.credentials().map(({ name, value }): [string, string] => [name, value]);
      await script.authorizer.watch(fetch)(SERVER, { method: 'POST', headers, signal: new AbortController().signal });
    };
    await go('one');
    await go('two');
    const claims = proofs.map(
      (each) => JSON.parse(atob((each.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))) as object,
    );
    expect(claims).toMatchObject([
      { htu: SERVER },
      { htu: there },
      { htu: SERVER, nonce: 'one' },
      { htu: there, nonce: 'one' },
    ]);
    expect(new Set(proofs).size).toBe(4);
  });

  test.each([
    ['not where the server asks for Bearer', {}, 'Bearer', 0],
    ['always, when it is set', { dpop: 'always' as const }, 'Bearer', 1],
    ['never, when it is set', { dpop: 'never' as const }, 'DPoP', 0],
  ])('%s', async (_name, settings, challenge, proofs) => {
    const script = new Script(BOUND, { settings });
    await script.refused(401, challenge);
    const { headers = [] } = script.made.at(-1) ?? {};
    expect(headers.filter(([name]) => name.toLowerCase() === 'dpop')).toHaveLength(proofs);
  });
});

describe('kept grants', () => {
  class Memory implements KeptGrants {
    readonly all = new Map<string, KeptGrant>();
    broken = false;
    #turn: Promise<unknown> = Promise.resolve();

    read(key: string): Promise<KeptGrant | undefined> {
      return this.broken ? Promise.reject(new Error('no disk')) : Promise.resolve(this.all.get(key));
    }
    change: KeptGrants['change'] = (key, change) => {
      const next = this.#turn.then(async () => {
        if (this.broken) throw new Error('no disk');
        const { keep, result } = await change(this.all.get(key));
        if (keep) this.all.set(key, keep);
        else this.all.delete(key);
        return result;
      });
      this.#turn = next.catch(() => undefined);
      return next;
    };
  }
  const settings = { keep: true };
  const KEPT = { ...GOOD, [TOKEN]: tokens({ refresh_token: 'refresh-token-one' }) };

  test('another launch uses them, and two that refresh at once lose none', async () => {
    const kept = new Memory();
    expect(await new Script(KEPT, { settings, kept }).refused()).toBe(true);
    expect(JSON.stringify([...kept.all])).toContain('refresh-token-one');
    const fresh = {
      ...GOOD,
      [TOKEN]: [
        tokens({ access_token: 'access-token-two', refresh_token: 'refresh-token-two' }),
        { status: 400, json: { error: 'invalid_grant' } },
      ],
    };
    const table = new Script(fresh, { settings, kept });
    const scripts = [
      table,
      new Script({ ...GOOD, [TOKEN]: { status: 400, json: { error: 'invalid_grant' } } }, { settings, kept }),
    ];
    for (const script of scripts) {
      expect(await script.refused()).toBe(true);
      expect(script.authorizer.credentials()[0]?.value).toBe('Bearer access-token-one');
      await script.exchange(401);
    }
    // The first refreshes; the second finds what the first has got.
    expect(await Promise.all(scripts.map((script) => script.refused()))).toEqual([true, true]);
    for (const script of scripts) {
      expect(script.asked).toEqual([]);
      expect(script.authorizer.credentials()[0]?.value).toBe('Bearer access-token-two');
    }
    expect(JSON.stringify([...kept.all])).toContain('refresh-token-two');
  });

  test.each([
    ['a refresh token that is refused is forgotten', { status: 400, json: { error: 'invalid_grant' } }, false],
    ['one that could not be tried stays', { status: 503, text: 'later' }, true],
  ])('%s', async (_name, answer, stays) => {
    const kept = new Memory();
    await new Script(KEPT, { settings, kept }).refused();
    const script = new Script({ ...GOOD, [TOKEN]: answer }, { settings, kept, answer: () => undefined });
    await script.refused();
    await script.exchange(401);
    expect(await script.refused()).toBe(false);
    expect(script.failure).toBe('cancelled');
    expect(kept.all.size).toBe(stays ? 1 : 0);
  });

  test('are of the one that the assertion is about, and of what was asked for besides', async () => {
    const kept = new Memory();
    const about = (sub: string, jti: number): string =>
      `e30.${btoa(JSON.stringify({ iss: 'https://idp.example', sub, jti })).replaceAll('=', '')}.sig`;
    const granted = async (more: AuthorizationSettings): Promise<boolean> => {
      const script = new Script(KEPT, { settings: { ...settings, ...more }, kept });
      expect(await script.refused()).toBe(true);
      return script.requests.includes(TOKEN);
    };
    expect(await granted({ assertion: about('alice', 1) })).toBe(true);
    expect(await granted({ assertion: about('alice', 2) })).toBe(false);
    expect(await granted({ assertion: about('bob', 3) })).toBe(true);
    expect(await granted({ assertion: 'opaque-token-one' })).toBe(true);
    expect(await granted({ assertion: 'opaque-token-two' })).toBe(true);
    expect(await granted({})).toBe(true);
    expect(await granted({ parameters: [['audience', 'a']] })).toBe(true);
    expect(await granted({ parameters: [['audience', 'b']] })).toBe(true);
    expect(await granted({ parameters: [['audience', 'a']] })).toBe(false);
    expect([...kept.all.keys()].join()).not.toMatch(/alice|opaque/);
  });

  test('one that another session got without keeping it is kept when it is wanted', async () => {
    const kept = new Memory();
    const grants = new Grants();
    await new Script(KEPT, { kept, grants }).refused();
    expect(kept.all.size).toBe(0);
    const script = new Script(KEPT, { settings, kept, grants });
    expect(await script.refused()).toBe(true);
    expect(script.requests).not.toContain(TOKEN);
    expect(kept.all.size).toBe(1);
    kept.all.clear();
    expect(await new Script(KEPT, { settings, kept, grants }).refused()).toBe(true);
    expect(kept.all.size).toBe(0);
  });

  test('that were forgotten meanwhile are neither used for a refresh nor kept again', async () => {
    const kept = new Memory();
    const grants = new Grants();
    await new Script(KEPT, { settings, kept, grants }).refused();
    const other = new Script(KEPT, { settings, kept, grants, answer: () => undefined });
    expect(await other.refused()).toBe(true);
    kept.all.clear();
    await other.exchange(401);
    expect(await other.refused()).toBe(false);
    expect(other.failure).toBe('cancelled');
    expect(kept.all.size).toBe(0);
  });

  test('are revoked where nobody reads what is given back', async () => {
    const asked: string[] = [];
    const fetch = (url: string): Promise<{ status: number; headers: []; text: string }> => {
      asked.push(url);
      return Promise.resolve({ status: 200, headers: [], text: '' });
    };
    const grant = { resource: SERVER, issuer: AS, access: 'a', keptAt: 0 };
    const outcome = async (revocationEndpoint: string): Promise<string> =>
      (await revoke({ ...grant, revocationEndpoint }, fetch)).outcome;
    expect(await outcome('http://as.example/revoke')).toBe('refused');
    expect(await outcome('https://as.example/revoke')).toBe('revoked');
    expect(await outcome('http://localhost:1/revoke')).toBe('revoked');
    expect(asked).toEqual(['https://as.example/revoke', 'http://localhost:1/revoke']);
  });

  test('only when it is wanted, without the secret that a person gave, and a disk that fails is told', async () => {
    const kept = new Memory();
    await new Script(KEPT, { kept }).refused();
    expect(kept.all.size).toBe(0);
    const client = { ...settings, clientId: 'me', clientSecret: 'the-secret-one' };
    await new Script(KEPT, { settings: client, kept }).refused();
    expect(kept.all.size).toBe(1);
    expect(JSON.stringify([...kept.all])).not.toContain('the-secret-one');
    kept.broken = true;
    const script = new Script(KEPT, { settings, kept, grants: new Grants() });
    expect(await script.refused()).toBe(true);
    expect(script.turns).toContain('authorization-not-kept no disk');
  });
});
