/** Servers that do not start, do not stay, do not answer or do not go. One test for each way. */
import { expect, test } from 'vitest';
import type { ConnectSpec } from '#shared/relay-protocol';
import { describe as describeRow } from '#shared/timeline';
import { eventually } from '../relay/support/page.ts';
import { addressOf, isRunning, run } from '../relay/support/program.ts';
import { temporaryFolder, testRelay } from '../relay/support/relay.ts';
import { Session, stdio, type SessionOptions } from './support/session.ts';
import {
  answerTo,
  callText,
  cancelText,
  ENDED,
  handshake,
  INITIALIZED,
  initializeText,
  LIST,
  STARTED,
} from './support/story.ts';
import { expectWhole } from './support/whole.ts';

const CALL = callText('echo', { text: 'a' });

/** Open a session to a server in `mode` and read until it has ended by itself. */
async function endsByItself(spec: ConnectSpec, options: SessionOptions = {}): Promise<Session> {
  const session = await Session.open(spec, options);
  await session.page.closed(session.id);
  return session;
}

test('a crash before the handshake is recorded with its exit code and its last words', async () => {
  const session = await endsByItself(stdio('crash-before'));
  // On a busy machine the server is gone before the request is written.
  expect(session.story.filter((line) => line !== 'process stdin-error EPIPE')).toEqual([
    ...STARTED,
    `> ${initializeText()}`,
    'process exit 3',
    'connection closed server-exited',
  ]);
  expect(session.errors).toBe('fixture: cannot read its configuration\n');
  const log = expectWhole(session);
  expect(log.state.process.exit).toEqual({ code: 3, signal: null });
  expect(log.operations.map(({ outcome }) => outcome)).toEqual(['ended']);
  // Its last words have a row, and its exit is trouble.
  const said = session.events.findIndex(({ k }) => k === 'stderr');
  expect(describeRow(log, said)?.text).toBe('fixture: cannot read its configuration');
  const exit = session.events.findIndex((event) => event.k === 'process' && event.event === 'exit');
  expect(describeRow(log, exit)?.trouble).toBe(true);
});

test('a crash during the handshake closes the session for the server’s exit', async () => {
  const session = await endsByItself(stdio('crash-during'));
  expect(session.story).toEqual([
    ...STARTED,
    `> ${initializeText()}`,
    'process exit 4',
    'connection closed server-exited',
  ]);
  expect(session.errors).toBe('fixture: crashed while initializing\n');
  expect(expectWhole(session).state.closedBy).toBe('server-exited');
});

test('a crash after the handshake ends the requests that are open', async () => {
  const session = await endsByItself(stdio('crash-after'));
  expect(session.story).toEqual([
    ...STARTED,
    ...handshake().slice(0, -1),
    'process exit 7',
    'connection closed server-exited',
  ]);
  expect(session.errors).toBe('fixture: crashed while listing tools\n');
  const log = expectWhole(session);
  expect(log.operations.map(({ method, outcome }) => [method, outcome])).toEqual([
    ['initialize', 'result'],
    ['tools/list', 'ended'],
  ]);
});

test('a server that never answers leaves its request open until it is cancelled', async () => {
  const session = await Session.open(stdio('silent'));
  const before = [...STARTED, `> ${initializeText()}`];
  await session.reaches(before.length);
  const asked = session.events.findIndex(({ k }) => k === 'message');
  expect(describeRow(session.log, asked)?.waiting).toBe(true);
  // A person can go on by hand all the same.
  session.send(LIST);
  await session.reaches(before.length + 1);
  await session.end();
  // initialize must not be taken back.
  expect(session.story).toEqual([...before, `> ${LIST}`, `> ${cancelText(2)}`, ...ENDED]);
  const log = expectWhole(session);
  expect(log.operations.map(({ outcome }) => outcome)).toEqual(['ended', 'cancelled']);
});

test('a server that ignores the end of its standard input gets SIGTERM', async () => {
  const session = await Session.open(stdio('ignore-stdin-end'), { times: { stdin: 50, term: 20_000, quiet: 1000 } });
  const before = [...STARTED, ...handshake()];
  await session.reaches(before.length);
  await session.end();
  expect(session.story).toEqual([
    ...before,
    ...ENDED.slice(0, 2),
    'process signal SIGTERM',
    'process exit SIGTERM',
    ...ENDED.slice(3),
  ]);
  expectWhole(session);
});

test('a server that ignores SIGTERM gets SIGKILL', async () => {
  const session = await Session.open(stdio('ignore-sigterm'), { times: { stdin: 50, term: 6000, quiet: 1000 } });
  const before = [...STARTED, ...handshake()];
  await session.reaches(before.length);
  await eventually(() => session.errors.includes('ready'));
  await session.end();
  expect(session.story).toEqual([
    ...before,
    ...ENDED.slice(0, 2),
    'process signal SIGTERM',
    'process signal SIGKILL',
    'process exit SIGKILL',
    ...ENDED.slice(3),
  ]);
  expect(session.errors).toContain('fixture: ignoring SIGTERM\n');
  expectWhole(session);
});

