/** What redaction finds and replaces, rule by rule, and what it leaves alone. */
import { describe, expect, test } from 'vitest';
import {
  readRecorded,
  recordingLines,
  toBase64,
  type EventBody,
  type HeldRecording as Recorded,
} from '#shared/recording';
import { DEFAULT_RULES, planRedaction, redact, RULES, type RedactionRules } from '#shared/redact';
import { HEADER, toEvents } from '../../arbitraries.ts';

function recording(bodies: readonly EventBody[], header: Partial<Recorded['header']> = {}): Recorded {
  return { header: { ...HEADER, ...header }, events: toEvents(bodies) };
}

function redacted(recorded: Recorded, rules: RedactionRules = DEFAULT_RULES): Recorded {
  return redact(recorded, planRedaction(recorded, rules));
}

/** The raw text of one message after redaction. */
function raw(text: string, rules?: RedactionRules): string {
  const [event] = redacted(recording([{ k: 'message', dir: 'c2s', raw: text }]), rules).events;
  return event?.k === 'message' ? (event.raw ?? '') : '';
}

/** A text on standard error after redaction. */
function stderr(text: string, rules?: RedactionRules): string {
  const [event] = redacted(recording([{ k: 'stderr', text }]), rules).events;
  return event?.k === 'stderr' ? (event.text ?? '') : '';
}

/** One header's value after redaction. */
function header(name: string, value: string): string | undefined {
  const { events } = redacted(recording([{ k: 'http', x: 'x1', phase: 'request', headers: [[name, value]] }]));
  return events[0]?.k === 'http' ? events[0].headers?.[0]?.[1] : undefined;
}

const own = (pattern: string, kind: 'text' | 'regexp' = 'regexp'): RedactionRules => ({
  ...DEFAULT_RULES,
  own: [{ name: 'customer', pattern, kind }],
});
const mark = (...marks: string[]): RedactionRules => ({ ...DEFAULT_RULES, marks });

describe('headers', () => {
  test.each([
    ['Authorization', 'Bearer abc.def', 'Bearer ‹authorization:1›'],
    ['authorization', 'opaque', '‹authorization:1›'],
    ['Proxy-Authorization', 'Basic dXNlcjpodW50ZXIy', 'Basic ‹authorization:1›'],
    ['Cookie', 'sid=1a; theme=dark', 'sid=‹cookie:1›; theme=‹cookie:2›'],
    ['Set-Cookie', 'sid=s3; Path=/; HttpOnly', 'sid=‹cookie:1›; Path=/; HttpOnly'],
    ['Mcp-Session-Id', 'abcd', '‹session:1›'],
    ['X-API-Key', 'k-1', '‹secret:1›'],
    ['X-Refresh-Token', 't', '‹secret:1›'],
    ['X-Signing-Key', 't', '‹secret:1›'],
    ['Mcp-Param-Api-Key', 'short', '‹secret:1›'],
    ['Location', 'https://a/b?token=t&x=1', 'https://a/b?token=‹secret:1›&x=1'],
    ['Location', "/x?token=a''\"b;c&d='e", "/x?token=‹secret:1›&d='e"],
    ['Referer', 'https://me:pw@h/', 'https://me:‹secret:1›@h/'],
    [
      'WWW-Authenticate',
      'Bearer resource_metadata="http://h/m?sig=abc"',
      'Bearer resource_metadata="http://h/m?sig=‹secret:1›"',
    ],
    ['Cookie', 'lone; a = b1', '‹cookie:1›; a = ‹cookie:2›'],
    ['Set-Cookie', 'lone; Path=/', '‹cookie:1›; Path=/'],
    ['X-Session-Id', 's-9', '‹secret:1›'],
    ['X-Hub-Signature-256', 'sha256=00', '‹secret:1›'],
    ['Cf-Access-Jwt-Assertion', 'j', '‹secret:1›'],
    ['DPoP', 'proof', '‹secret:1›'],
    ['Location', '/login?next=/cb?code=abc&x=1', '/login?next=/cb?code=‹secret:1›&x=1'],
    ['Location', '/login?next=%2Fcb%3Fcode%3Dabc%26x=1', '/login?next=%2Fcb%3Fcode%3D‹secret:1›%26x=1'],
    [
      'Location',
      'https://b/o?X-Amz-Signature=00ff&X-Amz-Expires=9',
      'https://b/o?X-Amz-Signature=‹secret:1›&X-Amz-Expires=9',
    ],
    ['Location', '/x;jsessionid=1A?y=2', '/x;jsessionid=‹session:1›?y=2'],
    ['Location', '/x?sort_key=name&public-key=k', '/x?sort_key=name&public-key=k'],
    ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZQ==', 'dGhlIHNhbXBsZQ=='],
    ['Idempotency-Key', '0123456789ab', '0123456789ab'],
    ['Content-Length', '12345678', '12345678'],
    ['WWW-Authenticate', 'Bearer error="invalid_token"', 'Bearer error="invalid_token"'],
    ['Authorization', 'Bearer ‹access_token:1›', 'Bearer ‹access_token:1›'],
  ])('%s: %s', (name, value, shown) => {
    expect(header(name, value)).toBe(shown);
  });
});

