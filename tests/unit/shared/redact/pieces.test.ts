/** Secrets that stand in pieces, packed, in a path, or beside a host without a scheme. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { planRedaction, redact } from '#shared/redact';
import type { EventBody, HeldRecording as Recorded, RecordingHeader } from '#shared/recording';
import { HEADER, recordedOf } from '../../recorded-of.ts';

const TOKEN = 'ghp_8dJ2kfLw93nXpQ7vRtY5zA1bC4eF6gH0iJkL';
const stderr = (text: string): EventBody => ({ k: 'stderr', text });
const said = (raw: string, x?: string): EventBody => ({ k: 'message', dir: 's2c', raw, ...(x ? { x } : {}) });

function redacted(recorded: Recorded): Recorded {
  return redact(recorded, planRedaction(recorded));
}
const textsOf = ({ events }: Recorded): string[] =>
  events.map((event) => (event.k === 'stderr' ? (event.text ?? '') : event.k === 'message' ? (event.raw ?? '') : ''));
const clean = (...bodies: readonly EventBody[]): string[] => textsOf(redacted(recordedOf(bodies)));

describe('two pieces of standard error', () => {
  test('a token that is cut in two is replaced in both', () => {
    const cut = 12;
    expect(clean(stderr(`got ${TOKEN.slice(0, cut)}`), stderr(`${TOKEN.slice(cut)} from it\nnext\n`))).toEqual([
      'got ‹token:1›',
      '‹token:1› from it\nnext\n',
    ]);
  });

  test.each([1, 2, 3, 7])('in pieces of %d characters', (size) => {
    const text = `API_KEY=hunter2-and-more\nAuthorization: Bearer ${TOKEN}\n`;
    const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
    const shown = clean(...pieces.map(stderr));
    // A placeholder stands in every piece that had a part of the secret.
    expect(shown.join('')).not.toMatch(/hunt|ghp_|8dJ2|iJkL/);
    expect(shown.filter((piece) => piece.includes('‹token:')).length).toBeGreaterThan(TOKEN.length / size - 2);
  });

  test('with other events between, and without a line end for ever', () => {
    const [one = '', other = ''] = clean(stderr(TOKEN.slice(0, 9)), said('{}'), stderr(TOKEN.slice(9))).filter(
      (text) => text !== '{}',
    );
    expect([one, other]).toEqual(['‹token:1›', '‹token:1›']);
    const long = clean(
      ...Array.from({ length: 40 }, () => stderr('x '.repeat(1024))),
      stderr(TOKEN.slice(0, 9)),
      stderr(TOKEN.slice(9)),
    );
    expect(long.slice(-2)).toEqual(['‹token:1›', '‹token:1›']);
  });

  test('that are whole lines are one token where it goes on in the next line, and two where words do', () => {
    expect(clean(stderr('got ghp_8dJ2kfLw93nXpQ\n'), stderr('7vRtY5zA1bC4eF6gH0iJkL\nnext\n'))).toEqual([
      'got ‹token:1›',
      '‹token:1›\nnext\n',
    ]);
    const apart = [
      'got ghp_8dJ2kfLw93nXpQ\n',
      'listening on port 3000\n',
      'got ghp_8dJ2kfLw93nXpQ\n',
      'node20 started\n',
    ];
    expect(clean(...apart.map(stderr))).toEqual(apart);
  });

  test('the second of which is a secret because the first has its name', () => {
    expect(clean(stderr('PORT=80 API_KEY='), stderr('plain-words\n'))).toEqual(['PORT=80 API_KEY=', '‹secret:1›\n']);
    expect(clean(stderr('machine h.example\n'), stderr('  login mia\n'), stderr('  password rowan\n'))).toEqual([
      'machine h.example\n',
      '  login mia\n',
      '  password ‹secret:1›\n',
    ]);
    expect(clean(stderr('db:\n'), stderr('  password: |\n'), stderr('    two words\n'), stderr('done\n'))).toEqual([
      'db:\n',
      '  password: |\n',
      '    ‹secret:1›\n',
      'done\n',
    ]);
  });
});

test('a token that is streamed in two messages of one form is replaced in both, which stay JSON', () => {
  const piece = (text: string, n: number): string =>
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: text, n } });
  const shown = clean(
    said(piece(`key: ${TOKEN.slice(0, 15)}`, 1), 'x2'),
    said(piece(`${TOKEN.slice(15)} ok`, 2), 'x2'),
  );
  expect(shown.map((text) => (JSON.parse(text) as { params: { data: string } }).params.data)).toEqual([
    'key: ‹token:1›',
    '‹token:1› ok',
  ]);
});

describe('gzip inside base64', () => {
  const packed = (text: string): string => gzipSync(text).toString('base64');
  const result = (blob: string): string =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, result: { contents: [{ uri: 'file:///x.gz', blob }] } });

  test('that holds a secret is replaced as a whole', () => {
    const [shown = ''] = clean(said(result(packed(`${'{"log":"fine"}\n'.repeat(20)}{"token":"${TOKEN}"}`))));
    expect(shown).toContain('"blob":"‹token:1›');
    expect(shown).not.toContain('H4sI');
  });

  test('that holds a value which is secret elsewhere is replaced, and other gzip stays', () => {
    const plain = packed('nothing of interest '.repeat(10));
    const shown = clean(
      said(result(packed(`mia says correct-horse-9 ${'.'.repeat(99)}`))),
      said(result(plain)),
      said('{"password":"correct-horse-9"}'),
    );
    expect(shown[0]).not.toContain('H4sI');
    expect(shown[1]).toBe(result(plain));
  });

  test('that unpacks to very much costs no more than a bound', () => {
    const bomb = result(packed('a'.repeat(50_000_000)));
    expect(clean(said(bomb))).toEqual([bomb]);
  });
});

test.each([
  ['mia:s3cr3t-pw@tcp(db:3306)/app?parseTime=true', 'mia:‹secret:1›@tcp(db:3306)/app?parseTime=true'],
  ['dsn=mia:s3cr3t-pw@db.internal:5432/app', 'dsn=mia:‹secret:1›@db.internal:5432/app'],
  ['root:p@unix(/tmp/mysql.sock)/', 'root:‹secret:1›@unix(/tmp/mysql.sock)/'],
])('%s loses its password', (text, wanted) => {
  expect(clean(stderr(`${text}\n`))).toEqual([`${wanted}\n`]);
});

test.each([
  'see https://mcp.example/t/q8Zx1Lw9Rk3Vb7Nm2Tc6Yd4Hg5Jf0SaPe/sse now',
  'POST https://api.example/v1/token/9f8e7d6c5b4a/messages',
])('%s loses its token', (text) => {
  const [shown = ''] = clean(stderr(`${text}\n`));
  expect(shown).toMatch(/example\/(?:t|v1\/token)\/‹secret:1›\//);
});

test('a very long token in the path of an address is replaced to its end', () => {
  const token = 'q8Zx1Lw9Rk3Vb7Nm2Tc6Yd4Hg5Jf0SaPe'.repeat(200);
  expect(clean(stderr(`https://mcp.example/t/${token}/sse\n`))).toEqual(['https://mcp.example/t/‹secret:1›/sse\n']);
});

test.each(['9f86d081884c7d659a2feaa0c55ad015', '3f2a77c4-8a1b-4c2d-9e3f-5a6b7c8d9e0f', 'q8Zx1Lw9Rk3Vb7Nm2Tc6'])(
  'the address of the server itself loses %s, wherever it is said',
  (segment) => {
    const url = `https://mcp.example/s/${segment}/mcp`;
    const header: RecordingHeader = { ...HEADER, connection: { transport: 'streamable-http', url } };
    const shown = redacted({
      header,
      events: [{ s: 0, t: 0, k: 'http', x: 'x1', phase: 'request', method: 'POST', url }],
    });
    expect(JSON.stringify(shown).replace(/"redacted".*?\]\}?\]/, '')).not.toContain(segment);
  },
);

test('what looks alike and is no secret stays', () => {
  const texts = [
    'PWD=/home\nOLDPWD=/work/app\n',
    '{"PWD":"/srv/app","HOME":"/root"}\n',
    'mail mia@example.com:25/inbox and note:see bob@x.org\n',
    'https://example.com/docs/2025-11-25/basic/transports\n',
    'https://registry.example/keys/rotate/now\n',
  ];
  expect(clean(...texts.map(stderr))).toEqual(texts);
  expect(clean(stderr('pwd=/hunter2x9\n'))[0]).toContain('‹');
});

test('a long stream in tiny pieces is read in a time that grows with its length alone', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => stderr(at % 7 === 0 ? 'gh' : 'p_a1B2'));
  const messages = Array.from({ length: 2000 }, (_, at) =>
    said(JSON.stringify({ method: 'm', params: { d: `x${at}` } })),
  );
  expect(planRedaction(recordedOf([...many, ...messages])).refused).toEqual([]);
});

test('a granted token that the server gives back is replaced in header, body and diagnostics', () => {
  const opaque = 'Zk3mN8qW1xV7cB5tR9yU2pL6oK4jH0gF';
  const shown = JSON.stringify(
    redacted(
      recordedOf([
        { k: 'http', x: 'x1', phase: 'response', status: 200, headers: [['X-Echo-Authorization', `Bearer ${opaque}`]] },
        said(
          JSON.stringify({ jsonrpc: '2.0', id: 1, result: { headers: { authorization: `Bearer ${opaque}` } } }),
          'x1',
        ),
        stderr(`refused bearer ${opaque}\n`),
        said(
          JSON.stringify({
            jsonrpc: '2.0',
            id: 2,
            result: { content: [{ type: 'text', text: `you sent ${opaque}` }] },
          }),
        ),
      ]),
    ).events,
  );
  expect(shown).not.toContain(opaque);
});
