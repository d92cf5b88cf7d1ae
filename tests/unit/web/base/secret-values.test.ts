import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { HeaderPairs, WireEvent } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';
import { hiding, revealing } from '../../../../web/session/direct/given-headers.ts';
import { splitToken, tokenIn, withoutFresh } from '../../../../web/session/relay/opening-token.ts';
import { namesOnly, valuesOf, withValues } from '../../../../web/base/secret-values.ts';

const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,8}$/);
const value = fc.string({ minLength: 1 }).map((text) => `~${text}`);
const pairs = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 5 });

describe('the values of a connection', () => {
  const specs = fc.oneof(
    pairs.map((env): ConnectSpec => ({
      transport: 'stdio',
      command: 'node',
      args: [],
      env: Object.fromEntries(env),
    })),
    pairs.map((headers): ConnectSpec => ({ transport: 'streamable-http', url: 'http://localhost/mcp', headers })),
    fc
      .record({ passphrase: value, password: fc.webSegment().map((text) => `~${text}`) })
      .map(({ passphrase, password }): ConnectSpec => ({
        transport: 'streamable-http',
        url: 'http://localhost/mcp',
        headers: [],
        network: { proxy: `http://${password}:~@proxy:3128`, cert: 'client.pem', passphrase, unverified: true },
      })),
  );

  test('are taken out and put back, repeated headers too', () => {
    fc.assert(
      fc.property(specs, (spec) => {
        const names = namesOnly(spec);
        expect(JSON.stringify(names)).not.toContain('~');
        expect(withValues(names, valuesOf(spec))).toEqual(spec);
      }),
    );
  });

  test('are none where nothing was given', () => {
    expect(valuesOf({ transport: 'stdio', command: 'x', args: [], env: { A: '' } })).toBeUndefined();
    expect(valuesOf({ transport: 'streamable-http', url: 'http://x/', headers: [] })).toBeUndefined();
  });

  test('that belong to other names, or can’t be read, change nothing', () => {
    const spec: ConnectSpec = { transport: 'streamable-http', url: 'http://x/', headers: [['A', '']] };
    for (const text of [
      undefined,
      '',
      '[]',
      '{"headers":{}}',
      '{"headers":[["B","1"]]}',
      '{"headers":[["A",1]]}',
      '{"env":{"A":"1"}}',
    ])
      expect(withValues(spec, text)).toEqual(spec);
    const stdio: ConnectSpec = { transport: 'stdio', command: 'x', args: [], env: { constructor: '' } };
    expect(withValues(stdio, '{"env":{}}')).toEqual(stdio);
  });
});

describe('the given headers of a session', () => {
  const request = (headers: HeaderPairs): WireEvent => ({ s: 0, t: 0, k: 'http', x: 'x1', phase: 'request', headers });

  test('are placeholders in what is stored, and exact again where the values are known', () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const sent = [request([['Accept', 'text/plain'], ...given])];
        const stored = sent.map(hiding(given));
        expect(JSON.stringify(stored)).not.toContain('~');
        expect(stored.map(revealing(given))).toEqual(sent);
        expect(
          stored.map(revealing(namesOnly({ transport: 'streamable-http', url: '', headers: given }).headers)),
        ).toEqual(stored);
      }),
    );
  });

  test('and nothing else is changed', () => {
    const other = request([['X-Other', 'secret']]);
    expect([other].map(hiding([['X-Api-Key', 'secret']]))).toEqual([other]);
    const response: WireEvent = {
      s: 1,
      t: 1,
      k: 'http',
      x: 'x1',
      phase: 'response',
      status: 200,
      headers: [['X-Api-Key', 'secret']],
    };
    expect([response].map(hiding([['X-Api-Key', 'secret']]))).toEqual([response]);
  });
});

describe('the token of an address', () => {
  const token = 'A'.repeat(43);

  test('is split from the other parts of the fragment', () => {
    expect(splitToken(`#token=${token}`)).toEqual({ token, rest: '' });
    expect(splitToken(`#s=4&token=${token}`)).toEqual({ token, rest: '#s=4' });
    expect(splitToken('#s=4')).toEqual({ token: undefined, rest: '#s=4' });
    expect(splitToken('')).toEqual({ token: undefined, rest: '' });
    expect(withoutFresh('?fresh=a-b')).toBe('');
    expect(withoutFresh('?fresh=a&open=b%20c')).toBe('?open=b%20c');
    expect(withoutFresh('?open=b&refresh=1')).toBe('?open=b&refresh=1');
    expect(withoutFresh('')).toBe('');
  });

  test('is found in what a person pastes', () => {
    const here = 'http://localhost:6280';
    expect(tokenIn(` ${here}/#token=${token}\n`, here)).toBe(token);
    expect(tokenIn(`http://127.0.0.1:6280/?open=a#token=${token}`, here)).toBe(token);
    expect(tokenIn(token, here)).toBe(token);
    for (const text of ['', 'hello', `http://localhost:1/#token=${token}`, here])
      expect(tokenIn(text, here)).toBeUndefined();
  });
});
