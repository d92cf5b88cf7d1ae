import { describe, expect, it } from 'vitest';
import { isSecretHeader, maskHeader, maskSessionId, maskUrl } from '../../../../web/base/mask.ts';

describe('masking of headers', () => {
  it.each([
    ['Authorization', 'Bearer abc.def', 'Bearer ••••••'],
    ['authorization', 'abc', '••••••'],
    ['Proxy-Authorization', 'Basic dXNlcg==', 'Basic ••••••'],
    ['X-API-Key', 'k-123', '••••••'],
    ['Cookie', 'sid=1; theme=dark', 'sid=••••••; theme=••••••'],
    ['Set-Cookie', 'sid=secret; Path=/; HttpOnly', 'sid=••••••; Path=/; HttpOnly'],
    ['Mcp-Session-Id', 'abcd1234-5678', 'abcd••••••'],
    ['Mcp-Session-Id', 'short', '••••••'],
    ['X-Refresh-Token', 't', '••••••'],
    ['Location', 'https://a/b?token=t', 'https://a/b?token=••••••'],
  ])('hides what is secret in %s', (name, value, shown) => {
    expect(maskHeader(name, value)).toBe(shown);
  });

  it('shows other headers as they are', () => {
    expect(maskHeader('Content-Type', 'application/json; charset=utf-8')).toBe('application/json; charset=utf-8');
    expect(maskHeader('MCP-Protocol-Version', '2025-11-25')).toBe('2025-11-25');
    expect(isSecretHeader('Accept')).toBe(false);
  });

  it('does not show how long a secret is', () => {
    expect(maskHeader('x-api-key', 'a')).toBe(maskHeader('x-api-key', 'a'.repeat(99)));
    expect(maskSessionId('0123456789abcdef')).toBe(maskSessionId(`0123${'x'.repeat(40)}`));
  });
});

describe('masking of addresses', () => {
  it.each(['api_key', 'apikey', 'API-KEY', 'token', 'access_token', 'key', 'secret', 'password', 'api%5Fkey'])(
    'hides the value of %s',
    (name) => {
      expect(maskUrl(`https://h/mcp?${name}=s3cret&page=2`)).toBe(`https://h/mcp?${name}=••••••&page=2`);
    },
  );

  it('hides every value of a name that comes twice, and a password', () => {
    expect(maskUrl('http://u:pw@h:1/?key=a&key=b')).toBe('http://u:••••••@h:1/?key=••••••&key=••••••');
  });

  it.each([
    'http://127.0.0.1:3000/mcp',
    'http://h/mcp?monkey=1&keys=2&tokens',
    'http://h/a b?x=%zz&&=1#key=kept?token=t',
    'not an address',
    '',
  ])('leaves %j exactly as it is', (url) => {
    expect(maskUrl(url)).toBe(url);
  });
});
