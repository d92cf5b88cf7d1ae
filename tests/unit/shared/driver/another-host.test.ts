/** Another host goes on over the same log. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY, SessionHost, type Policy } from '#shared/driver';
import type { EventBody } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { c2s, handshake, request, result, s2c } from '../../script.ts';
import { toEvents } from '../../arbitraries.ts';
import { eventually, host, Scripted } from '../../scripted-host.ts';

type Script = ReturnType<typeof host>;

const NEVER: Policy['timeouts'] = { idleMs: 0, totalMs: 0, progressExtends: true };

const methods = ({ transport }: Script): unknown[] =>
  transport.sent.map((each) => (typeof each === 'string' ? each : (each as { method?: unknown }).method));

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

/** A session of the handshake era over stdio; the next id is 2, or 3 when it reads its tools. */
function legacy(policy: Partial<Policy> = {}, capabilities: object = {}): Script {
  const script = host({ timeouts: NEVER, ...policy });
  script.receive(welcome(1, capabilities));
  return script;
}

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

describe('another host', () => {
  test('makes the handshake again that was cut off', () => {
    const script = host({ revision: 'auto' }, undefined, true);
    feed(script, head('x1', 400), end('x1'));
    expect(methods(script)).toEqual(['server/discover', 'initialize']);
    const { transport, session } = resumed(script.session.log);
    expect(transport.sent).toMatchObject([{ method: 'initialize', params: { protocolVersion: '2025-11-25' } }]);
    expect(session.log.state.connection).toBe('open');
    expect(session.log.state.problem).toBeUndefined();
  });

  test('asks once for a list that was cut off', () => {
    const log = new SessionLog();
    const bodies: EventBody[] = [
      ...handshake(),
      c2s(request(2, 'tools/list'), { by: 'auto' }),
      s2c(result(2, { tools: [], nextCursor: 'next' })),
      { k: 'http', x: 'x9', phase: 'request', method: 'POST', url: 'http://server/mcp', headers: [] },
      c2s(request(3, 'tools/list', { cursor: 'next' }), { by: 'auto', x: 'x9' }),
    ];
    for (const event of toEvents(bodies)) log.append(event);
    expect(resumed(log).transport.sent).toMatchObject([{ id: 4, method: 'tools/list' }]);
  });

  test('goes on looking at tasks', async () => {
    const script = legacy({ followTasks: false });
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't', task: {} })));
    script.receive(result(2, { task: { taskId: 't1', status: 'working', pollInterval: 1 } }));
    const { transport } = resumed(script.session.log);
    await eventually(() => expect(transport.sent).toMatchObject([{ method: 'tasks/get' }]));
  });
});
