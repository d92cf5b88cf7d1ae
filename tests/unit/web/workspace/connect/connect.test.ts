/** What people type and paste to connect: command lines, variables, headers, configuration files; and why CORS refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '#shared/driver';
import { parsedObject } from '#shared/jsonrpc';
import { clientConfigText, readClientConfig } from '#shared/client-config';
import type { ConnectSpec } from '#shared/relay-protocol';
import { missingForCors, namesToAsk, neededForCors, type CorsAnswer } from '#shared/transport';
import { corsSnippet } from '../../../../../web/workspace/connect/cors-snippet.ts';
import { joinCommandLine, splitCommandLine } from '../../../../../web/workspace/connect/command-line.ts';
import { parseEnvironment, parseHeaders } from '../../../../../web/workspace/connect/lines.ts';
import { parseSeconds } from '../../../../../web/base/seconds.ts';
import { fullPolicy } from '../../../../../web/base/full-policy.ts';

describe('a command line', () => {
  test.each([
    ['node server.js --flag', ['node', 'server.js', '--flag']],
    ['  npx   -y  pkg ', ['npx', '-y', 'pkg']],
    [`python "my server.py" --name 'a "b"'`, ['python', 'my server.py', '--name', 'a "b"']],
    [String.raw`C:\tools\node.exe C:\srv\index.js`, [String.raw`C:\tools\node.exe`, String.raw`C:\srv\index.js`]],
    [String.raw`a\ b "c\"d" ""`, ['a b', 'c"d', '']],
    ['echo $HOME *.js | cat', ['echo', '$HOME', '*.js', '|', 'cat']],
    ['', []],
  ])('%s', (text, words) => {
    expect(splitCommandLine(text)).toEqual(words);
  });

  test('joined and split again is the same words', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 6 }), (words) => {
        expect(splitCommandLine(joinCommandLine(words))).toEqual(words);
      }),
    );
  });
});

describe('lines', () => {
  test('of the environment give variables, and name what is none', () => {
    expect(parseEnvironment('A=1\nexport B=x=y \n# note\n\nnonsense')).toEqual({
      env: { A: '1', B: 'x=y ' },
      bad: ['nonsense'],
    });
  });

  test('of headers, in order and with repeats', () => {
    expect(parseHeaders('Authorization: Bearer a:b\nX-A:1\r\nX-A: 2\nno header')).toEqual({
      headers: [
        ['Authorization', 'Bearer a:b'],
        ['X-A', '1'],
        ['X-A', '2'],
      ],
      bad: ['no header'],
    });
  });
});

describe('a configuration', () => {
  test('of Claude Desktop, with a comment and a trailing comma', () => {
    const parsed = readClientConfig(`{
      // my servers
      "mcpServers": {
        "files": { "command": "npx", "args": ["-y", "server-fs", "/data"], "env": { "KEY": "v", "N": 1 }, "cwd": "/tmp" },
        "web": { "url": "https://example.test/mcp?api_key=k", "headers": { "Authorization": "Bearer t" } },
        "empty": {},
      },
    }`);
    expect(parsed?.unusable).toEqual([{ name: 'empty', why: 'nothing' }]);
    expect(parsed?.servers.map(({ name, spec }) => ({ name, spec }))).toEqual([
      {
        name: 'files',
        spec: {
          transport: 'stdio',
          command: 'npx',
          args: ['-y', 'server-fs', '/data'],
          env: { KEY: 'v', N: '1' },
          cwd: '/tmp',
        },
      },
      {
        name: 'web',
        spec: {
          transport: 'streamable-http',
          url: 'https://example.test/mcp?api_key=k',
          headers: [['Authorization', 'Bearer t']],
        },
      },
    ]);
  });

  test('of VS Code, of its settings, a bare list, and a single entry', () => {
    const one = { command: 'node', args: ['a.js'] };
    for (const text of [{ servers: { s: one } }, { mcp: { servers: { s: one } } }, { s: one }, one]) {
      expect(readClientConfig(JSON.stringify(text))?.servers[0]?.spec).toMatchObject(one);
    }
  });

  test('is written as one that reads back as the same server', () => {
    const bare: ConnectSpec = { transport: 'stdio', command: 'node', args: [], env: {} };
    const specs: ConnectSpec[] = [
      bare,
      { transport: 'stdio', command: 'node', args: ['a b.js', '-y'], env: { KEY: 'v' }, cwd: '/tmp' },
      { transport: 'streamable-http', url: 'https://example.test/mcp?a=b', headers: [['Authorization', 'Bearer t']] },
    ];
    for (const spec of specs)
      expect(readClientConfig(clientConfigText([{ name: 'n', spec }]))?.servers).toMatchObject([{ name: 'n', spec }]);
    expect(JSON.parse(clientConfigText([{ name: 'n', spec: bare }]))).toEqual({
      mcpServers: { n: { type: 'stdio', command: 'node' } },
    });
  });

  test.each(['', 'hello', '[]', '{}', '{"a": 1}', '{"mcpServers": ', '{"mcprec":1,"id":"x"}'])(
    'is not in %s',
    (text) => {
      expect(readClientConfig(text)).toBeUndefined();
    },
  );
});

describe('what a server lacks for pages', () => {
  const origin = 'http://localhost:6280';
  const asked = ['Content-Type', 'X-Mine', 'Authorization'];
  const ALLOWED = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'get, post, delete',
    'access-control-allow-headers': '*, authorization',
    'access-control-expose-headers': '*',
  };
  const head = (headers: Readonly<Record<string, string>>, status = 204): CorsAnswer => ({
    status,
    headers: Object.entries(headers),
  });
  const missing = (preflight: CorsAnswer, actual?: CorsAnswer, method = 'POST'): string[] =>
    missingForCors(preflight, actual, { origin, method, asked });

  test('is nothing when what was asked is allowed, whatever later requests need', () => {
    expect(missing(head(ALLOWED), head(ALLOWED, 401))).toEqual([]);
    const narrow = {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Headers': 'content-type,X-MINE,authorization',
    };
    expect(missing(head(narrow))).toEqual([]);
  });

  test('is told all at once, with the status of the preflight', () => {
    expect(missing(head({}, 405), head({}, 401))).toEqual([
      'OPTIONS → 405',
      `Access-Control-Allow-Origin: ${origin}`,
      'Access-Control-Allow-Methods: GET, POST, DELETE',
      'Access-Control-Allow-Headers: Content-Type, X-Mine, Authorization, Mcp-Protocol-Version, Mcp-Session-Id, Last-Event-ID, Mcp-Method, Mcp-Name',
      'Access-Control-Expose-Headers: Mcp-Session-Id, WWW-Authenticate',
    ]);
  });

  test('the wildcard does not cover Authorization', () => {
    expect(missing(head({ ...ALLOWED, 'access-control-allow-headers': '*' }))).toEqual([
      'OPTIONS → 204',
      'Access-Control-Allow-Headers: Authorization',
    ]);
  });

  test.each([401, 404, 405, 302])('a preflight that is answered with %i', (status) => {
    expect(missing(head(ALLOWED, status))).toEqual([`OPTIONS → ${status}`]);
  });

  test('DELETE, which needs leave', () => {
    const { 'access-control-allow-methods': _methods, ...rest } = ALLOWED;
    expect(missing(head(rest), undefined, 'DELETE')).toEqual([
      'OPTIONS → 204',
      'Access-Control-Allow-Methods: GET, POST, DELETE',
    ]);
  });

  test('headers that only a refusal lacks', () => {
    expect(missing(head(ALLOWED), head({ 'access-control-expose-headers': 'mcp-session-id' }, 401))).toEqual([
      'OPTIONS → 204',
      'Access-Control-Expose-Headers: WWW-Authenticate',
      `401 → Access-Control-Allow-Origin: ${origin}`,
    ]);
  });

  test('where no answer can be read, it is all that a session needs; the snippets have the same', () => {
    const needed = neededForCors({ origin, asked });
    expect(needed).toHaveLength(4);
    for (const framework of ['express', 'starlette'] as const) {
      const snippet = corsSnippet(framework, origin, needed.join('\n'));
      for (const text of [origin, 'DELETE', 'X-Mine', 'Mcp-Session-Id', 'WWW-Authenticate', 'Last-Event-ID'])
        expect(snippet).toContain(`"${text}"`);
    }
  });

  test('browsers ask about all but the safelisted headers', () => {
    expect(
      namesToAsk([
        ['Accept', 'x'],
        ['Content-Type', 'application/json'],
        ['X-A', '1'],
      ]),
    ).toEqual(['Content-Type', 'X-A']);
    expect(namesToAsk([['content-type', 'text/plain']])).toEqual([]);
  });
});

describe('what stands under More', () => {
  test.each([
    ['{"a":{}}', { a: {} }],
    ['[1]', undefined],
    ['null', undefined],
    ['{"a":', undefined],
    ['', undefined],
  ])('an object: %s', (text, value) => {
    expect(parsedObject(text)).toEqual(value);
  });

  test.each([
    ['5', 5000],
    ['0.2', 200],
    ['0', 0],
    ['', undefined],
    ['-1', undefined],
    ['soon', undefined],
    ['2000001', undefined],
  ])('seconds: %s', (text, ms) => {
    expect(parseSeconds(text)).toBe(ms);
  });

  test('a policy that was stored before there were time limits gets the default ones', () => {
    const { timeouts: _timeouts, resume: _resume, ...old } = DEFAULT_POLICY;
    expect(fullPolicy({ ...old, revision: '2025-06-18', discover: false })).toEqual({
      ...DEFAULT_POLICY,
      revision: '2025-06-18',
      discover: false,
    });
    expect(fullPolicy({ timeouts: { ...DEFAULT_POLICY.timeouts, idleMs: 7 } }).timeouts.idleMs).toBe(7);
  });
});
