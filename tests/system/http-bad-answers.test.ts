/** Whatever an HTTP server answers, through the relay: a clear answer, and nothing is lost. One test for each way. */
import { expect, onTestFinished, test } from 'vitest';
import { sessionFailure } from '#shared/failure';
import type { HttpBody } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { describe as describeRow } from '#shared/timeline';
import { freePort, startHttpMisbehave } from '../fixtures/start.ts';
import { http, Session } from './support/session.ts';
import { answerTo, initializeText } from './support/story.ts';
import { expectWhole, faultsOf, wrongIn } from './support/whole.ts';

const INITIALIZE = initializeText();
const ANSWER = answerTo(INITIALIZE);
const HALF = ANSWER.slice(0, ANSWER.length >> 1);
const HTML = '<!doctype html>\n<html><head><title>Sign in</title></head><body>Please sign in.</body></html>\n';

const ASKED = ['connection opening', 'connection open', 'x1 request POST', `> ${INITIALIZE}`];
const CLOSED = ['connection closing closed-by-user', 'connection closed closed-by-user'];
/** The server refused `initialize` in a way that the client understands, so it ends the connection by itself. */
const UNAUTHORIZED = ['problem', 'closing', 'closed'].map((event) => `connection ${event} http-unauthorized`);
const REFUSED = [
  'connection problem initialize-refused',
  'connection closing initialize-refused',
  'connection closed initialize-refused',
];

async function misbehaving(mode: string): Promise<Session> {
  const server = await startHttpMisbehave(mode);
  onTestFinished(() => server.close());
  const spec = { transport: 'streamable-http', url: server.url, headers: [], authorization: { mode: 'none' } } as const;
  return Session.open(spec);
}

const UNANSWERED = ['problem', 'closing', 'closed'].map((event) => `connection ${event} initialize-unanswered`);

interface Expected {
  /** What follows the request; the end of the session not included. */
  readonly lines: readonly string[];
  readonly faults: readonly (readonly string[])[];
  readonly outcome: string;
}

/** Open a session to `mode`, wait for `lines`, end it, and compare everything. */
async function answers(
  mode: string,
  { lines, faults, outcome }: Expected,
): Promise<{ session: Session; log: SessionLog }> {
  const session = await misbehaving(mode);
  const refused = lines.some((line) => line.startsWith('connection problem'));
  // What cannot be initialized ends by itself; what may still be answered is ended by the test.
  const end = refused ? [] : outcome === 'no-answer' ? UNANSWERED : CLOSED;
  await session.reaches(ASKED.length + lines.length + (end === UNANSWERED ? end.length : 0));
  await session.end();
  expect(session.story).toEqual([...ASKED, ...lines, ...end]);
  const log = expectWhole(session);
  expect(faultsOf(session, log)).toEqual(faults);
  // What is wrong is shown as that, and nothing else is.
  if (faults.length > 0 || ['error', 'no-answer'].includes(outcome)) expect(wrongIn(log)).toBeGreaterThan(0);
  else if (outcome === 'result') expect(wrongIn(log)).toBe(0);
  expect(log.operations.map((each) => [each.method, each.outcome])).toEqual([['initialize', outcome]]);
  return { session, log };
}

/** The row of an exchange's step is marked as trouble. */
function expectTrouble({ session, log }: { session: Session; log: SessionLog }, phase: HttpBody['phase']): void {
  const s = session.events.findIndex((event) => event.k === 'http' && event.phase === phase);
  expect(describeRow(log, s)?.trouble).toBe(true);
}

test('a web page is malformed text, named as HTML', async () => {
  const { log } = await answers('html', {
    lines: ['x1 response 200', `< ${HTML}`, 'x1 end server'],
    faults: [[HTML, 'html']],
    outcome: 'no-answer',
  });
  expect(describeRow(log, log.faulty[0] ?? -1)).toMatchObject({ shape: 'malformed', text: HTML });
});

test('401 without authorization ends the session, and what OAuth says in its body is no fault', async () => {
  const body = '{"error":"invalid_token"}';
  const result = await answers('401', {
    // What OAuth says is no MCP message, and no fault either.
    lines: ['x1 response 401', `x1 body ${body}`, 'x1 end server', ...UNAUTHORIZED],
    faults: [],
    outcome: 'no-answer',
  });
  expectTrouble(result, 'response');
  const response = result.session.events.find((event) => event.k === 'http' && event.phase === 'response');
  expect(response).toMatchObject({
    headers: expect.arrayContaining([['WWW-Authenticate', expect.stringMatching(/^Bearer resource_metadata=/)]]),
  });
});