describe('addresses, command lines and logs', () => {
  test.each([
    ['see http://h/?api_key=abc&page=2#token=x', 'see http://h/?api_key=‹secret:1›&page=2#token=‹secret:2›'],
    ['postgres://app:s3cr%40t@db/x', 'postgres://app:‹secret:1›@db/x'],
    [
      'npx server --api-key X1 --port 80 --token="a b"',
      'npx server --api-key ‹secret:1› --port 80 --token="‹secret:2›"',
    ],
    ["OPENAI_API_KEY=abc NODE_ENV=test DB_PASS='p q'", "OPENAI_API_KEY=‹secret:1› NODE_ENV=test DB_PASS='‹secret:2›'"],
    ['> x-api-key: abc123', '> x-api-key: ‹secret:1›'],
    ['Cookie: a=1; sid=s3 and more', 'Cookie: a=‹cookie:1›; sid=‹cookie:2› and more'],
    ['Set-Cookie: sid=s3; Path=/', 'Set-Cookie: sid=‹cookie:1›; Path=/'],
    ['Authorization: 0a1b2c3d4e', 'Authorization: ‹authorization:1›'],
    [
      "{ password: 'p w', 'mcp-session-id': 's1', x: 1 }",
      "{ password: '‹secret:1›', 'mcp-session-id': '‹session:1›', x: 1 }",
    ],
    [`password="a\\"b" and more`, 'password="‹secret:1›" and more'],
    [`{ secret: 'x\\'y' }`, "{ secret: '‹secret:1›' }"],
    ['GITHUB_TOKEN: abcd1234 api_key = 9zZ-88231', 'GITHUB_TOKEN: ‹secret:1› api_key = ‹secret:2›'],
    [
      "token: the API token; password: required. Unexpected token: 'x'",
      "token: the API token; password: required. Unexpected token: 'x'",
    ],
    ['http://h/?a=1&amp;code=abc', 'http://h/?a=1&amp;code=‹secret:1›'],
    ['postgres://app:a@b1@db/x and me@h', 'postgres://app:‹secret:1›@db/x and me@h'],
    ['"Bearer aB3.dE5-fG7" and "Basic dXNlcjpwdzE="', '"Bearer ‹token:1›" and "Basic ‹token:2›"'],
    [
      'Bearer resource_metadata="http://h/m" Bearer resource_metadata=\\"http://h/m\\"',
      'Bearer resource_metadata="http://h/m" Bearer resource_metadata=\\"http://h/m\\"',
    ],
    [
      '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQVYBGabc\n=a1b2\n-----END PGP PRIVATE KEY BLOCK-----\nrest',
      '‹private-key:1›\nrest',
    ],
    ['ntn_0123456789abcdefABCDEF0123', '‹token:1›'],
    ['https://hooks.slack.com/services/T0/B0/abcdef0123', 'https://hooks.slack.com/services/‹token:1›'],
    ['token=<your token> api_key=YOUR_API_KEY', 'token=<your token> api_key=YOUR_API_KEY'],
    ['Authorization: Bearer x1y2z3', 'Authorization: Bearer ‹authorization:1›'],
    ['GET with bearer aB3.dE5-fG7', 'GET with bearer ‹token:1›'],
    ['Bearer authentication is required', 'Bearer authentication is required'],
    ['at /home/alice/x.js and C:\\Users\\Bob\\y', 'at ‹home:1›/x.js and ‹home:2›\\y'],
    ['https://example.org/home/page', 'https://example.org/home/page'],
    ['/Users/Shared/x', '/Users/Shared/x'],
    [
      '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nabc=\n-----END RSA PRIVATE KEY-----\nrest',
      '‹private-key:1›\nrest',
    ],
    ['key AKIAIOSFODNN7EXAMPLE', 'key ‹token:1›'],
    ['ghp_0123456789abcdefABCDEF0123456789abcd', '‹token:1›'],
    ['sk-proj-0123456789abcdefABCDEF', '‹token:1›'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '‹token:1›'],
    ['monkey=1 keys=2 tokens token_type=bearer', 'monkey=1 keys=2 tokens token_type=bearer'],
    ['‹token:7› and token=abc', '‹token:7› and token=‹secret:1›'],
  ])('%s', (text, shown) => {
    expect(stderr(text)).toBe(shown);
  });

  test('the arguments of the connection, one after the other', () => {
    const connection = {
      transport: 'stdio',
      command: 'npx',
      args: ['-y', 'srv', '--api-key', 'abc', '--key=def', 'API_TOKEN=ghi', '--token', '--flag', '/home/eve/d'],
    } as const;
    expect(redacted(recording([], { connection })).header.connection).toEqual({
      ...connection,
      args: [
        '-y',
        'srv',
        '--api-key',
        '‹secret:1›',
        '--key=‹secret:2›',
        'API_TOKEN=‹secret:3›',
        '--token',
        '--flag',
        '‹home:1›/d',
      ],
    });
  });

  test('variables that were set for the server, by their names', () => {
    const connection = { transport: 'stdio', command: 'npx', args: [], envKeys: ['REGION_ID'] } as const;
    const { events } = redacted(
      recording(
        [
          { k: 'stderr', text: 'REGION_ID=eu OTHER_ID=eu' },
          { k: 'message', dir: 's2c', raw: '{"result":{"text":"{\\"REGION_ID\\": \\"eu\\"}"}}' },
        ],
        { connection },
      ),
    );
    expect(events).toEqual([
      expect.objectContaining({ text: 'REGION_ID=‹secret:1› OTHER_ID=eu' }),
      expect.objectContaining({ raw: '{"result":{"text":"{\\"REGION_ID\\": \\"‹secret:1›\\"}"}}' }),
    ]);
  });
});

