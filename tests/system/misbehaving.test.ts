/** Every way in which the fixture servers misbehave is shown as wrong, and nothing of what they may do is. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionFailure } from '#shared/failure';
import type { SessionLog } from '#shared/session';
import { HTTP_MISBEHAVE, startHttpMisbehave, STDIO_MISBEHAVE, type RunningServer } from '../fixtures/start.ts';
import { eventually } from '../relay/support/page.ts';
import { openDirect, type Hosted } from './support/direct.ts';
import { Session, stdio } from './support/session.ts';
import { callText } from './support/story.ts';
import { wrongIn } from './support/whole.ts';

/** What shows it: faults of messages, the session's failure, and how requests ended that failed. */
type Signs = readonly string[];

const STDIO: { readonly [mode: string]: Signs } = {
  garbage: ['not-json'],
  'broken-utf8': ['invalid-utf8'],
  crlf: ['carriage-return'],
  bom: ['byte-order-mark', 'initialize-timeout', 'timeout'],
  'half-line': ['incomplete-json', 'unterminated', 'server-exited'],
  'two-in-one': ['two-messages', 'timeout'],
  pretty: ['incomplete-json', 'not-json', 'timeout'],
  'unknown-id': ['unknown-id'],
  duplicate: ['duplicate-response'],
  'result-and-error': ['result-and-error', 'error'],
  batch: ['batch-not-in-revision'],
  deep: ['deep-nesting'],
  'big-numbers': ['unsafe-number'],
  'crash-before': ['server-exited'],
  'crash-during': ['server-exited'],
  'crash-after': ['server-exited'],
  silent: ['initialize-timeout', 'timeout'],
  'ignore-sigterm': ['SIGKILL'],
  'close-stdout': ['timeout', 'SIGTERM'],
  grandchild: ['server-exited'],
  'ignore-stdin-end': ['SIGTERM'],
  'counter-offer': ['unsupported-revision'],
  never: ['timeout'],
};

/** First as it meets `initialize`, then as it meets a call. */
const HTTP: { readonly [mode: string]: readonly [Signs, Signs] } = {
  html: [
    ['html', 'http-page', 'no-answer'],
    ['html', 'no-answer'],
  ],
  401: [['http-unauthorized', 'no-answer'], ['no-answer']],
  404: [
    ['http-not-found', 'no-answer'],
    ['http-not-found', 'no-answer'],
  ],
  500: [
    ['null-id', 'http-server-error', 'error'],
    ['null-id', 'error'],
  ],
  '500-text': [['http-server-error', 'no-answer'], ['no-answer']],
  '400-no-id': [['initialize-refused', 'error'], ['error']],
  silent: [['initialize-timeout', 'timeout'], ['timeout']],
  'cut-sse': [
    ['not-json', 'unterminated', 'http-cut', 'no-answer'],
    ['not-json', 'unterminated', 'no-answer'],
  ],
  'sse-without-answer': [['http-empty', 'timeout'], ['timeout']],
  'cut-json': [
    ['incomplete-json', 'unterminated', 'http-cut', 'no-answer'],
    ['incomplete-json', 'unterminated', 'no-answer'],
  ],
  'not-json': [
    ['trailing-comma', 'http-not-mcp', 'no-answer'],
    ['trailing-comma', 'no-answer'],
  ],
  'broken-utf8': [
    ['not-json', 'invalid-utf8', 'http-not-mcp', 'no-answer'],
    ['not-json', 'invalid-utf8', 'no-answer'],
  ],
  '202-request': [['http-empty', 'no-answer'], ['no-answer']],
  'bom-json': [
    ['byte-order-mark', 'http-not-mcp', 'no-answer'],
    ['byte-order-mark', 'no-answer'],
  ],
  empty: [['http-empty', 'no-answer'], ['no-answer']],
  'error-without-cors': [['http-server-error', 'no-answer'], ['no-answer']],
  // `fetch` gives no cause and follows 301 with GET; what the page makes of it: tests/browser/misbehaving.test.ts.
  'redirect-loop': [['http-unreachable', 'no-answer'], ['no-answer']],
  reset: [['http-unreachable', 'no-answer'], ['no-answer']],
  'two-lengths': [['http-unreachable', 'no-answer'], ['no-answer']],
  301: [['http-method', 'no-answer'], ['no-answer']],
  'not-gzip': [['http-cut', 'no-answer'], ['no-answer']],
  429: [['http-busy', 'no-answer'], ['no-answer']],
  503: [['http-unavailable', 'no-answer'], ['no-answer']],
  'own-phrase': [['initialize-refused', 'no-answer'], ['no-answer']],
};

const KEPT = 'no rule is broken';
const UNSEEN = 'no message and no step is wrong by itself: a rule about what belongs together';
/** What shows nothing wrong, and why. */
const QUIET: { readonly [mode: string]: string } = {
  'stdio ': KEPT,
  'stdio asks': KEPT,
  'stdio flood': KEPT,
  'stdio result-size': KEPT,
  'stdio long-line': KEPT,
  'stdio pages': KEPT,
  'stdio repeat-cursor': `${UNSEEN}: two pages of a list name the same cursor`,
  'http slow': KEPT,
  'http slow-sse': KEPT,
  'http wrong-type': `${UNSEEN}: a response with a message has a type`,
  'http text-type': `${UNSEEN}: a response with a message has the type of JSON or of a stream`,
  'http html-type': `${UNSEEN}: a response with a message has the type of JSON or of a stream`,
  'http two-sessions': `${UNSEEN}: one response gives one session ID`,
  'http stream-without-cors': 'only a browser enforces CORS: tests/browser/misbehaving.test.ts',
  'http no-cors': 'only a browser enforces CORS: tests/browser/http.test.ts',
};

