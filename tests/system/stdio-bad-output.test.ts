/** Whatever a server writes to standard output: a clear answer, and nothing is lost. One test for each way. */
import { expect, test } from 'vitest';
import { describe as describeRow } from '#shared/timeline';
import { answerTo, callText, cancelText, ENDED, handshake, STARTED } from './support/story.ts';
import { logText, resultText, textResult } from './support/answers.mjs';
import { Session, stdio } from './support/session.ts';
import { expectWhole, faultsOf, wrongIn } from './support/whole.ts';

const CALL = callText('echo', { text: 'a' });
const ANSWER = answerTo(CALL);

interface Answered {
  readonly mode: string;
  /** Lines that answer the call. */
  readonly lines: readonly string[];
  readonly faults: readonly (readonly string[])[];
  /** How the call ended. */
  readonly outcome: string;
  readonly revision?: string;
}

/** An ordinary handshake, one call by hand, whatever `lines` says, and an ordinary end. */
async function answered({ mode, lines, faults, outcome, revision = '2025-11-25' }: Answered): Promise<Session> {
  const session = await Session.open(stdio(mode), { policy: { revision } });
  const before = [...STARTED, ...handshake(revision)];
  await session.reaches(before.length);
  session.send(CALL);
  await session.reaches(before.length + 1 + lines.length);
  await session.end();
  // What nothing answered is taken back first.
  const left = outcome === 'cancelled' ? [`> ${cancelText(3)}`] : [];
  expect(session.story).toEqual([...before, `> ${CALL}`, ...lines.map((line) => `< ${line}`), ...left, ...ENDED]);
  const log = expectWhole(session);
  expect(faultsOf(session, log)).toEqual(faults);
  // What is wrong is shown as that, and nothing else is.
  if (faults.length > 0) expect(wrongIn(log)).toBeGreaterThan(0);
  else if (outcome === 'result') expect(wrongIn(log)).toBe(0);
  expect(log.operations.findLast(({ dir, method }) => dir === 'c2s' && method === 'tools/call')?.outcome).toBe(outcome);
  return session;
}

test('nothing is wrong with a server that behaves', async () => {
  await answered({ mode: '', lines: [ANSWER], faults: [], outcome: 'result' });
});

test('log lines between the messages are malformed text, and the session goes on', async () => {
  const session = await Session.open(stdio('garbage'));
  const [initialize = '', initialized = '', ...rest] = handshake();
  const lines = ['Fixture server starting', '{ not json, only a brace'];
  const story = [
    ...STARTED,
    initialize,
    ...lines.map((line) => `< ${line}`),
    '< [info] handling initialize',
    initialized,
    ...rest.slice(0, 2),
    '< [info] handling tools/list',
    ...rest.slice(2),
  ];
  await session.reaches(story.length);
  await session.end();
  expect(session.story).toEqual([...story, ...ENDED]);
  const log = expectWhole(session);
  expect(faultsOf(session, log)).toEqual(
    [...lines, '[info] handling initialize', '[info] handling tools/list'].map((line) => [line, 'not-json']),
  );
  // The row shows the line itself, as malformed text of the server.
  expect(describeRow(log, log.faulty[0] ?? -1)).toMatchObject({ shape: 'malformed', dir: 's2c', text: lines[0] });
  expect(log.state.lists.tools.complete).toBe(true);
});

test('bytes that are not UTF-8 are kept as they are, and their message counts', async () => {
  const [before = '', after = ''] = resultText(3, textResult('caf#')).split('#');
  const b64 = Buffer.concat([Buffer.from(before), Buffer.from([0xe9, 0xff, 0xc3, 0x28]), Buffer.from(after)]).toString(
    'base64',
  );
  await answered({
    mode: 'broken-utf8',
    lines: [`b64:${b64}`],
    faults: [[`b64:${b64}`, 'invalid-utf8']],
    outcome: 'result',
  });
});

test('CR LF at the line ends is a fault of each message, and no more', async () => {
  const session = await Session.open(stdio('crlf'));
  const story = [...STARTED, ...handshake(undefined, '\r')];
  await session.reaches(story.length);
  await session.end();
  expect(session.story).toEqual([...story, ...ENDED]);
  const log = expectWhole(session);
  expect(faultsOf(session, log).map(([, ...faults]) => faults)).toEqual([['carriage-return'], ['carriage-return']]);
  expect(log.state.lists.tools.complete).toBe(true);
});

test('a byte-order mark before the first message is a fault of its own', async () => {
  const session = await Session.open(stdio('bom'));
  const [initialize = '', answer = ''] = handshake();
  const marked = `\uFEFF${answer.slice(2)}`;
  const story = [...STARTED, initialize, `< ${marked}`];
  await session.reaches(story.length);
  await session.end();
  expect(session.story).toEqual([...story, ...ENDED]);
  const log = expectWhole(session);
  expect(faultsOf(session, log)).toEqual([[marked, 'byte-order-mark']]);
  expect(log.operations.map(({ outcome }) => outcome)).toEqual(['ended']);
});

test('half a line at the exit is kept, unterminated', async () => {
  const session = await Session.open(stdio('half-line'));
  const before = [...STARTED, ...handshake()];
  await session.reaches(before.length);
  session.send(CALL);
  await session.page.closed(session.id);
  const half = ANSWER.slice(0, ANSWER.length >> 1);
  expect(session.story).toEqual([
    ...before,
    `> ${CALL}`,
    `< (cut) ${half}`,
    'process exit 0',
    'connection closed server-exited',
  ]);
  const log = expectWhole(session);
  expect(faultsOf(session, log)).toEqual([[half, 'incomplete-json', 'unterminated']]);
  expect(log.operations.at(-1)?.outcome).toBe('ended');
});

