/** Waiting for tasks, for longer than a timer can, and for streams. */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { notification, request, result, s2c } from '../../script.ts';
import { eventually, feed, host, legacy, methods, NEVER, welcome } from '../../scripted-host.ts';
import { end, head, STREAM } from '../../http-events.ts';

describe('waiting', () => {
  const created = { taskId: 't1', status: 'working', pollInterval: 40 };

  test('for one task is one timer, however often the server tells of it', () => {
    vi.useFakeTimers();
    try {
      const script = legacy();
      script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't', task: {} })));
      script.receive(result(2, { task: created }));
      for (let times = 0; times < 5; times++) {
        vi.advanceTimersByTime(5);
        script.receive(notification('notifications/tasks/status', created));
      }
      expect(vi.getTimerCount()).toBe(1);
      const asked = (): unknown[] => methods(script).filter((method) => method === 'tasks/get');
      vi.advanceTimersByTime(39);
      expect(asked()).toHaveLength(0);
      vi.advanceTimersByTime(1);
      expect(asked()).toHaveLength(1);
      script.receive(result(3, created));
      vi.advanceTimersByTime(39);
      expect(asked()).toHaveLength(1);
      vi.advanceTimersByTime(1);
      expect(asked()).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('for longer than a timer can is not over at once', async () => {
    const script = legacy({ timeouts: { idleMs: 1e12, totalMs: 1e13, progressExtends: true } });
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't', task: {} })));
    script.receive(result(2, { task: { ...created, pollInterval: 1e12 } }));
    script.session.send(JSON.stringify(request(3, 'ping')), 'user', { limits: { idleMs: 5 } });
    script.session.send(JSON.stringify(request(4, 'ping')));
    await eventually(() => expect(script.session.log.operations.at(-2)?.outcome).toBe('timeout'));
    expect(script.session.log.operations.at(-1)?.outcome).toBeUndefined();
    expect(methods(script)).not.toContain('tasks/get');
    await script.session.close('user');
  });

  test('for a stream is over when nobody waits for its answer any more', async () => {
    const script = host({ timeouts: NEVER }, undefined, true);
    feed(script, head('x1', 200), s2c(welcome(1), { x: 'x1' }), end('x1'), head('x2', 202), end('x2'));
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't' })));
    feed(script, head('x3', 200, STREAM), { k: 'sse', x: 'x3', text: '', id: 'e1', retry: 5 }, end('x3'));
    expect(script.session.log.state.dropped.size).toBe(1);
    script.session.cancel(1, 'no');
    const limits = { idleMs: 60 };
    script.session.send(JSON.stringify(request(3, 'ping')), 'user', { limits });
    await eventually(() => expect(script.session.log.operations.at(-1)?.outcome).toBe('timeout'));
    expect(methods(script)).not.toContain('listen');
  });
});

describe('the time for an answer', () => {
  const timeouts = { idleMs: 300, totalMs: 1000, progressExtends: true };
  const outcomes = ({ session }: ReturnType<typeof host>): unknown[] =>
    session.log.operations.filter(({ method }) => method === 'tools/call').map(({ outcome }) => outcome);
  const call = (id: number): string => JSON.stringify(request(id, 'tools/call', { name: 't' }));
  const asks = (id: string, method = 'elicitation/create'): object => request(id, method, { message: 'Which?' });

  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  test.each(['elicitation/create', 'sampling/createMessage', 'roots/list'])(
    'stands still while the person owes the answer to %s',
    (method) => {
      const script = legacy({ timeouts, answerRoots: false });
      script.session.send(call(2));
      vi.advanceTimersByTime(200);
      script.receive(asks('q', method));
      vi.advanceTimersByTime(1e9);
      expect(outcomes(script)).toEqual([undefined]);
      script.session.send(JSON.stringify(result('q')));
      vi.advanceTimersByTime(99);
      expect(outcomes(script)).toEqual([undefined]);
      vi.advanceTimersByTime(1);
      expect(outcomes(script)).toEqual(['timeout']);
    },
  );

  test('goes on once the last of several questions is answered, or taken back by the server', () => {
    const script = legacy({ timeouts });
    script.session.send(call(2));
    script.receive(asks('q1'), asks('q2'));
    script.session.send(JSON.stringify(result('q1')));
    vi.advanceTimersByTime(1e6);
    expect(outcomes(script)).toEqual([undefined]);
    script.receive(notification('notifications/cancelled', { requestId: 'q2' }));
    vi.advanceTimersByTime(300);
    expect(outcomes(script)).toEqual(['timeout']);
  });

  test('goes on for what was called after the question, and for what another exchange carries', () => {
    const script = legacy({ timeouts });
    script.session.send(call(2));
    script.receive(asks('q'));
    script.session.send(call(3));
    vi.advanceTimersByTime(300);
    expect(outcomes(script)).toEqual([undefined, 'timeout']);

    const http = host({ timeouts }, undefined, true);
    feed(http, head('x1', 200), s2c(welcome(1), { x: 'x1' }), end('x1'), head('x2', 202), end('x2'));
    http.session.send(call(2));
    http.session.send(call(3));
    feed(http, head('x3', 200, STREAM), s2c(asks('q'), { x: 'x3' }));
    vi.advanceTimersByTime(300);
    expect(outcomes(http)).toEqual([undefined, 'timeout']);
  });

  test('stands still while a result asks for input, and keeps the limits of the call and what was left in all', () => {
    const script = host({ revision: '2026-07-28', timeouts: NEVER });
    script.receive(result(1, { supportedVersions: ['2026-07-28'], capabilities: {}, resultType: 'complete' }));
    const modernCall = (id: number, more: object): string =>
      JSON.stringify(
        request(id, 'tools/call', {
          name: 't',
          ...more,
          _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
        }),
      );
    script.session.send(modernCall(2, {}), 'user', { limits: timeouts });
    vi.advanceTimersByTime(250);
    script.receive(result(2, { resultType: 'input_required', requestState: 's', inputRequests: { k: asks('q') } }));
    vi.advanceTimersByTime(1e6);
    expect(outcomes(script)).toEqual([undefined]);
    script.session.send(modernCall(3, { requestState: 's', inputResponses: { k: { action: 'decline' } } }));
    vi.advanceTimersByTime(299);
    expect(outcomes(script)).toEqual([undefined]);
    vi.advanceTimersByTime(1);
    expect(outcomes(script)).toEqual(['timeout']);
  });
});
