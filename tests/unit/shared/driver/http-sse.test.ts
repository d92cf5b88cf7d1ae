/** HTTP+SSE of 2024-11-05: its end, its address, and waiting for it. */
import { describe, expect, test } from 'vitest';
import type { Policy } from '#shared/driver';
import { request, s2c } from '../../script.ts';
import { eventually, feed, host, NEVER, resumed, type Script, welcome } from '../../scripted-host.ts';
import { end, endpoint, head, STREAM } from '../../http-events.ts';

/** A session that is over HTTP+SSE: its stream is x3. */
function overSse(policy: Partial<Policy> = {}): Script {
  const script = host({ revision: 'auto', timeouts: NEVER, ...policy }, undefined, true);
  feed(script, head('x1', 405), end('x1'), head('x2', 405), end('x2'), head('x3', 200, STREAM));
  return script;
}

describe('HTTP+SSE', () => {
  test('ends with its stream, and nothing is sent any more', async () => {
    const script = overSse();
    feed(script, endpoint('x3', '/messages'), head('x4', 202), end('x4'), s2c(welcome(3), { x: 'x3' }));
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
    feed(script, endpoint('x3', '/messages'), head('x4', 202), end('x4'), s2c(welcome(3), { x: 'x3' }));
    const { transport, session } = resumed(script.session.log);
    expect(transport.sent).toEqual([]);
    expect(session.log.state.problem?.reason).toBe('stream-ended');
  });

  test('with an address at another origin is refused, and says so', () => {
    const script = overSse();
    feed(script, endpoint('x3', 'http://elsewhere/messages'));
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
