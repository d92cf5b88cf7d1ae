/** Waiting for tasks, for longer than a timer can, and for streams. */
import { describe, expect, test, vi } from 'vitest';
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
