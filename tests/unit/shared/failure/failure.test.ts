/** The cause of a failure, from the events: in the server's own words, and what they say. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hintIn, pageTitle, sessionFailure, silentOpening, tellingLines, type Failure } from '#shared/failure';
import { ownPhrase, type EventBody } from '#shared/recording';
import { describe as describeRow } from '#shared/timeline';
import { ENGLISH, failureText, rowText } from '#shared/words';
import { end, head, post } from '../../http-events.ts';
import { c2s, failure as refusal, handshake, logOf, OPEN, request, s2c } from '../../script.ts';

const stderr = (...lines: readonly string[]): EventBody[] => lines.map((text) => ({ k: 'stderr', text: `${text}\n` }));
const SPAWN: EventBody = { k: 'process', event: 'spawn', pid: 1 };
const exit = (code: number | null, signal: string | null = null): EventBody[] => [
  { k: 'process', event: 'exit', code, signal },
  { k: 'connection', event: 'closed', reason: 'server-exited' },
];
const problem = (reason: string, detail?: string): EventBody => ({
  k: 'connection',
  event: 'problem',
  reason,
  ...(detail === undefined ? {} : { detail }),
});
const ask = request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} });

function failed(...bodies: readonly EventBody[]): Failure | undefined {
  const log = logOf(...bodies);
  return sessionFailure(log, log.state, log.length);
}
const answered = (status: number, body: string, type = 'text/html'): readonly EventBody[] => [
  ...OPEN,
  ...post('x1', ask),
  head('x1', status, [['Content-Type', type]]),
  s2c(body, { x: 'x1' }),
  end('x1'),
];

const NODE = [
  'node:internal/modules/esm/resolve:873',
  '  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);',
  '        ^',
  '',
  "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@acme/sdk' imported from /srv/server.mjs",
  '    at packageResolve (node:internal/modules/esm/resolve:873:9)',
  "  code: 'ERR_MODULE_NOT_FOUND'",
  '}',
  '',
  'Node.js v20.20.2',
];
const PYTHON = [
  'Traceback (most recent call last):',
  '  File "/srv/server.py", line 4, in <module>',
  '    main()',
  '    ~~~~^^',
  '  File "/srv/server.py", line 3, in main',
  '    token = os.environ["GITHUB_TOKEN"]',
  "KeyError: 'GITHUB_TOKEN'",
];
/** As Node.js 20 wrote it when a large file was read. */
const OUT_OF_MEMORY = [
  'Secure MCP Filesystem Server running on stdio',
  '',
  '<--- Last few GCs --->',
  '',
  '[18650:0xc831e10]     1127 ms: Mark-Compact 62.6 (97.6) -> 62.6 (97.6) MB, 54.95 / 0.00 ms  (average mu = 0.566) allocation failure',
  '',
  '<--- JS stacktrace --->',
  '',
  'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
  '----- Native stack trace -----',
  '',
  ' 1: 0xb78db3 node::OOMErrorHandler(char const*, v8::OOMDetails const&) [node]',
  ' 2: 0xee8300 v8::Utils::ReportOOMFailure(v8::internal::Isolate*, char const*, v8::OOMDetails const&) [node]',
  '13: 0xde2c11  [node]',
];

