/** What redaction reads in linear time, what stands over several lines, what logs only seem to hide, and secret paths. */
import { describe, expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { planRedaction, redact } from '#shared/redact';
import { recordedOf } from './export-samples.ts';

const MIXED = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG1hJ3kL5mN7pQ9rS1tU3vW5xY7zA9bC1d';

/** The texts of events after redaction; doing it again changes nothing. */
function texts(...bodies: readonly EventBody[]): unknown[] {
  const recorded = recordedOf(...bodies);
  const once = redact(recorded, planRedaction(recorded));
  expect(planRedaction(once).secrets).toEqual([]);
  return once.events.map((event) =>
    event.k === 'stderr' ? event.text : event.k === 'message' ? event.raw : JSON.stringify(event),
  );
}
const stderr = (text: string): EventBody => ({ k: 'stderr', text });
const stdout = (raw: string): EventBody => ({ k: 'message', dir: 's2c', raw });

describe('tokens of JOSE', () => {
  test('are looked for in linear time where many seem to begin', () => {
    const start = process.cpuUsage();
    for (const piece of ['eyJaaaaaaaa-', 'eyJ', '-eyJaaaaaaaa.eyJ', 'eyJaaaaaaaa.aaaaaaaa '])
      planRedaction(recordedOf(stdout(piece.repeat(1_000_000 / piece.length))));
    planRedaction(recordedOf(stdout(`${'eyJaaaaaaaa-'.repeat(80_000)}.${'-eyJaaaaaaaa'.repeat(80_000)}`)));
    // A search that reads on to the end from each of them takes minutes.
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(30);
  }, 120_000);

  test('are found behind a hyphen, with long headers, and several in a row', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    const long = `eyJ${MIXED.repeat(200)}.eyJzdWIiOiIyIn0.c2lnbmF0dXJl`;
    expect(texts(stderr(`x-${token} ${long},${token} aeyJhbGciOiJIUzI1NiJ9`))).toEqual([
      'x-‹token:1› ‹token:2›,‹token:1› aeyJhbGciOiJIUzI1NiJ9',
    ]);
  });
});

describe('a private key that is printed line by line', () => {
  const BEGIN = '-----BEGIN RSA PRIVATE KEY-----';
  const END = '-----END RSA PRIVATE KEY-----';
  const BODY = [`MII${MIXED.slice(0, 61)}`, `${MIXED.slice(9, 70)}+/9`, 'Qw=='];
  const SHOWN = ['‹private-key:1›', '‹private-key:2›', '‹private-key:3›'];

  test('on standard error, whatever comes in between on other streams', () => {
    const lines = ['key:', BEGIN, 'Proc-Type: 4,ENCRYPTED', '', ...BODY, END, 'done', 'Version: 2'];
    expect(texts(...lines.flatMap((line) => [stderr(`${line}\r\n`), stdout('{"a":1}')]))).toEqual(
      ['key:', BEGIN, '‹private-key:1›', '', '‹private-key:2›', '‹private-key:3›', '‹private-key:4›', END]
        .concat('done', 'Version: 2')
        .flatMap((line) => [`${line}\r\n`, '{"a":1}']),
    );
  });

  test('on standard output, where it is no JSON; messages stay', () => {
    expect(texts(...[BEGIN, ...BODY, END, 'ok'].map(stdout))).toEqual([BEGIN, ...SHOWN, END, 'ok']);
    expect(texts(stdout(BEGIN), stdout('true'), stdout('abcd'))).toEqual([BEGIN, 'true', 'abcd']);
    expect(texts(stdout(BEGIN), stdout('{"id":1}'), stdout('abcd'))).toEqual([BEGIN, '{"id":1}', 'abcd']);
  });

  test('in pieces of several lines', () => {
    const [first = '', second = '', last = ''] = BODY;
    expect(texts(stderr(`${BEGIN}\n${first}\n`), stderr(`${second}\n${last}\n${END}\nplain\n`))).toEqual([
      expect.stringMatching(/^‹private-key:1›/),
      `‹private-key:2›\n‹private-key:3›\n${END}\nplain\n`,
    ]);
  });

  test('ends at the first other line, and after two hundred', () => {
    expect(texts(...[BEGIN, 'is missing in the file', 'abcd'].map(stderr))).toEqual([
      BEGIN,
      'is missing in the file',
      'abcd',
    ]);
    expect(texts(...[`no ${BEGIN} in the file`, 'abcd'].map(stderr))).toEqual([`no ${BEGIN} in the file`, 'abcd']);
    const many = texts(stderr(BEGIN), ...Array.from({ length: 300 }, (_, at) => stderr(`word${at}x`)));
    expect(many.filter((text) => String(text).startsWith('‹'))).toHaveLength(200);
  });
});

describe('short names at the beginning of a line', () => {
  test.each([
    ['pass=12 fail=0\n', 'pass=12 fail=0\n'],
    ['key=user:42 hit', 'key=user:42 hit'],
    ['key=users:10042:profile hit', 'key=users:10042:profile hit'],
    ['code=0', 'code=0'],
    ['sig=ok;code=12;key=north.7', 'sig=ok;code=12;key=north.7'],
    ['code=abc&state=1', 'code=‹secret:1›&state=1'],
    ['state=1&key=abc', 'state=1&key=‹secret:1›'],
    ['key=a1B2c3D4e5 used', 'key=‹secret:1› used'],
    ['token=abc', 'token=‹secret:1›'],
    ['see http://h/x;key=abc?y=1', 'see http://h/x;key=‹secret:1›?y=1'],
    ['see http://h/x?code=0', 'see http://h/x?code=‹secret:1›'],
  ])('%s', (text, shown) => {
    expect(texts(stderr(text))).toEqual([shown]);
  });
});

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
