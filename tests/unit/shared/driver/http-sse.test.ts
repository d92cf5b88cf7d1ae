/** HTTP+SSE of 2024-11-05: its end, its address, and waiting for it. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY, SessionHost, type Policy } from '#shared/driver';
import type { EventBody } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { request, result, s2c } from '../../script.ts';
import { eventually, host, Scripted } from '../../scripted-host.ts';

type Script = ReturnType<typeof host>;

const NEVER: Policy['timeouts'] = { idleMs: 0, totalMs: 0, progressExtends: true };

const STREAM = [['Content-Type', 'text/event-stream']] as const;

const head = (x: string, status: number, headers: readonly (readonly [string, string])[] = []): EventBody => ({
  k: 'http',
  x,
  phase: 'response',
  status,
  headers,
});

const end = (x: string): EventBody => ({ k: 'http', x, phase: 'end', by: 'server' });

const feed = ({ transport }: Script, ...bodies: readonly EventBody[]): void =>
  bodies.forEach((body) => transport.emit([body]));

const welcome = (id: number, capabilities: object = {}): object =>
  result(id, { protocolVersion: '2025-11-25', capabilities, serverInfo: {} });

/** A session that is over HTTP+SSE: its stream is x3. */
function overSse(policy: Partial<Policy> = {}): Script {
  const script = host({ revision: 'auto', timeouts: NEVER, ...policy }, undefined, true);
  feed(script, head('x1', 405), end('x1'), head('x2', 405), end('x2'), head('x3', 200, STREAM));
  return script;
}

const endpoint = (data: string): EventBody => ({
  k: 'sse',
  x: 'x3',
  text: 'event: endpoint\n',
  event: 'endpoint',
  data,
});

/** Another host over the same log, which has gone on with it. */
function resumed(log: SessionLog, policy: Partial<Policy> = {}) {
  const opened: Scripted[] = [];
  const session = new SessionHost({
    openTransport: (emit) => {
      const transport = new Scripted(emit);
      opened.push(transport);
      return transport;
    },
    policy: { ...DEFAULT_POLICY, revision: 'auto', listen: false, timeouts: NEVER, ...policy },
    client: { name: 'lifeline', version: '0' },
    log,
    now: () => 0,
    record: () => {},
  });
  const [transport] = opened;
  if (!transport) throw new Error('the host opened no transport');
  transport.exchanges = 100;
  session.resume('page-reloaded');
  return { session, transport };
}

describe('HTTP+SSE', () => {
  test('ends with its stream, and nothing is sent any more', async () => {
    const script = overSse();
    feed(script, endpoint('/messages'), head('x4', 202), end('x4'), s2c(welcome(3), { x: 'x3' }));
    feed(script, head('x5', 202), end('x5'));
    script.session.send(JSON.stringify(request(9, 'ping')));
    const before = script.transport.sent.length;
    feed(script, head('x6', 202), end('x6'), end('x3'));
    await eventually(() => expect(script.session.log.state.connection).toBe('closed'));
    expect(script.session.log.state).toMatchObject({ problem: { reason: 'stream-ended' }, closedBy: 'stream-ended' });
    expect(script.session.log.operations.at(-1)?.outcome).toBe('no-answer');
    expect(script.transport.sent).toHaveLength(before);
  });

  test('cannot be gone on with by another host', () => {
    const script = overSse();
    feed(script, endpoint('/messages'), head('x4', 202), end('x4'), s2c(welcome(3), { x: 'x3' }));
    const { transport, session } = resumed(script.session.log);
    expect(transport.sent).toEqual([]);
    expect(session.log.state.problem?.reason).toBe('stream-ended');
  });

  test('with an address at another origin is refused, and says so', () => {
    const script = overSse();
    feed(script, endpoint('http://elsewhere/messages'));
    expect(script.session.log.state.problem).toMatchObject({
      reason: 'endpoint-refused',
      detail: 'http://elsewhere/messages',
    });
    expect(script.session.log.state.connection).toBe('closed');
  });

  test('whose address does not come is waited for no longer than the policy says', async () => {
    const script = overSse({ probeMs: 5 });
    await eventually(() => expect(script.session.log.state.problem?.reason).toBe('initialize-refused'));
  });

  test('is not what a stream opened by hand was for', () => {
    const script = host({ handshake: false }, undefined, true);
    script.session.listen();
    feed(script, head('x1', 405), end('x1'));
    expect(script.session.log.state).toMatchObject({ connection: 'open' });
    const early = host({ revision: 'auto' }, undefined, true);
    early.session.listen();
    feed(early, head('x2', 405), end('x2'));
    expect(early.session.log.state).toMatchObject({ connection: 'open' });
  });
});
