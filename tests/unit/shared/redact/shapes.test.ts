/** Secrets that are told by their shape, by a sentence, or only once something is decoded. */
import { describe, expect, test } from 'vitest';
import { toBase64 } from '#shared/recording';
import { planRedaction, redact } from '#shared/redact';
import { recordedOf } from '../../export-samples.ts';

/** A text on standard error, or a message, after redaction. */
function stderr(text: string): string {
  const recorded = recordedOf({ k: 'stderr', text });
  const [event] = redact(recorded, planRedaction(recorded)).events;
  return event?.k === 'stderr' ? (event.text ?? '') : '';
}

/** Parts of tokens in the alphabets that they are made of. */
const MIXED = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG1hJ3kL5mN7pQ9rS';
const HEX = '0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9';

test('a token behind an underscore is one too', () => {
  expect(stderr(`t_ghp_${MIXED.slice(0, 36)}, and`)).toBe('t_‹token:1›, and');
});

test.each([
  `ghp_${MIXED.slice(0, 36)}`,
  `github_pat_11AAAAAAA0${MIXED}`,
  `glpat-${MIXED.slice(0, 20)}`,
  `xoxb-123456789012-1234567890123-${MIXED.slice(0, 24)}`,
  `AIza${MIXED.slice(0, 35)}`,
  `sk-${MIXED.slice(0, 48)}`,
  `sk-ant-api03-${MIXED}-AA`,
  `sk_live_${MIXED.slice(0, 24)}`,
  `npm_${MIXED.slice(0, 36)}`,
  `pypi-AgEIcHlwaS5vcmc${MIXED}`,
  `hf_${MIXED.slice(0, 34)}`,
  `dop_v1_${HEX}`,
  `SG.${MIXED.slice(0, 22)}.${MIXED.slice(0, 43)}`,
  `SK${HEX.slice(0, 32)}`,
  `glsa_${MIXED.slice(0, 32)}_a1b2c3d4`,
  `PMAK-${HEX.slice(0, 24)}-${HEX.slice(0, 34)}`,
  `pat${MIXED.slice(0, 14)}.${HEX}`,
  `tskey-auth-${MIXED.slice(0, 12)}-${MIXED}`,
  `AGE-SECRET-KEY-1${'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'.repeat(2).slice(0, 58)}`,
  `1//0g${MIXED}`,
])('%s is a token', (token) => {
  expect(stderr(`with ${token}, and`)).toBe('with ‹token:1›, and');
});

describe('in a text', () => {
  test.each([
    ['my password is hunter2.', 'my password is ‹secret:1›.'],
    ['Your API key: "abc-12345"; password: s3cret', 'Your API key: "‹secret:1›"; password: ‹secret:2›'],
    [
      'the password is required, the password is base64, 8-character, min8, the token is invalid; token is x-1; token is 4000',
      'the password is required, the password is base64, 8-character, min8, the token is invalid; token is x-1; token is 4000',
    ],
    ['AKIAIOSFODNN7EXAMPLE, wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', '‹token:1›, ‹token:2›'],
    ['bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX/getMe', 'bot‹token:1›/getMe'],
    ['MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs', '‹token:1›'],
    ['dckr_pat_0123456789abcdefABCDEF01 and glrt-0123456789abcdefABCD', '‹token:1› and ‹token:2›'],
    ['eyJhbGciOiJkaXIifQ..48V1_ALb6US04U3b.5eym8TW_c8SuK0lt.XFBoMYUZodetZdvT', '‹token:1›'],
    [
      'sk-learn-something-else-here Bearer authorization_uri missing',
      'sk-learn-something-else-here Bearer authorization_uri missing',
    ],
    [
      "curl -su 'me:pw1' http://h | curl -u me:pw2 http://h",
      "curl -su 'me:‹secret:1›' http://h | curl -u me:‹secret:2› http://h",
    ],
    ['<password>pw1</password><token>', '<password>‹secret:1›</password><token>'],
  ])('%s', (text, shown) => {
    expect(stderr(text)).toBe(shown);
  });
});

describe('a value that is encoded', () => {
  test('is found in base64 of text, in base64 of that, and in UTF-16', () => {
    const encoded = toBase64(new TextEncoder().encode('PORT=80\nDB_PASSWORD=p1w2-x3y4\nHOST=h\n'));
    const again = toBase64(new TextEncoder().encode(encoded));
    const wide = [...'API_KEY=p1w2-x3y4 and'].map((char) => `${char}\0`).join('');
    for (const text of [encoded, again, wide]) {
      const [secret, ...others] = planRedaction(recordedOf({ k: 'stderr', text })).secrets;
      expect(secret?.value).toBe('p1w2-x3y4');
      expect(others).toEqual([]);
    }
    // Pictures and hashes are none.
    const bytes = Uint8Array.from({ length: 3000 }, (_, at) => (at * 7919) % 256);
    expect(planRedaction(recordedOf({ k: 'stderr', text: toBase64(bytes) })).secrets).toEqual([]);
  });

  test('is replaced in hexadecimal digits', () => {
    expect(stderr('{"password":"p1w2-x3y4","dump":"00703177322D7833793400","low":"703177322d78337934"}')).toBe(
      '{"password":"‹secret:1›","dump":"00‹secret:1›00","low":"‹secret:1›"}',
    );
  });
});