describe('a process that ended', () => {
  test('quotes the message of a stack, not its frames, and says what is missing', () => {
    expect(failed(...OPEN, SPAWN, ...stderr(...NODE), ...exit(1))).toMatchObject({
      reason: 'server-exited',
      quote: ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@acme/sdk' imported from /srv/server.mjs"],
      hint: { kind: 'module', name: '@acme/sdk' },
      exit: { code: 1 },
      s: 7,
    });
    expect(failed(...OPEN, SPAWN, ...stderr(...PYTHON), ...exit(1))).toMatchObject({
      quote: ["KeyError: 'GITHUB_TOKEN'"],
      hint: { kind: 'environment', name: 'GITHUB_TOKEN' },
    });
    expect(failed(...handshake(), SPAWN, ...stderr(...OUT_OF_MEMORY), ...exit(null, 'SIGABRT'))).toMatchObject({
      quote: ['FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'],
      hint: { kind: 'memory' },
    });
  });

  test('quotes lines in the order in which they were written, and shows the one that names the error', () => {
    const missing = "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/srv/nosuch.mjs' imported from /srv/server.mjs";
    expect(
      failed(
        ...OPEN,
        SPAWN,
        ...stderr(missing, '    at resolve (node:x:1:1) {', "  url: 'file:///srv/nosuch.mjs'", '}'),
        ...exit(1),
      ),
    ).toMatchObject({ quote: [missing], s: 3 });
    const named = 'Set GITHUB_TOKEN, which is required';
    expect(
      failed(...OPEN, SPAWN, ...stderr(named, 'waiting', 'Error: no client', 'Error: giving up'), ...exit(1)),
    ).toMatchObject({ quote: [named, 'Error: no client', 'Error: giving up'], s: 3 });
    expect(
      failed(...OPEN, SPAWN, ...stderr('Error: no client', 'waiting', 'giving up', 'x', 'y', named), ...exit(1)),
    ).toMatchObject({ quote: ['Error: no client', 'waiting', 'giving up', named], s: 8 });
  });

  test('only the words of its last start count, and text on standard output is told', () => {
    const found = failed(
      ...OPEN,
      SPAWN,
      ...stderr('Error: first start'),
      ...exit(1).slice(0, 1),
      SPAWN,
      s2c('Server listening on stdio'),
      ...exit(0),
    );
    expect(found).toMatchObject({ quote: ['Server listening on stdio'], noise: true });
    expect(found && failureText(found, false, ENGLISH)).toMatchObject({
      title: 'The server exited with code 0',
      sentences: [ENGLISH.problems.noise],
    });
  });

  test('text on standard output is no cause of an exit when requests were answered after it, or stderr says more nearly why', () => {
    const told = (...bodies: readonly EventBody[]): unknown => {
      const found = failed(...bodies, ...exit(3));
      return found && { quote: found.quote, told: failureText(found, true, ENGLISH).sentences[0] };
    };
    const none = ENGLISH.problems.exitedWhen.open;
    const banner = s2c('*** Demo server 1.0 ***');
    const call = c2s(request(7, 'tools/call', { name: 'a' }));
    expect(told(SPAWN, banner, ...handshake(), call)).toEqual({ quote: [], told: none });
    expect(told(SPAWN, ...handshake(), banner, call, ...stderr('disk quota reached, going down'))).toEqual({
      quote: ['disk quota reached, going down'],
      told: none,
    });
    expect(told(SPAWN, ...handshake(), ...stderr('going down'), call, banner)).toEqual({
      quote: ['going down'],
      told: ENGLISH.problems.noise,
    });
    // Nor is what stderr said before the last answer, once it said more.
    const old = stderr('Error: no cache, using none', 'b', 'c', 'd', 'e');
    expect(told(SPAWN, ...old, ...handshake(), call, ...stderr('quota reached'))).toMatchObject({
      quote: ['quota reached'],
    });
    expect(told(SPAWN, ...old, ...handshake(), call)).toMatchObject({
      quote: ['Error: no cache, using none', 'b', 'c', 'd'],
    });
  });

  test('without a word, a signal says something', () => {
    const found = failed(...handshake(), SPAWN, ...exit(null, 'SIGSEGV'));
    expect(found && failureText(found, true, ENGLISH)).toMatchObject({
      title: 'The server was ended by SIGSEGV',
      sentences: [ENGLISH.problems.signals['SIGSEGV'], ENGLISH.problems.saidNothing],
    });
  });

  test('ended in order is no failure', () => {
    expect(failed(...handshake(), { k: 'connection', event: 'closed', reason: 'closed-by-user' })).toBeUndefined();
  });
});