describe('JSON members', () => {
  test.each([
    [
      '{"params":{"arguments":{"password":"x\\"y","n":1.0}}}',
      '{"params":{"arguments":{"password":"‹secret:1›","n":1.0}}}',
    ],
    ['{"pin": 123456, "x":123456}', '{"pin": "‹secret:1›", "x":123456}'],
    [
      '{"client_secret":"a","apiKey" : "b","access\\u005ftoken":"c"}',
      '{"client_secret":"‹secret:1›","apiKey" : "‹secret:2›","access\\u005ftoken":"‹secret:3›"}',
    ],
    ['{"authorization":"Bearer abc"}', '{"authorization":"Bearer ‹secret:1›"}'],
    [
      '{"secret":["a","b",3],"token":{"x":"y"}}',
      '{"secret":["‹secret:1›","‹secret:2›","‹secret:3›"],"token":{"x":"‹secret:4›"}}',
    ],
    [
      '{"password":{"value":1234,"type":"string"},"secret":[{"id":"i","data":["p","q"]}],"apiKey":{"value":"k',
      '{"password":{"value":"‹secret:1›","type":"string"},"secret":[{"id":"i","data":["‹secret:2›","‹secret:3›"]}],"apiKey":{"value":"‹secret:4›',
    ],
    [
      '{"credentials":{"user":"me","pass":"pw1","expiresAt":"2026","hint":"the name of my dog"}}',
      '{"credentials":{"user":"me","pass":"‹secret:1›","expiresAt":"2026","hint":"the name of my dog"}}',
    ],
    [
      '{"text":"{\\"token\\":{\\"value\\":12345}}","tokens":["Hello"," world",7,"abc-12345"]}',
      '{"text":"{\\"token\\":{\\"value\\":\\"‹secret:1›\\"}}","tokens":["Hello"," world",7,"‹secret:2›"]}',
    ],
    [
      '{"auth":{"type":"bearer","methods":["a","b"]},"authorization":{"kind":"x"},"tokens":{"input":12,"output":3}}',
      '{"auth":{"type":"bearer","methods":["a","b"]},"authorization":{"kind":"x"},"tokens":{"input":12,"output":3}}',
    ],
    [
      '[["X-Api-Key","abc-12345"],["Authorization","Bearer abc-67890"],["password","token"]]',
      '[["X-Api-Key","‹secret:1›"],["Authorization","Bearer ‹token:1›"],["password","token"]]',
    ],
    [
      '{"_meta":{"progressToken":"abc","k":1},"nextPageToken":"n","nextToken":"n","token":true}',
      '{"_meta":{"progressToken":"abc","k":1},"nextPageToken":"n","nextToken":"n","token":true}',
    ],
    ['{"password":"","token":null,"secret":"‹token:1›"}', '{"password":"","token":null,"secret":"‹token:1›"}'],
    [
      '{"sessionId":"s-1","secrets":["a",null,"b"],"apiKeys":3}',
      '{"sessionId":"‹session:1›","secrets":["‹secret:1›",null,"‹secret:2›"],"apiKeys":3}',
    ],
    [
      '{"env":[{"name":"API_KEY","value":"abc"},{"name":"PORT","value":"80"}],"args":["--token","xyz","-v"]}',
      '{"env":[{"name":"API_KEY","value":"‹secret:1›"},{"name":"PORT","value":"80"}],"args":["--token","‹secret:2›","-v"]}',
    ],
    ['{"password":"cut short', '{"password":"‹secret:1›'],
    [
      '{"a":"1","a":2e400,"b":12345678901234567890,"token":"z"}',
      '{"a":"1","a":2e400,"b":12345678901234567890,"token":"‹secret:1›"}',
    ],
    ['[{"name":"5\\" pipe"},{"token":"z"}]', '[{"name":"5\\" pipe"},{"token":"‹secret:1›"}]'],
  ])('%s', (text, shown) => {
    expect(raw(text)).toBe(shown);
  });

  test('JSON inside strings, three levels deep, numbers with the quotes that their level needs', () => {
    const inner = { token: 'a"b', pin: 98765 };
    const nest = (value: unknown): string => JSON.stringify({ text: JSON.stringify({ text: JSON.stringify(value) }) });
    expect(raw(nest(inner))).toBe(nest({ token: '‹secret:1›', pin: '‹secret:2›' }));
  });

  test('schemas keep the names and definitions of their properties', () => {
    const schema =
      '{"type":"object","properties":{"password":{"type":"string","default":"x"},"token":true,"secret":{"description":"any","examples":["a1"],"x-header":"T"},' +
      '"credentials":{"type":"object","properties":{"apiKey":{"$ref":"#/a"}},"required":["apiKey"]},"tokens":{"type":"array","items":{"type":"string"}}},' +
      '"required":["password"],"dependentRequired":{"token":["password"]}}';
    for (const name of ['inputSchema', 'outputSchema', 'requestedSchema', 'other'])
      expect(raw(`{"${name}":${schema}}`)).toBe(`{"${name}":${schema}}`);
  });
});