test('404 has a server of HTTP+SSE looked for, and then ends the session', async () => {
  const result = await answers('404', {
    // A server of HTTP+SSE would say on a GET where to post.
    lines: [
      'x1 response 404',
      'x1 body Not Found\n',
      'x1 end server',
      'x2 request GET',
      'x2 response 405',
      'x2 end server',
      ...REFUSED,
    ],
    // An error's body need not be a message: the status is what is wrong, not its text.
    faults: [],
    outcome: 'no-answer',
  });
  expectTrouble(result, 'response');
});

test('500 with a JSON-RPC error without id ends the only request with that error', async () => {
  const body = '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":null}';
  const result = await answers('500', {
    lines: ['x1 response 500', `< ${body}`, ...REFUSED.slice(0, 2), 'x1 end server', ...REFUSED.slice(2)],
    faults: [[body, 'null-id']],
    outcome: 'error',
  });
  expectTrouble(result, 'response');
  expect(describeRow(result.log, result.log.faulty[0] ?? -1)?.details).toContainEqual(
    expect.objectContaining({ code: 'error', number: -32603, message: 'Internal error' }),
  );
});

test('500 with text leaves the request without an answer', async () => {
  const result = await answers('500-text', {
    lines: ['x1 response 500', 'x1 body upstream exploded\n', 'x1 end server'],
    faults: [],
    outcome: 'no-answer',
  });
  expectTrouble(result, 'response');
  expect(sessionFailure(result.log, result.log.state, result.log.length)).toMatchObject({
    reason: 'http-server-error',
    quote: ['upstream exploded'],
  });
});

test('silence, which the end of the session cancels', async () => {
  const session = await misbehaving('silent');
  await session.reaches(ASKED.length);
  const asked = session.events.findIndex(({ k }) => k === 'message');
  expect(describeRow(session.log, asked)?.waiting).toBe(true);
  await session.end();
  expect(session.story).toEqual([...ASKED, ...CLOSED.slice(0, 1), 'x1 end client', ...CLOSED.slice(1)]);
  expect(expectWhole(session).operations.map(({ outcome }) => outcome)).toEqual(['no-answer']);
});

test('an SSE stream that is cut in the middle keeps its rest as an unterminated line', async () => {
  const rest = `id: 1\ndata: ${HALF}`;
  const result = await answers('cut-sse', {
    lines: ['x1 response 200', 'x1 sse : about to break\n', `< (cut) ${rest}`, 'x1 end network'],
    faults: [[rest, 'not-json', 'unterminated']],
    outcome: 'no-answer',
  });
  expectTrouble(result, 'end');
});

test('JSON that is cut in the middle is kept as far as it came, with the network’s error', async () => {
  const result = await answers('cut-json', {
    lines: ['x1 response 200', `< (cut) ${HALF}`, 'x1 end network'],
    faults: [[HALF, 'incomplete-json', 'unterminated']],
    outcome: 'no-answer',
  });
  expectTrouble(result, 'end');
  const end = result.session.events.find((event) => event.k === 'http' && event.phase === 'end');
  expect(end).toMatchObject({ error: expect.stringMatching(/aborted|ECONNRESET/) });
});

test('bytes that are not UTF-8 are kept as they are', async () => {
  const b64 = Buffer.concat([Buffer.from(ANSWER), Buffer.from([0xff, 0xfe])]).toString('base64');
  await answers('broken-utf8', {
    lines: ['x1 response 200', `< b64:${b64}`, 'x1 end server'],
    faults: [[`b64:${b64}`, 'not-json', 'invalid-utf8']],
    outcome: 'no-answer',
  });
});

test('202 to a request is no response to it where no stream can bring one', async () => {
  await answers('202-request', { lines: ['x1 response 202', 'x1 end server'], faults: [], outcome: 'no-answer' });
});

test('a port on which nobody listens is a server that cannot be reached', async () => {
  const port = await freePort();
  const session = await Session.open(http(`http://127.0.0.1:${port}/mcp`));
  const lines = [...ASKED, 'x1 end network', 'connection problem http-unreachable'];
  await session.reaches(lines.length + 2);
  await session.end();
  const ended = ['closing', 'closed'].map((event) => `connection ${event} http-unreachable`);
  expect(session.story).toEqual([...lines, ...ended]);
  const log = expectWhole(session);
  expect(log.operations.map(({ outcome }) => outcome)).toEqual(['no-answer']);
  expect(log.state.problem?.reason).toBe('http-unreachable');
  expect(log.state.problem?.detail).toContain(`ECONNREFUSED 127.0.0.1:${port}`);
});
