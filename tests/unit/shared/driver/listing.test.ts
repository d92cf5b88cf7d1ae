/** A list is asked for as long as the server answers, and not again for ever. */
import { describe, expect, test } from 'vitest';
import { failure, notification, result, s2c } from '../../script.ts';
import { feed, host, legacy, methods, NEVER, type Script, welcome } from '../../scripted-host.ts';
import { end, head } from '../../http-events.ts';

describe('a list', () => {
  const page = (id: number): object => result(id, { tools: [], nextCursor: 'next' });

  test.each([
    ['refused', (script: Script) => script.receive(failure(3))],
    ['taken back', (script: Script) => script.session.cancel(2, 'no')],
  ])('whose next page is %s is not asked for again', (_how, over) => {
    const script = legacy({}, { tools: {} });
    script.receive(page(2));
    expect(script.transport.sent.at(-1)).toMatchObject({ id: 3, params: { cursor: 'next' } });
    over(script);
    expect(methods(script).filter((method) => method === 'tools/list')).toHaveLength(2);
  });

  test('that changed and then is refused is not asked for again', () => {
    const script = legacy({}, { tools: {} });
    script.receive(notification('notifications/tools/list_changed'));
    script.receive(failure(2));
    expect(methods(script).filter((method) => method === 'tools/list')).toHaveLength(1);
  });

  test('is not asked for again while the session ends', async () => {
    const script = legacy({}, { tools: {} });
    script.receive(page(2));
    await script.session.close('user');
    expect(methods(script).filter((method) => method === 'tools/list')).toHaveLength(2);
  });
});

test('what is listed waits for the authorization of notifications/initialized', () => {
  const script = host({ timeouts: NEVER }, undefined, true);
  feed(script, head('x1', 200), s2c(welcome(1, { tools: {} }), { x: 'x1' }), end('x1'), head('x2', 401), end('x2'));
  expect(methods(script)).toEqual(['initialize', 'notifications/initialized']);
});