describe('a value that is known', () => {
  const SECRET = 'S3cr\u00e9t/value "x"';
  const json = JSON.stringify(SECRET).slice(1, -1);

  test('is replaced wherever it stands, however it is written', () => {
    const escaped = [...SECRET].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    const texts = [
      `{"password":"${json}"}`,
      `{"other":"${escaped}","third":"${json.replace('/', '\\/')}"}`,
      `{"url":"http://h/${encodeURIComponent(SECRET)}/${encodeURIComponent(SECRET).toLowerCase().replace('s3cr', 'S3cr')}"}`,
      `{"b":"${toBase64(new TextEncoder().encode(`user:${SECRET}`))}"}`,
      `plain ${SECRET} text`,
    ];
    const { events } = redacted(recording(texts.map((text) => ({ k: 'message', dir: 's2c', raw: text }))));
    expect(events.map((event) => (event.k === 'message' ? event.raw : ''))).toEqual([
      '{"password":"‹secret:1›"}',
      '{"other":"‹secret:1›","third":"‹secret:1›"}',
      '{"url":"http://h/‹secret:1›/‹secret:1›"}',
      expect.stringMatching(/^\{"b":"dXNlcj‹secret:1›={0,2}"\}$/),
      'plain ‹secret:1› text',
    ]);
  });

  test('is replaced in bytes that are not UTF-8', () => {
    const bytes = new Uint8Array([255, ...new TextEncoder().encode(`x ${SECRET} y`), 254]);
    const { events } = redacted(
      recording([
        { k: 'stderr', text: `--token='${SECRET}'` },
        { k: 'message', dir: 's2c', b64: toBase64(bytes) },
      ]),
    );
    const expected = new Uint8Array([255, ...new TextEncoder().encode('x ‹secret:1› y'), 254]);
    expect(events[1]).toEqual({ s: 1, t: 10, k: 'message', dir: 's2c', b64: toBase64(expected) });
  });

  test('keeps JSON valid where it is a bare number', () => {
    expect(raw('{"pin":"12345678","n":12345678,"s":"{\\"n\\":12345678} 12345678","t":[12345678]}')).toBe(
      '{"pin":"‹secret:1›","n":"‹secret:1›","s":"{\\"n\\":\\"‹secret:1›\\"} ‹secret:1›","t":["‹secret:1›"]}',
    );
  });

  test('is replaced only at its place when it is short', () => {
    expect(raw('{"password":"admin","role":"admin","token":"1","n":1}')).toBe(
      '{"password":"‹secret:1›","role":"admin","token":"‹secret:2›","n":1}',
    );
  });

  test('has one placeholder whatever rule finds it, and one that is not taken', () => {
    const {
      events,
      header: { redacted: list },
    } = redacted(
      recording([
        { k: 'http', x: 'x1', phase: 'request', headers: [['Authorization', 'Bearer t0ken-12345']] },
        { k: 'message', dir: 'c2s', raw: '{"token":"t0ken-12345","x":"‹secret:4›","password":"q"}' },
      ]),
    );
    expect(events[1]).toMatchObject({ raw: '{"token":"‹authorization:1›","x":"‹secret:4›","password":"‹secret:5›"}' });
    expect(list).toEqual([
      { s: 0, path: ['headers', 0, 1], placeholder: '‹authorization:1›', rule: 'authorization' },
      { s: 1, path: ['raw'], placeholder: '‹authorization:1›', rule: 'authorization' },
      { s: 1, path: ['raw'], placeholder: '‹secret:5›', rule: 'members' },
    ]);
  });

  test('is replaced in headers that repeat a secret argument, plain and encoded, short ones too', () => {
    const body = '{"method":"tools/call","params":{"arguments":{"pin":"ab","password":"l\u00e4ng genug 1"}}}';
    const encoded = `=?base64?${toBase64(new TextEncoder().encode('l\u00e4ng genug 1'))}?=`;
    const { events } = redacted(
      recording([
        {
          k: 'http',
          x: 'x1',
          phase: 'request',
          headers: [
            ['Mcp-Param-A', 'ab'],
            ['Mcp-Param-B', encoded],
            ['Mcp-Param-C', 'ac'],
          ],
        },
        { k: 'message', dir: 'c2s', x: 'x1', raw: body },
      ]),
    );
    expect(events[0]).toMatchObject({
      headers: [
        ['Mcp-Param-A', '‹secret:1›'],
        ['Mcp-Param-B', '‹secret:2›'],
        ['Mcp-Param-C', 'ac'],
      ],
    });
  });
});

