/** Another host goes on over the same log. */
import { describe, expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { c2s, handshake, request, result, s2c } from '../../script.ts';
import { toEvents } from '../../arbitraries.ts';
import { eventually, feed, host, legacy, methods, resumed } from '../../scripted-host.ts';
import { end, head } from '../../http-events.ts';

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