test('two messages in one line are a fault, and neither is an answer', async () => {
  const line = `${logText('first of two')}${ANSWER}`;
  await answered({ mode: 'two-in-one', lines: [line], faults: [[line, 'two-messages']], outcome: 'cancelled' });
});

test('pretty-printed JSON is malformed in every line, and no answer', async () => {
  const lines = JSON.stringify(JSON.parse(ANSWER), null, 2).split('\n');
  const session = await answered({
    mode: 'pretty',
    lines,
    faults: lines.map((line) => [line, line.trim() === '{' ? 'incomplete-json' : 'not-json']),
    outcome: 'cancelled',
  });
  expect(lines.length).toBeGreaterThan(5);
  expect(session.log.faulty).toHaveLength(lines.length);
});

test('an answer to a request that nobody made is a fault, and the right one counts', async () => {
  const stray = resultText(987654, textResult('an answer to nothing'));
  await answered({ mode: 'unknown-id', lines: [stray, ANSWER], faults: [[stray, 'unknown-id']], outcome: 'result' });
});

test('the same answer twice: the first counts, the second is a fault of the same operation', async () => {
  const session = await answered({
    mode: 'duplicate',
    lines: [ANSWER, ANSWER],
    faults: [[ANSWER, 'duplicate-response']],
    outcome: 'result',
  });
  // The second one belongs to the call all the same.
  expect(session.log.operations.at(-1)?.events).toHaveLength(3);
});

test('a result and an error at once is a fault, and an error', async () => {
  const both = `${ANSWER.slice(0, -1)},"error":{"code":-32603,"message":"both at once"}}`;
  await answered({
    mode: 'result-and-error',
    lines: [both],
    faults: [[both, 'result-and-error']],
    outcome: 'error',
  });
});

test.each([
  ['2025-03-26', []],
  ['2025-11-25', ['batch-not-in-revision']],
])('a batch under revision %s', async (revision, faults) => {
  const batch = `[${logText('in a batch')},${ANSWER}]`;
  await answered({
    mode: 'batch',
    lines: [batch],
    faults: faults.length > 0 ? [[batch, ...faults]] : [],
    outcome: 'result',
    revision,
  });
});

test('a nest of a hundred thousand brackets is named, and its message is a result', async () => {
  const nest = '['.repeat(100_000) + ']'.repeat(100_000);
  const line = `{"jsonrpc":"2.0","id":3,"result":{"content":[],"structuredContent":{"nest":${nest}}}}`;
  await answered({ mode: 'deep', lines: [line], faults: [[line, 'deep-nesting']], outcome: 'result' });
});

test('numbers beyond 2^53 stay apart as ids, and are kept and answered to the digit', async () => {
  const session = await Session.open(stdio('big-numbers'));
  const before = [...STARTED, ...handshake()];
  await session.reaches(before.length);
  const calls = ['9007199254740993', '9007199254740992'].map((id) => callText('echo', {}, id));
  const ping = (id: string): string => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
  const values = '{"big":9007199254740993,"one":1.0,"twice":1,"twice":2,"__proto__":{"polluted":true}}';
  const results = ['9007199254740993', '9007199254740992'].map(
    (id) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${values}}}`,
  );
  const pongs = ['9007199254740993', '9007199254740992'].map((id) => `{"jsonrpc":"2.0","id":${id},"result":{}}`);
  const pings = ['9007199254740993', '9007199254740992'].map(ping);
  let reached = before.length;
  for (const call of calls) {
    session.send(call);
    // The call, two pings, two answers by policy, and the result.
    await session.reaches((reached += 6));
  }
  await session.end();
  const log = expectWhole(session);
  const said = (arrow: string): string[] =>
    session.story.slice(before.length).flatMap((line) => (line.startsWith(arrow) ? [line.slice(2)] : []));
  // The answers may cross the rest of the server's lines, so each direction is compared by itself.
  expect(said('<')).toEqual(results.flatMap((result) => [...pings, result]));
  expect(said('>')).toEqual(calls.flatMap((call) => [call, ...pongs]));
  expect(session.story.slice(0, before.length)).toEqual(before);
  const unsafe = log.operations.filter(({ key }) => key?.startsWith('n:9007'));
  expect(unsafe).toHaveLength(6);
  for (const operation of unsafe) {
    expect(operation.outcome).toBe('result');
    const [asked, got] = operation.events.map((s) => log.event(s));
    const id = `"id":${operation.key?.slice(2) ?? ''},`;
    expect(asked?.k === 'message' && asked.raw?.includes(id)).toBe(true);
    expect(got?.k === 'message' && got.raw?.includes(id)).toBe(true);
  }
  expect(log.faulty.map((s) => log.notes.get(s)?.faults)).toEqual(Array(12).fill(['unsafe-number']));
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('a list whose cursor repeats is read once more and no further', async () => {
  const session = await Session.open(stdio('repeat-cursor'));
  const [initialize = '', answer = '', initialized = '', list = ''] = handshake();
  const again = '{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"again"}}';
  const page = (text: string): string => `< ${answerTo(text, { nextCursor: 'again' })}`;
  const story = [...STARTED, initialize, answer, initialized, list, page(list.slice(2)), `> ${again}`, page(again)];
  await session.reaches(story.length);
  // One exchange more, so that a third listing would have come before it.
  const ping = '{"jsonrpc":"2.0","id":9,"method":"ping"}';
  session.send(ping);
  await session.reaches(story.length + 2);
  await session.end();
  expect(session.story).toEqual([...story, `> ${ping}`, '< {"jsonrpc":"2.0","id":9,"result":{}}', ...ENDED]);
  const log = expectWhole(session);
  expect(log.state.lists.tools).toMatchObject({ repeats: true, complete: true, pages: 2 });
});