describe('what a person adds', () => {
  test('marks, however short and wherever they stand', () => {
    expect(raw('{"a":"xq","b":"x\\u0071 %78q"}', mark('xq'))).toBe('{"a":"‹marked:1›","b":"‹marked:1› ‹marked:1›"}');
  });

  test('texts and regular expressions under their own names', () => {
    expect(stderr('cust-12 cust-7 cust-12', own('cust-\\d+'))).toBe('‹customer:1› ‹customer:2› ‹customer:1›');
    expect(stderr('a.b axb', own('a.b', 'text'))).toBe('‹customer:1› axb');
    expect(stderr('to eve+x@a.example, 1/2', own('[\\w.+]+@[\\w.]+|\\d+/\\d+'))).toBe('to ‹customer:1›, ‹customer:2›');
    expect(stderr(`${'- '.repeat(2000)}id-12`, own('id-[0-9]{2}'))).toBe(`${'- '.repeat(2000)}‹customer:1›`);
  });

  test.each([
    ['(', 'not-a-pattern'],
    ['(a+)+$', 'too-costly'],
    ['(a|a)*b', 'too-costly'],
    ['(a?){30}b', 'too-costly'],
    ['(.)\\1+', 'too-costly'],
    ['a*a*b', 'too-costly'],
    ['.*x.*y', 'too-costly'],
    ['\\w+[^@]+@', 'too-costly'],
    ['(?:ab)+c+', 'too-costly'],
    ['a{1,500}a*', 'too-costly'],
    ['x*', 'matches-nothing'],
  ])('%s is refused: %s', (pattern, why) => {
    const plan = planRedaction(recording([{ k: 'stderr', text: 'a'.repeat(40) }]), own(pattern));
    expect(plan).toEqual({ secrets: [], refused: [{ name: 'customer', why }] });
  });

  test('rules can be switched off, and single secrets kept', () => {
    expect(stderr('token=abc /home/eve/x', { ...DEFAULT_RULES, off: ['home-folders'] })).toBe(
      'token=‹secret:1› /home/eve/x',
    );
    expect(stderr('token=abc /home/eve/x', { off: RULES.map(({ name }) => name), own: [], marks: ['eve'] })).toBe(
      'token=abc /home/‹marked:1›/x',
    );
    const recorded = recording([{ k: 'stderr', text: 'token=abc secret=def' }]);
    const { events } = redact(recorded, planRedaction(recorded), new Set(['‹secret:1›']));
    expect(events[0]).toMatchObject({ text: 'token=abc secret=‹secret:2›' });
  });
});

