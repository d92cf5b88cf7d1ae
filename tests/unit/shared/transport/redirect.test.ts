import { describe, expect, test } from 'vitest';
import { isSameServer } from '#shared/recording';
import { MAX_REDIRECT_COUNT, redirectOf, type RedirectVerdict } from '#shared/transport';

const HEADERS: [string, string][] = [
  ['Accept', 'text/event-stream'],
  ['X-API-Key', 'k'],
  ['Mcp-Session-Id', 's'],
];

function verdict(method: string, from: string, to: string, status = 307, hops = 0): RedirectVerdict | undefined {
  return redirectOf({ method, url: from, headers: HEADERS, hops }, { status, headers: [['location', to]] });
}

describe('a redirect', () => {
  test.each([
    ['http://a.example/mcp', 'https://a.example/mcp'],
    ['http://a.example/mcp', '/mcp/'],
    ['http://a.example:80/mcp', 'http://a.example/'],
  ])('from %s to %s keeps message and headers', (from, to) => {
    for (const method of ['POST', 'GET', 'DELETE'])
      expect(verdict(method, from, to)).toEqual({ url: new URL(to, from).href, headers: HEADERS, without: [] });
  });

  test.each([
    'http://b.example/mcp',
    'https://b.example/mcp',
    'http://a.example:81/mcp',
    'http://a.example.b.example/',
    '//b.example/',
  ])('to %s gets no message, and of the headers of a GET only what tells nothing', (to) => {
    for (const method of ['POST', 'DELETE', 'PUT'])
      expect(verdict(method, 'http://a.example/mcp', to)).toMatchObject({
        problem: { reason: 'redirected-elsewhere' },
      });
    expect(verdict('GET', 'http://a.example/mcp', to)).toMatchObject({
      headers: [['Accept', 'text/event-stream']],
      without: ['X-API-Key', 'Mcp-Session-Id'],
    });
  });

  test('to another server with a name or a password in its address is not followed', () => {
    for (const to of ['http://a.example@b.example/', '//u:p@a.example:81/', 'https://:p@b.example'])
      for (const method of ['GET', 'POST'])
        expect(verdict(method, 'http://a.example/mcp', to)).toMatchObject({
          problem: { reason: 'redirected-elsewhere' },
        });
  });

  test('loses even a harmless header that a person gave', () => {
    const request = { method: 'GET', url: 'http://a.example/', headers: HEADERS, personal: ['ACCEPT'], hops: 0 };
    expect(redirectOf(request, { status: 302, headers: [['Location', 'http://b.example/']] })).toMatchObject({
      headers: [],
    });
  });

  test('from HTTPS to HTTP is never followed', () => {
    for (const method of ['POST', 'GET'])
      expect(verdict(method, 'https://a.example/', 'http://a.example/')).toEqual({
        problem: { reason: 'redirected-to-http', detail: 'http://a.example/' },
      });
  });

  test('to what is no web address is not followed', () => {
    for (const to of ['file:///etc/passwd', 'data:text/plain,x', 'ftp://a.example/'])
      expect(verdict('GET', 'http://a.example/', to)).toMatchObject({ problem: { reason: 'redirected-elsewhere' } });
  });

  test.each([301, 302, 303])('by %i is followed by a GET alone', (status) => {
    expect(verdict('POST', 'http://a.example/', '/b', status)).toHaveProperty('problem');
    expect(verdict('GET', 'http://a.example/', '/b', status)).toMatchObject({ url: 'http://a.example/b' });
  });

  test('ends after the most that are followed', () => {
    expect(verdict('GET', 'http://a.example/', '/', 307, MAX_REDIRECT_COUNT)).toMatchObject({
      problem: { reason: 'redirected-too-often' },
    });
  });

  test('is none without an address, or with another status', () => {
    expect(verdict('GET', 'http://a.example/', 'http://', 307)).toBeUndefined();
    expect(verdict('GET', 'http://a.example/', '/b', 304)).toBeUndefined();
    expect(
      redirectOf({ method: 'GET', url: 'http://a/', headers: [], hops: 0 }, { status: 307, headers: [] }),
    ).toBeUndefined();
  });
});

test('the same server is one origin, or the same name with HTTPS', () => {
  expect(isSameServer('http://a:1/x', 'http://a:1/y')).toBe(true);
  expect(isSameServer('http://a/x', 'https://a/y')).toBe(true);
  expect(isSameServer('http://a:80/x', 'https://a:443/y')).toBe(true);
  expect(isSameServer('http://localhost:3000/x', 'https://localhost:3000/y')).toBe(true);
  expect(isSameServer('http://localhost:3000/x', 'https://localhost:4000/y')).toBe(false);
  expect(isSameServer('http://localhost/x', 'https://localhost:4000/y')).toBe(false);
  expect(isSameServer('https://a/x', 'http://a/y')).toBe(false);
  expect(isSameServer('http://a/', 'http://b/')).toBe(false);
  expect(isSameServer('data:1', 'data:1')).toBe(false);
  expect(isSameServer('nonsense', 'nonsense')).toBe(false);
});