describe('short base64', () => {
  test.each([
    // 20 to 31 characters, with padding and without, in either alphabet, and whatever follows.
    ['password=hunter22', 'base64', ''],
    ['password=hunter22', 'base64', ', and more that is said here'],
    ['password=hunter22', 'base64url', '" that was it, and more'],
    ['api_key=q8w7e6r5', 'base64', '\n'],
    ['PASSWORD=Gm3?~xyz>>?', 'base64url', ' and so on, as logs do'],
  ] as const)('%s in %s before “%s”', (secret, encoding, after) => {
    const run = Buffer.from(secret).toString(encoding);
    const name = Buffer.from(secret.slice(0, secret.indexOf('=')))
      .toString(encoding)
      .slice(0, 8);
    const shown = stderr(`got ${run}${after}`);
    expect(shown).toMatch(/‹secret:1›/);
    expect(shown.startsWith(`got ${name}`) && shown.endsWith(after)).toBe(true);
  });

  test('of bytes that are no text stays', () => {
    const run = Buffer.from(Array.from({ length: 20 }, (_, at) => (at * 67 + 129) % 256)).toString('base64');
    expect(stderr(`got ${run}, and`)).toBe(`got ${run}, and`);
  });
});

describe('a private key as JSON (JWK)', () => {
  const secret = (at: number): string => `${String.fromCharCode(65 + at)}q-3_${MIXED.slice(at, at + 30)}`;
  const rsa = {
    d: secret(0),
    use: 'sig',
    kty: 'RSA',
    e: 'AQAB',
    n: `n${MIXED}`,
    p: secret(1),
    q: secret(2),
    dp: secret(3),
    dq: secret(4),
    qi: secret(5),
    oth: [{ r: secret(6), d: secret(7), t: secret(8) }],
  };
  const symmetric = { k: secret(9), kty: 'oct', alg: 'HS256' };

  test.each([
    ['as an object', (key: object) => JSON.stringify({ keys: [key] })],
    ['as JSON in a text', (key: object) => JSON.stringify({ text: JSON.stringify({ jwk: key }, undefined, 2) })],
    ['as a program prints it', (key: object) => JSON.stringify(key).replaceAll('"', "'")],
  ])('has no secret member left %s, and keeps its public ones', (_, write) => {
    const shown = stderr(write(rsa)) + stderr(write(symmetric));
    for (let at = 0; at < 10; at++) expect(shown).not.toContain(secret(at));
    for (const kept of ['kty', 'RSA', 'AQAB', `n${MIXED}`, 'sig', 'oct', 'HS256']) expect(shown).toContain(kept);
  });

  test('a public one stays, and so do the same names elsewhere', () => {
    const text = JSON.stringify([
      { d: secret(0), p: 'x' },
      { kty: 'EC', crv: 'P-256', x: secret(1), y: secret(2) },
    ]);
    expect(stderr(text)).toBe(text);
  });
});

describe('a member by its name', () => {
  test.each([
    ...['pass', 'mnemonic', 'seed_phrase', 'csrf', 'cvv', 'ssn', '2fa', 'license_key', 'security_answer', 'p4ssw0rd'],
    ...[
      'userPw',
      'Passwort',
      'contraseña',
      'contrasen\u0303a',
      'mot_de_passe',
      'пароль',
      '密码',
      'db_pass',
      'smtpPass',
    ],
  ])('%s holds a secret', (name) => {
    expect(stderr(JSON.stringify({ a: { [name]: 'blue horse9'.replace(' ', '-') } }))).toContain(
      `"${name}":"‹secret:1›"`,
    );
  });

  test('“key” does where its value looks like one', () => {
    expect(stderr('{"key":"q8W2e7R4t9Y1"}')).toBe('{"key":"‹secret:1›"}');
  });

  test.each([
    '{"key":"user-42","pass":12,"seed":42}',
    '{"key":"settings.theme","pass":"12","2fa":"enabled"}',
    '{"key":"X-Api-Key-2"}',
    '{"first_pass":"done2","bypass":"gate7","compass":"n0rth","shape":"k"}',
    '{"key":"7a1f3c52-0d1e-4b2a-9c3d-5e6f7a8b9c0d"}',
  ])('%s stays', (text) => {
    expect(stderr(text)).toBe(text);
  });
});
