/** Addresses whose path is the secret. */
import { describe, expect, test } from 'vitest';
import { MIXED, stderr, stdout, texts } from '../../redacted-texts.ts';

describe('addresses whose path is the secret', () => {
  test.each([
    [`https://mcp.zapier.com/api/mcp/s/${MIXED}/mcp`, 'https://mcp.zapier.com/api/mcp/s/‹token:1›/mcp'],
    [
      `connecting to https://mcp.zapier.com/api/mcp/s/${MIXED}/mcp, wait`,
      'connecting to https://mcp.zapier.com/api/mcp/s/‹token:1›/mcp, wait',
    ],
    [`https://h.example/u/${MIXED.slice(0, 32)}/sse?x=1`, 'https://h.example/u/‹secret:1›/sse?x=1'],
    [`https://h.example/${MIXED.slice(0, 40)}`, 'https://h.example/‹secret:1›'],
    ['https://hooks.zapier.com/hooks/catch/123456/ab12cd/', 'https://hooks.zapier.com/hooks/catch/‹token:1›/'],
  ])('%s', (text, shown) => {
    expect(texts(stderr(text))).toEqual([shown]);
  });

  test.each([
    'https://h/550e8400-e29b-41d4-a716-446655440000/x',
    'https://h/0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d',
    'https://h/0A1b2C3d4E5f60718293A4b5C6d7E8f90a1B2c3D',
    `https://h/${MIXED.slice(0, 40)}.js`,
    'https://h/docs/HowToInstallTheServer2OnYourMachine11',
    `/files/${MIXED.slice(0, 40)}`,
  ])('%s stays', (text) => {
    expect(texts(stderr(text))).toEqual([text]);
  });

  test('of the connection, and wherever else it stands', () => {
    const url = `https://h.example/s/${MIXED}/mcp`;
    const http = { k: 'http', x: 'x1', phase: 'request', method: 'POST', url } as const;
    const shown = texts(http, stdout(`{"a":"POST ${url}"}`));
    expect(shown[1]).toBe('{"a":"POST https://h.example/s/‹secret:1›/mcp"}');
    expect(shown[0]).toContain('https://h.example/s/‹secret:1›/mcp');
  });
});