test.each([
  ['Error: BRAVE_API_KEY environment variable is required', 'environment', 'BRAVE_API_KEY'],
  ['ValueError: Please set OPENAI_API_KEY before starting', 'environment', 'OPENAI_API_KEY'],
  ['Missing required environment variables: SLACK_BOT_TOKEN', 'environment', 'SLACK_BOT_TOKEN'],
  ['Error: API key is missing', 'key', undefined],
  ["ModuleNotFoundError: No module named 'mcp'", 'module', 'mcp'],
  ["python3: can't open file '/srv/x.py': [Errno 2] No such file or directory", 'file', '/srv/x.py'],
  ["npm error 404  'nope-server@*' is not in this registry.", 'package', 'nope-server@*'],
  ['npm error could not determine executable to run', 'package', undefined],
  ['Error: This server requires Node.js >=22.0.0', 'runtime', 'Node.js >=22.0.0'],
  ['Error: listen EADDRINUSE: address already in use :::3000', 'port', '3000'],
  ['sh: 1: uvx: not found', 'program', 'uvx'],
  ["Error: Cannot find module '/srv/nosuch.mjs'", 'file', '/srv/nosuch.mjs'],
  ["Error: Cannot find module 'C:\\srv\\nosuch.js'", 'file', 'C:\\srv\\nosuch.js'],
  ["Cannot find module '/srv/node_modules/a/b.js' imported from x", 'module', '/srv/node_modules/a/b.js'],
  ["Error: Cannot find module '../build/Release/keytar.node'", 'module', '../build/Release/keytar.node'],
  ['error: Module not found "nosuch.ts"', 'file', 'nosuch.ts'],
  ['error: Failed to spawn: `nosuch.py`\n  Caused by: No such file or directory (os error 2)', 'file', 'nosuch.py'],
  ['error: Failed to spawn: `mcp-server-x`', undefined, undefined],
  ['ruby: No such file or directory -- nosuch.rb (LoadError)', 'file', 'nosuch.rb'],
  ['Could not open input file: nosuch.php', 'file', 'nosuch.php'],
  ['bash: nosuch.sh: No such file or directory', 'file', 'nosuch.sh'],
  ['FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory', 'memory', undefined],
  ['Usage: mcp-server-filesystem <allowed-directory>', 'usage', undefined],
  ['Error: unknown flag: --prot\nUsage:\n  kubernetes-mcp-server [options]', 'usage', undefined],
  ['Error: no current-context is set in kubeconfig\nUsage:\n  kubernetes-mcp-server [options]', undefined, undefined],
  ['Server started in 3 ms', undefined, undefined],
  ['Error: request failed with METHOD_NOT_FOUND, id missing', undefined, undefined],
] as const)('%s', (text, kind, name) => {
  expect(hintIn(text)?.kind).toBe(kind);
  expect(hintIn(text)?.name).toBe(name);
});

