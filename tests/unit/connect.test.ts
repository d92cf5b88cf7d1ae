/** What people type and paste to connect: command lines, variables, headers, configuration files; and why CORS refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '#shared/driver';
import { clientConfigText } from '#shared/client-config';
import type { ConnectSpec } from '#shared/relay-protocol';
import { missingForCors, namesToAsk } from '#shared/transport';
import { joinCommandLine, splitCommandLine } from '../../web/connect/command-line.ts';
import { parseConfig } from '../../web/connect/config.ts';
import { parseEnvironment, parseHeaders } from '../../web/connect/lines.ts';
import { parseObject } from '../../web/connect/objects.ts';
import { parseSeconds } from '../../web/ui/seconds.ts';
import { fullPolicy } from '../../web/state/full-policy.ts';

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
  test('of the environment', () => {
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
    const parsed = parseConfig(`{
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
      expect(parseConfig(JSON.stringify(text))?.servers[0]?.spec).toMatchObject(one);
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
      expect(parseConfig(clientConfigText([{ name: 'n', spec }]))?.servers).toMatchObject([{ name: 'n', spec }]);
    expect(JSON.parse(clientConfigText([{ name: 'n', spec: bare }]))).toEqual({
      mcpServers: { n: { type: 'stdio', command: 'node' } },
    });
  });

  test.each(['', 'hello', '[]', '{}', '{"a": 1}', '{"mcpServers": ', '{"mcprec":1,"id":"x"}'])(
    'is not in %s',
    (text) => {
      expect(parseConfig(text)).toBeUndefined();
    },
  );
});

describe('what a preflight lacks', () => {
  const origin = 'http://localhost:6280';
  const asked = ['Content-Type', 'Mcp-Session-Id', 'Authorization'];
  const answer = (headers: Record<string, string>, status = 204): string[] =>
    missingForCors({ status, headers: Object.entries(headers) }, origin, 'POST', asked);

  test('nothing, when everything is allowed', () => {
    expect(answer({ 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, authorization' })).toEqual(
      [],
    );
    expect(
      answer({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Headers': 'content-type,MCP-SESSION-ID,authorization',
      }),
    ).toEqual([]);
  });

  test('the origin, and the headers by name; the wildcard does not cover Authorization', () => {
    expect(answer({})).toEqual([
      `Access-Control-Allow-Origin: ${origin}`,
      `Access-Control-Allow-Headers: ${asked.join(', ')}`,
    ]);
    expect(answer({ 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' })).toEqual([
      'Access-Control-Allow-Headers: Authorization',
    ]);
  });

  test('a status that browsers take for a yes', () => {
    expect(answer({ 'access-control-allow-origin': '*', 'access-control-allow-headers': asked.join() }, 405)).toEqual([
      'a 2xx status for OPTIONS (it is 405)',
    ]);
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
    expect(parseObject(text)).toEqual(value);
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