test('a server that closes its standard output and lives on', async () => {
  const session = await Session.open(stdio('close-stdout'), { times: { stdin: 50, term: 20_000, quiet: 100 } });
  const before = [...STARTED, ...handshake().slice(0, -1), 'process stdout-end'];
  await session.reaches(before.length);
  session.send(CALL);
  await session.reaches(before.length + 1);
  await session.end();
  expect(session.story).toEqual([
    ...before,
    `> ${CALL}`,
    `> ${cancelText(2)}`,
    `> ${cancelText(3)}`,
    ...ENDED.slice(0, 2),
    'process signal SIGTERM',
    'process exit SIGTERM',
    ...ENDED.slice(3),
  ]);
  expect(expectWhole(session).operations.at(-1)?.outcome).toBe('cancelled');
});

test('a grandchild that holds the pipes', async () => {
  const session = await Session.open(stdio('grandchild'), { times: { stdin: 20_000, term: 20_000, quiet: 200 } });
  const before = [...STARTED, ...handshake()];
  await session.reaches(before.length);
  await eventually(() => /^grandchild \d+$/m.test(session.errors));
  const grandchild = Number(/\d+/.exec(session.errors)?.[0]);
  expect(await isRunning(grandchild)).toBe(true);
  session.send(CALL);
  await session.page.closed(session.id);
  expect(session.story).toEqual([
    ...before,
    `> ${CALL}`,
    `< ${answerTo(CALL)}`,
    'process exit 0',
    'process signal SIGTERM',
    'connection closed server-exited',
  ]);
  expectWhole(session);
  await expect.poll(() => isRunning(grandchild)).toBe(false);
});

test('a command that is not there is named as the problem', async () => {
  const session = await endsByItself({ transport: 'stdio', command: 'no-such-mcp-server', args: [], env: {} });
  expect(session.story).toEqual([
    'connection opening',
    'process spawn-failed ENOENT',
    'connection problem command-not-found',
    'connection closed command-not-found',
  ]);
  const { problem } = expectWhole(session).state;
  expect(problem).toMatchObject({ reason: 'command-not-found', detail: 'no-such-mcp-server' });
});

test('a folder that is not there is named as the problem', async () => {
  const cwd = '/no/such/folder';
  const session = await endsByItself({ transport: 'stdio', command: process.execPath, args: [], env: {}, cwd });
  expect(session.story).toEqual([
    'connection opening',
    'process spawn-failed ENOENT',
    'connection problem bad-folder',
    'connection closed bad-folder',
  ]);
  expect(expectWhole(session).state.problem).toMatchObject({ reason: 'bad-folder', detail: cwd });
});

test('a revision that nobody knows is refused, and named as the problem', async () => {
  const session = await endsByItself(stdio('counter-offer', { OFFER: '1999-01-01' }));
  const initialize = initializeText();
  expect(session.story).toEqual([
    ...STARTED,
    `> ${initialize}`,
    `< ${answerTo(initialize, { offer: '1999-01-01' })}`,
    'connection problem unsupported-revision',
    'connection closing unsupported-revision',
    'process stdin-end',
    'process exit 0',
    'connection closed unsupported-revision',
  ]);
  const log = expectWhole(session);
  expect(log.state.problem).toMatchObject({ reason: 'unsupported-revision', detail: '1999-01-01' });
  expect(log.state.initialized).toBe(false);
});

test('an older revision than offered is spoken', async () => {
  const session = await Session.open(stdio('counter-offer', { OFFER: '2024-11-05' }));
  await session.reaches(STARTED.length + 5);
  await session.end();
  const initialize = initializeText();
  expect(session.story.slice(STARTED.length, -ENDED.length)).toEqual([
    `> ${initialize}`,
    `< ${answerTo(initialize, { offer: '2024-11-05' })}`,
    `> ${INITIALIZED}`,
    `> ${LIST}`,
    `< ${answerTo(LIST)}`,
  ]);
  expect(expectWhole(session).state.revision).toBe('2024-11-05');
});

test('a port that is taken gives the next free one, and the relay says so', async () => {
  const { port: taken } = await testRelay();
  const program = run(['--no-open', '--port', String(taken)], temporaryFolder());
  const { port, origin } = await addressOf(program);
  expect(port).toBeGreaterThan(taken);
  expect(program.output()).toContain(`Port ${taken} is taken; using ${port}.\n`);
  const status = await fetch(`${origin}/api/status`);
  expect(await status.json()).toEqual({ authorised: false });
});