test('without secrets nothing is changed, not even the header', () => {
  const recorded = recording([{ k: 'message', dir: 'c2s', raw: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }]);
  expect([...recordingLines(redacted(recorded))]).toEqual([...recordingLines(recorded)]);
});

test('a plan says what stands where, in order of appearance', () => {
  const recorded = recording(
    [
      {
        k: 'http',
        x: 'x1',
        phase: 'request',
        url: 'http://h/mcp?api_key=k-123456789',
        headers: [
          ['Authorization', 'Bearer t0ken-12345'],
          ['Mcp-Session-Id', 's-1'],
        ],
      },
      { k: 'message', dir: 'c2s', x: 'x1', raw: '{"pin":4711,"again":"t0ken-12345"}' },
      { k: 'stderr', b64: toBase64(new Uint8Array([255, ...new TextEncoder().encode('\u00fc k-123456789')])) },
    ],
    { title: 'for /home/eve', connection: { transport: 'streamable-http', url: 'http://h/mcp?api_key=k-123456789' } },
  );
  expect(planRedaction(recorded)).toEqual({
    refused: [],
    secrets: [
      {
        placeholder: '‹home:1›',
        rule: 'home-folders',
        value: '/home/eve',
        places: [{ s: -1, path: ['title'], from: 4, to: 13 }],
      },
      {
        placeholder: '‹secret:1›',
        rule: 'addresses',
        value: 'k-123456789',
        places: [
          { s: -1, path: ['connection', 'url'], from: 21, to: 32 },
          { s: 0, path: ['url'], from: 21, to: 32 },
          // Bytes: the letter before it takes two.
          { s: 2, path: ['b64'], from: 4, to: 15 },
        ],
      },
      {
        placeholder: '‹authorization:1›',
        rule: 'authorization',
        value: 't0ken-12345',
        places: [
          { s: 0, path: ['headers', 0, 1], from: 7, to: 18 },
          { s: 1, path: ['raw'], from: 21, to: 32 },
        ],
      },
      {
        placeholder: '‹session:1›',
        rule: 'session-ids',
        value: 's-1',
        places: [{ s: 0, path: ['headers', 1, 1], from: 0, to: 3 }],
      },
      {
        placeholder: '‹secret:2›',
        rule: 'members',
        value: '4711',
        places: [{ s: 1, path: ['raw'], from: 7, to: 11, quote: '"' }],
      },
    ],
  });
});

test('the list of what was replaced never makes a recording that can’t be read', () => {
  const bodies = Array.from({ length: 15_000 }, (_, index): EventBody => ({
    k: 'http',
    x: `x${index}`,
    phase: 'request',
    headers: [['Mcp-Session-Id', 'abcdef-123456']],
  }));
  const text = [...recordingLines(redacted(recording(bodies)))].join('\n');
  expect(text).not.toContain('abcdef');
  const { recorded, summary } = readRecorded(text);
  expect(summary.problems).toEqual([]);
  expect(recorded?.events).toHaveLength(bodies.length);
  expect(recorded?.header.redacted).toHaveLength(bodies.length);
});