describe('an HTTP server without a session', () => {
  const PAGE = '<!doctype html><html><head><title>404 Not Found</title></head><body><h1>nginx</h1></body></html>';

  test.each([
    [404, PAGE, 'http-not-found', ['404 Not Found: nginx']],
    [405, 'Method Not Allowed', 'http-method', ['Method Not Allowed']],
    [429, '{"error":"slow_down","error_description":"too fast"}', 'http-busy', ['slow_down: too fast']],
    [413, 'Payload Too Large', 'http-too-large', ['Payload Too Large']],
    [421, 'Misdirected: Host not allowed', 'http-misdirected', ['Misdirected: Host not allowed']],
    [422, '{"detail":"field required"}', 'http-unprocessable', ['field required']],
    [500, 'oops', 'http-server-error', ['oops']],
    [502, PAGE, 'http-gateway', ['404 Not Found: nginx']],
    [200, PAGE, 'http-page', ['404 Not Found: nginx']],
    [200, '{"status":"ok"}', 'http-not-mcp', ['{"status":"ok"}']],
    [
      400,
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no session"}}',
      'initialize-refused',
      ['−32000: no session'],
    ],
  ])('%d %s', (status, body, reason, quote) => {
    expect(failed(...answered(status, body), problem('initialize-refused'))).toMatchObject({
      reason,
      quote,
      http: { exchange: `POST http://server/mcp → ${status}` },
    });
  });

  test('the request for a stream that followed does not hide what became of initialize', () => {
    const stream: readonly EventBody[] = [
      { k: 'http', x: 'x2', phase: 'request', method: 'GET', url: 'http://server/mcp' },
      head('x2', 500),
      end('x2'),
    ];
    expect(failed(...answered(404, PAGE), ...stream, problem('initialize-refused'))).toMatchObject({
      reason: 'http-not-found',
    });
  });

  test('a response that broke off is not called empty, and what broke it is told', () => {
    const cut: EventBody = { k: 'http', x: 'x1', phase: 'end', by: 'network', error: 'incorrect header check' };
    expect(failed(...OPEN, ...post('x1', ask), head('x1', 200), cut, problem('initialize-unanswered'))).toMatchObject({
      reason: 'http-cut',
      http: { exchange: 'POST http://server/mcp → 200: incorrect header check' },
    });
    const empty = [...OPEN, ...post('x1', ask), head('x1', 202), end('x1')];
    expect(failed(...empty, problem('initialize-unanswered'))).toMatchObject({ reason: 'http-empty' });
  });

  test('what a browser got behind a redirect is not the response to the POST', () => {
    const redirect: EventBody = { k: 'http', x: 'x1', phase: 'redirect', url: 'http://server/new?k=1', opaque: true };
    const bodies = [...OPEN, ...post('x1', ask), redirect, head('x1', 405), end('x1')];
    expect(failed(...bodies, problem('initialize-unanswered'))).toMatchObject({
      reason: 'http-redirected',
      http: { exchange: 'POST http://server/mcp → http://server/new → 405', at: 'http://server/new?k=1' },
    });
  });

  test('the reason phrase of the server is kept where it is its own', () => {
    const asleep = { ...head('x1', 400), phrase: 'Tenant is asleep' } as EventBody;
    expect(failed(...OPEN, ...post('x1', ask), asleep, end('x1'), problem('initialize-refused'))).toMatchObject({
      http: { exchange: 'POST http://server/mcp → 400 Tenant is asleep' },
    });
    expect([ownPhrase(413, 'Payload Too Large'), ownPhrase(200, 'ok'), ownPhrase(299, '')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('bytes that are no HTTP are told from silence', () => {
    const parse = problem('http-unreachable', 'HPE_UNEXPECTED_CONTENT_LENGTH: Parse Error: Duplicate Content-Length');
    expect(failed(...OPEN, ...post('x1', ask), end('x1', 'network'), parse)).toMatchObject({
      reason: 'http-malformed',
    });
  });

  test('when nothing listens, it says so', () => {
    const refused = problem('http-unreachable', 'connect ECONNREFUSED 127.0.0.1:1');
    expect(failed(...OPEN, ...post('x1', ask), end('x1', 'network'), refused)).toMatchObject({
      reason: 'http-nobody-listens',
      detail: 'connect ECONNREFUSED 127.0.0.1:1',
    });
  });
});

describe('initialize without an answer', () => {
  test.each([
    ['initialize-timeout', { k: 'timeout', at: 2, limit: 'idle', ms: 300_000 }, 'time limit'],
    ['initialize-closed', undefined, 'closed before the response'],
  ] as const)('%s', (reason, event, said) => {
    const found = failed(
      ...OPEN,
      c2s(ask, { by: 'auto' }),
      ...(event ? [event] : []),
      problem('initialize-unanswered'),
    );
    expect(found).toMatchObject({ reason, problem: 'initialize-unanswered' });
    expect(found && failureText(found, false, ENGLISH).sentences.join()).toContain(said);
    const overHttp = failed(
      ...OPEN,
      ...post('x1', ask),
      ...(event ? [{ ...event, at: 3 }] : []),
      problem('initialize-unanswered'),
    );
    expect(overHttp?.reason).toBe(reason);
  });

  test('is said while it lasts, until something else is known', () => {
    const waits = (...bodies: readonly EventBody[]): unknown => silentOpening(logOf(...bodies).state)?.method;
    const asked = [...OPEN, c2s(ask, { by: 'auto' })];
    expect(waits(...OPEN)).toBeUndefined();
    expect(waits(...asked)).toBe('initialize');
    expect(waits(...asked, problem('initialize-unanswered'))).toBeUndefined();
    expect(waits(...asked, { k: 'connection', event: 'closed', reason: 'closed-by-user' })).toBeUndefined();
    expect(waits(...handshake(), c2s(request(2, 'tools/list'), { by: 'auto' }))).toBeUndefined();
  });
});

describe('versions that a server names', () => {
  const refusing = (error: object): Failure | undefined =>
    failed(...OPEN, c2s(ask), s2c({ jsonrpc: '2.0', id: 1, error }), problem('initialize-refused'));

  test('in its data, in a text, without the one that was offered, the latest first', () => {
    const data = { supported: ['2024-11-05', '2025-03-26', '2030-01-01'], requested: '2025-11-25' };
    expect(refusing({ code: -32602, message: 'Unsupported', data })?.versions).toEqual(['2025-03-26', '2024-11-05']);
    const message = 'Bad version 2025-11-25 (supported: 2025-06-18, 2025-03-26)';
    expect(refusing({ code: -32000, message })?.versions).toEqual(['2025-06-18', '2025-03-26']);
    expect(refusing({ code: -32603, message: 'no' })?.versions).toEqual([]);
  });

  test('of a stateless refusal', () => {
    const asked = request(1, 'server/discover', { _meta: {} });
    const found = failed(
      ...OPEN,
      c2s(asked, { by: 'auto' }),
      s2c(refusal(1, -32022)),
      problem('unsupported-revision', '2025-11-25, 2025-06-18'),
    );
    expect(found?.versions).toEqual(['2025-11-25', '2025-06-18']);
  });

  test('of a stateless refusal, none of them known here', () => {
    const found = failed(
      ...OPEN,
      c2s(request(1, 'server/discover', { _meta: {} }), { by: 'auto' }),
      s2c(refusal(1, -32022)),
      problem('unsupported-revision', '2031-01-01, 2032-05-05'),
    );
    const text = found && failureText(found, false, ENGLISH);
    expect(text?.sentences).toContain('It supports 2031-01-01, 2032-05-05.');
    expect(text?.fact).toBeUndefined();
  });
});

test('whatever is written, a few short lines are quoted, each of them written', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 400 })), (texts) => {
      const lines = texts.map((text, s) => ({ s, text }));
      const quote = tellingLines(lines);
      expect(quote.length).toBeLessThanOrEqual(4);
      for (const { s, text } of quote) {
        expect(text.length).toBeLessThanOrEqual(300);
        expect(texts[s]?.startsWith(text.replace(/…$/, ''))).toBe(true);
      }
      hintIn(texts.join('\n'));
    }),
  );
});

