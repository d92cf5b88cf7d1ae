/** Streams that are refused, forgotten, and begun anew. */
import { expect, test } from 'vitest';
import { DEFAULT_POLICY, SessionHost } from '#shared/driver';
import { SessionLog } from '#shared/session';
import { request, result, s2c } from '../../script.ts';
import { eventually, feed, host, methods, NEVER, Scripted, welcome } from '../../scripted-host.ts';
import { end, head, STREAM } from '../../http-events.ts';

test('a subscription that is refused is not asked for again', async () => {
  const script = host({ revision: '2026-07-28', listen: true, timeouts: NEVER }, undefined, true);
  const capabilities = { tools: { listChanged: true } };
  feed(
    script,
    head('x1', 200),
    s2c(result(1, { supportedVersions: ['2026-07-28'], capabilities, resultType: 'complete' }), { x: 'x1' }),
    end('x1'),
  );
  expect(methods(script)[1]).toBe('subscriptions/listen');
  feed(script, head('x2', 404), end('x2'));
  script.session.send(JSON.stringify(request(9, 'ping')), 'user', { limits: { idleMs: 1500 } });
  await eventually(() => expect(script.session.log.operations.at(-1)?.outcome).toBe('timeout'));
  expect(methods(script).filter((method) => method === 'subscriptions/listen')).toHaveLength(1);
});

test('a session begun anew leaves the streams of the one before, and two refusals at once begin one', () => {
  const script = host({ listen: true, timeouts: NEVER }, undefined, true);
  feed(script, head('x1', 200, [['Mcp-Session-Id', 'one']]), s2c(welcome(1), { x: 'x1' }), end('x1'));
  feed(script, head('x2', 202), end('x2'), head('x3', 200, STREAM));
  script.session.send(JSON.stringify(request(2, 'ping')));
  script.session.send(JSON.stringify(request(3, 'ping')));
  feed(script, head('x4', 404), head('x5', 404), end('x5'), end('x4'));
  expect(script.transport.aborted).toEqual(['x3']);
  expect(methods(script).filter((method) => method === 'initialize')).toHaveLength(2);
  expect(script.session.log.state.dropped.size).toBe(0);
});

test('what was refused together is sent again together, each as it was sent', async () => {
  let granted = (): void => {};
  const grant = new Promise<boolean>((resolve) => (granted = () => resolve(true)));
  const transports: Scripted[] = [];
  const session = new SessionHost({
    openTransport: (emit) => {
      const transport = new Scripted(emit);
      transports.push(transport);
      return transport;
    },
    policy: { ...DEFAULT_POLICY, handshake: false, timeouts: NEVER },
    client: { name: 'lifeline', version: '0' },
    log: new SessionLog(),
    now: () => 0,
    record: () => {},
    authorizer: { credentials: () => [], authorize: () => grant },
  });
  const [transport] = transports;
  if (!transport) throw new Error('the host opened no transport');
  transport.exchanges = 0;
  session.open();
  session.send(JSON.stringify(request(1, 'ping')), 'user', { http: { headers: [['X-Own', '1']] } });
  session.send(JSON.stringify(request(2, 'ping')));
  transport.emit([head('x1', 401)]);
  transport.emit([head('x2', 401)]);
  granted();
  await grant;
  // Both wait for their exchange to be over, and neither takes the other's place.
  await Promise.resolve();
  transport.emit([end('x1')]);
  transport.emit([end('x2')]);
  await eventually(() => expect(transport.sent).toMatchObject([{ id: 1 }, { id: 2 }, { id: 1 }, { id: 2 }]));
  expect(transport.headers[2]).toEqual([['X-Own', '1']]);
  await session.close('user');
}, 4000);
