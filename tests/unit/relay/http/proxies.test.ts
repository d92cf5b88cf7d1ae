/** By which proxy an address is reached, from the environment and the settings alone. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isExempt } from '../../../../relay/http/no-proxy.ts';
import { proxyFor, type Environment } from '../../../../relay/http/proxies.ts';
import { runs } from '../../seed.ts';

const to = (url: string, env: Environment, settings = {}): string | undefined => {
  const proxy = proxyFor(new URL(url), settings, env);
  return proxy && `${proxy.host} ${proxy.from}`;
};

describe('the proxy of an address', () => {
  test('is that of its scheme, in lower case first, or the one for all', () => {
    const env = { HTTPS_PROXY: 'http://a:1', HTTP_PROXY: 'http://b:2', ALL_PROXY: 'http://c:3' };
    expect(to('https://example.com/', env)).toBe('a:1 HTTPS_PROXY');
    expect(to('http://example.com/', env)).toBe('b:2 HTTP_PROXY');
    expect(to('https://example.com/', { ...env, https_proxy: 'd:4' })).toBe('d:4 https_proxy');
    expect(to('https://example.com/', { ...env, HTTPS_PROXY: '' })).toBe('c:3 ALL_PROXY');
    expect(to('https://example.com/', { all_proxy: 'https://c' })).toBe('c:443 all_proxy');
    expect(to('https://example.com/', {})).toBeUndefined();
  });

  test('is none for this computer, unless the connection names one', () => {
    const env = { ALL_PROXY: 'http://c:3' };
    for (const host of ['localhost', 'x.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'])
      for (const scheme of ['http', 'https']) {
        expect(to(`${scheme}://${host}:3000/`, env)).toBeUndefined();
        expect(to(`${scheme}://${host}:3000/`, env, { proxy: 'http://own:8080' })).toBe('own:8080 setting');
      }
    expect(to('http://example.com/', env, { noProxy: true })).toBeUndefined();
  });

  test('can be no other than an HTTP proxy, and its password is not told', () => {
    for (const proxy of ['socks5://u:hidden@p:1080', 'http://u:hidden@', 'u:hidden@:x'])
      for (const asked of [
        { env: {}, settings: { proxy } },
        { env: { ALL_PROXY: proxy }, settings: {} },
      ]) {
        let thrown: unknown;
        try {
          to('http://example.com/', asked.env, asked.settings);
        } catch (error) {
          thrown = error;
        }
        expect(thrown).toMatchObject({ reason: 'proxy-invalid', message: expect.not.stringContaining('hidden') });
      }
  });
});

describe('NO_PROXY', () => {
  test.each([
    ['example.com', 'http://example.com/', true],
    ['example.com', 'http://EXAMPLE.com./', true],
    ['example.com', 'http://api.example.com/', true],
    ['.example.com', 'http://api.example.com/', true],
    ['*.example.com', 'http://api.example.com/', true],
    ['example.com', 'http://notexample.com/', false],
    ['example.com:8080', 'http://example.com:8080/', true],
    ['example.com:8080', 'http://example.com/', false],
    ['example.com:443', 'https://example.com/', true],
    ['other, *', 'http://example.com/', true],
    ['a.b c.d\texample.com', 'http://example.com/', true],
    ['10.0.0.0/8', 'http://10.1.2.3/', true],
    ['10.0.0.0/8', 'http://11.1.2.3/', false],
    ['10.1.2.3', 'http://10.1.2.3:99/', true],
    ['0.1.2.3', 'http://10.1.2.3/', false],
    ['fd00::/8', 'http://[fd12::1]/', true],
    ['[fd12::1]:80', 'http://[fd12::1]/', true],
    ['fd12::1', 'http://[fd12::1]:99/', true],
    ['', 'http://example.com/', false],
    ['10.0.0.0/99, /, :, [, ]:1', 'http://10.1.2.3/', false],
  ])('%s and %s: %s', (list, url, exempt) => {
    expect(isExempt(new URL(url), list)).toBe(exempt);
  });

  test('never throws, and what is added to a list takes nothing out of it', () => {
    const url = fc.webUrl({ validSchemes: ['http', 'https'] });
    fc.assert(
      fc.property(url, fc.string(), fc.string(), (address, list, more) => {
        const before = isExempt(new URL(address), list);
        expect(isExempt(new URL(address), `${list},${more}`) || !before).toBe(true);
        expect(isExempt(new URL(address), `${more},${new URL(address).hostname}`)).toBe(true);
      }),
      { numRuns: runs(50) },
    );
  });
});