test('nothing of a page’s title is HTML any more', () => {
  expect(pageTitle('<title>A &amp; B <b>x</b></title><h1>A &amp; B x</h1>')).toBe('A & B x');
  expect(pageTitle('<p>no title</p>')).toBeUndefined();
});

describe('a server that refuses the version probe over HTTP in words of its own', () => {
  const probe = request(1, 'server/discover', { _meta: {} });
  const refused = (by: 'auto' | 'user', status: number, body: string) => {
    const [asked, message] = post('x1', probe);
    const log = logOf(
      ...OPEN,
      ...(asked ? [asked] : []),
      { ...message, by } as EventBody,
      head('x1', status, [['Content-Type', 'text/plain']]),
      s2c(body, { x: 'x1' }),
      end('x1'),
    );
    const row = describeRow(log, 5);
    return {
      faulty: log.faulty,
      shape: row?.shape,
      said: row && rowText(ENGLISH, log, row).parts.map(({ text }) => text),
    };
  };

  test.each(['Bad Request: no session', '{"detail":"Not Found"}', '<!doctype html><title>404</title>'])(
    '%s',
    (body) => {
      expect(refused('auto', 400, body)).toEqual({ faulty: [], shape: 'note', said: ['HTTP', body] });
    },
  );

  test('so may any error of HTTP be, and nothing else', () => {
    expect(refused('auto', 500, 'no').faulty).toEqual([]);
    expect(refused('user', 400, 'no')).toEqual({ faulty: [], shape: 'note', said: ['HTTP', 'no'] });
    expect(refused('auto', 200, 'no').faulty).toEqual([5]);
  });
});
