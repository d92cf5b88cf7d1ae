/** Nothing secret leaves the masker; what is not secret leaves it unchanged; equal secrets stay equal. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Masker } from '#shared/authorization';

const KINDS = ['access_token', 'refresh_token', 'id_token', 'client_secret', 'registration_access_token'];

describe('bodies', () => {
  test('JSON: members at any depth, whatever stands around them', () => {
    const text = '{ "a": {"access_token" : "one two"}, "expires_in":3600 ,"refresh_token":"x\\"y","n":1.0}';
    expect(new Masker().body(text, true)).toBe(
      '{ "a": {"access_token" : "‹access_token:1›"}, "expires_in":3600 ,"refresh_token":"‹refresh_token:1›","n":1.0}',
    );
  });

  test('JSON: escapes in names and values, and numbers', () => {
    const masker = new Masker();
    expect(masker.body('{"access\\u005ftoken":"a\\/b","id_token":12}', true)).toBe(
      '{"access\\u005ftoken":"‹access_token:1›","id_token":"‹id_token:1›"}',
    );
  });

  test('JSON: an error’s code is no secret, a broken end no way out', () => {
    expect(new Masker().body('{"error":"x","code":"E1"}', false)).toBe('{"error":"x","code":"E1"}');
    expect(new Masker().body('{"access_token":"abcdefghij","scope":"a', true)).toBe(
      '{"access_token":"‹access_token:1›","scope":"a',
    );
  });

  test('forms: by their decoded names, the rest byte for byte', () => {
    const masker = new Masker();
    expect(masker.body('grant_type=authorization_code&code=a%2Fb+c&code%5Fverifier=v&x=%7E&empty=&code=', false)).toBe(
      'grant_type=authorization_code&code=‹code:1›&code%5Fverifier=‹code_verifier:1›&x=%7E&empty=&code=',
    );
  });

  test('a grant that is neither, or has no member that is known, is hidden whole', () => {
    expect(new Masker().body('the token is abc', true)).toBe('‹body:1›');
    expect(new Masker().body('{"token":"abc"}', true)).toBe('‹body:1›');
    expect(new Masker().body('{"accessToken":"abc', true)).toBe('‹body:1›');
    expect(new Masker().body('<html>no</html>', false)).toBe('<html>no</html>');
  });

  test('a secret that is known is hidden wherever it comes again, in every way of writing it', () => {
    const masker = new Masker();
    const secret = 'se/cr et"1234';
    expect(masker.hide('client_secret', secret)).toBe('‹client_secret:1›');
    for (const form of [secret, encodeURIComponent(secret), 'se%2Fcr+et%221234', JSON.stringify(secret).slice(1, -1)])
      expect(masker.text(`<${form}>`)).toBe('<‹client_secret:1›>');
    expect(masker.hide('access_token', secret)).toBe('‹client_secret:1›');
  });

  test('a secret that is no well-formed text', () => {
    expect(new Masker().body('{"access_token":"\\ud800 and more"}', true)).toBe('{"access_token":"‹access_token:1›"}');
  });

  test('a short secret is hidden where it stands as one, and does not eat other words', () => {
    const masker = new Masker();
    expect(masker.body('code=abc&scope=abc', false)).toBe('code=‹code:1›&scope=abc');
  });

  test('a secret that begins another one', () => {
    const masker = new Masker();
    masker.hide('access_token', 'abcdefgh');
    masker.hide('refresh_token', 'abcdefghij');
    expect(masker.text('abcdefghij abcdefgh')).toBe('‹refresh_token:1› ‹access_token:1›');
  });

  test('no generated token survives in JSON or in a form, and equal ones get equal placeholders', () => {
    const token = fc.string({ minLength: 12, maxLength: 40, unit: 'grapheme' });
    fc.assert(
      fc.property(token, token, fc.constantFrom(...KINDS), (one, two, kind) => {
        fc.pre(one !== two && !one.includes(two) && !two.includes(one));
        const masker = new Masker();
        const json = masker.body(JSON.stringify({ [kind]: one, other: { [kind]: two }, again: one }), true);
        const form = masker.body(new URLSearchParams([[kind, one]]).toString(), true);
        for (const text of [json, form])
          for (const secret of [one, JSON.stringify(one).slice(1, -1), encodeURIComponent(one)])
            expect(text.includes(secret)).toBe(false);
        expect(JSON.parse(json)).toEqual({
          [kind]: `‹${kind}:1›`,
          other: { [kind]: `‹${kind}:2›` },
          again: `‹${kind}:1›`,
        });
        expect(form).toBe(`${kind}=‹${kind}:1›`);
      }),
    );
  });
});

describe('headers and addresses', () => {
  test('credentials keep their scheme, cookies their names, addresses all but their secrets', () => {
    const masker = new Masker();
    expect(
      masker.headers([
        ['Authorization', 'Bearer tok-1234567'],
        ['authorization', 'Basic aWQ6c2VjcmV0'],
        ['Set-Cookie', 'sid=abc; Path=/'],
        ['Cookie', 'sid=abc; other=def'],
        ['Location', 'http://localhost/authorized?code=c-1234567&state=s&iss=https%3A%2F%2Fas#id_token=i-1234567'],
        ['X-Echo', 'you sent tok-1234567'],
        ['Content-Type', 'application/json'],
      ]),
    ).toEqual([
      ['Authorization', 'Bearer ‹access_token:1›'],
      ['authorization', 'Basic ‹client_credentials:1›'],
      ['Set-Cookie', 'sid=‹cookie:1›; Path=/'],
      ['Cookie', 'sid=‹cookie:1›; other=‹cookie:2›'],
      ['Location', 'http://localhost/authorized?code=‹code:1›&state=s&iss=https%3A%2F%2Fas#id_token=‹id_token:1›'],
      ['X-Echo', 'you sent ‹access_token:1›'],
      ['Content-Type', 'application/json'],
    ]);
    expect(masker.url('https://as/authorize?state=s&code_challenge=x')).toBe(
      'https://as/authorize?state=s&code_challenge=x',
    );
  });
});