/** The modes that a fixture says it has. */
function modesOf(script: string): string[] {
  const { stderr } = spawnSync(process.execPath, [script, 'which?'], { encoding: 'utf8' });
  return (/there are: (.*)\n/.exec(stderr)?.[1] ?? '').split(' ');
}

test('the tables name every mode of the fixtures', () => {
  const quiet = Object.keys(QUIET);
  const named = (prefix: string, table: object): string[] =>
    [
      ...quiet.flatMap((mode) => (mode.startsWith(prefix) ? [mode.slice(prefix.length)] : [])),
      ...Object.keys(table),
    ].sort();
  expect(named('stdio ', STDIO)).toEqual(modesOf(STDIO_MISBEHAVE).sort());
  expect(named('http ', HTTP)).toEqual(modesOf(HTTP_MISBEHAVE).sort());
});

const FAILED: readonly (string | undefined)[] = ['error', 'tool-error', 'no-answer', 'timeout'];

function signsOf(log: SessionLog): string[] {
  const failure = sessionFailure(log, log.state, log.length);
  const signs = [
    ...log.notes.flatMap(({ faults = [] }) => faults),
    ...(failure ? [failure.reason] : []),
    ...log.operations.flatMap(({ outcome }) => (outcome !== undefined && FAILED.includes(outcome) ? [outcome] : [])),
    ...[...log.events].flatMap((event) =>
      event.k === 'process' && event.event === 'exit' && event.signal ? [event.signal] : [],
    ),
  ];
  return [...new Set(signs)].sort();
}

/** The red of the page: events that count as wrong, or the banner of a failure. */
const isRed = (log: SessionLog): boolean =>
  wrongIn(log) > 0 || sessionFailure(log, log.state, log.length) !== undefined;

/** Handshake, discovery and a call, each as far as it gets, and the end. */
async function run(session: Omit<Hosted, 'cancel'>, signs: Signs = []): Promise<SessionLog> {
  const gone = (): boolean => session.log.state.connection === 'closed';
  const isOver = (method: string): boolean =>
    session.log.operations.some((operation) => operation.method === method && operation.closed !== undefined);
  await eventually(() => gone() || isOver('tools/list'));
  if (!gone()) {
    if (signs.includes('timeout')) session.setPolicy(SOON);
    session.send(callText('echo', { text: 'a', bytes: 100_000 }, '"call"'));
    await eventually(() => gone() || isOver('tools/call'));
    // What follows an answer has come when another request is answered.
    session.send('{"jsonrpc":"2.0","id":"ping","method":"ping"}');
    await eventually(() => gone() || isOver('ping'));
  }
  await session.end();
  return session.log;
}

/** A server that outlives the end of its input is to be sent it, and may wait for it: 2025-11-25, basic/lifecycle#shutdown. */
const FORESEEN = 'SIGTERM';

/** In a session that runs, the stream and the list are asked for at once: which of them is refused first decides whether this is told. */
const BY_ORDER: Signs = ['http-not-found'];

function expectShown(log: SessionLog, signs: Signs | undefined, running = false): void {
  const certain = (all: Signs): Signs => (running ? all.filter((sign) => !BY_ORDER.includes(sign)) : all);
  expect(certain(signsOf(log))).toEqual([...certain(signs ?? [])].sort());
  expect(isRed(log)).toBe(signs?.some((sign) => sign !== FORESEEN) === true);
}

const limit = (idleMs: number) => ({ timeouts: { idleMs, totalMs: 0, progressExtends: true } });
const SOON = limit(500);
const UNOPENED: Signs = ['initialize-timeout', 'http-empty'];
/** What is not answered from the beginning is given up soon; a server that answers is given the time that a busy machine takes. */
const opening = (signs: Signs = []) => (signs.some((sign) => UNOPENED.includes(sign)) ? SOON : limit(30_000));

describe('over stdio', () => {
  const quiet = Object.keys(QUIET).flatMap((mode) => (mode.startsWith('stdio ') ? [mode.slice(6)] : []));
  test.each([...Object.keys(STDIO), ...quiet])('%s', async (mode) => {
    const signs = STDIO[mode];
    const stubborn = signs?.some((sign) => sign.startsWith('SIG')) === true;
    const times = stubborn ? { stdin: 100, term: 1000, quiet: 100 } : { stdin: 20_000, term: 20_000, quiet: 100 };
    const policy = mode === 'close-stdout' ? limit(3000) : opening(signs);
    expectShown(await run(await Session.open(stdio(mode), { policy, times }), signs), signs);
  });
});

describe('over HTTP', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startHttpMisbehave('html');
  });
  afterAll(() => server.close());
  const quiet = Object.keys(QUIET).flatMap((mode) => (mode.startsWith('http ') ? [mode.slice(5)] : []));
  const cases = [...Object.keys(HTTP), ...quiet].flatMap((mode) => [[mode, 0] as const, [mode, 1] as const]);
  test.each(cases)('%s, %i', async (mode, at) => {
    const signs = HTTP[mode]?.[at];
    const after = at === 0 ? 0 : 3;
    expectShown(
      await run(openDirect(`${server.url}?mode=${mode}&after=${after}`, opening(signs)), signs),
      signs,
      at === 1,
    );
  });
});
