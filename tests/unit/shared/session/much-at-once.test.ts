/** Much that is open at once stays within bounds. */
import { describe, expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { copyState, MAX_TASK_COUNT, SessionFold } from '#shared/session';
import { toEvents } from '../../arbitraries.ts';
import { c2s, logOf, notification, OPEN, request, result, s2c } from '../../script.ts';
import { end, head, post, STREAM } from '../../http-events.ts';

describe('much that is open at once', () => {
  const MANY = 10_000;

  test('over HTTP costs no more with each answer', () => {
    const ids = Array.from({ length: MANY }, (_, index) => index + 1);
    const opening = ids.flatMap((id) => post(`x${id}`, request(id, 'ping')));
    // In the order that is worst for whoever looks through them.
    const answers = ids.toReversed().flatMap((id) => [head(`x${id}`, 500), end(`x${id}`)]);
    const fold = new SessionFold();
    const events = toEvents([...OPEN, ...opening, ...answers]);
    const cost = (from: number, to: number): number => {
      // Of the processor, which other tests use too.
      const began = process.cpuUsage();
      for (const event of events.slice(from, to)) fold.append(event);
      return process.cpuUsage(began).user / 1000;
    };
    const open = cost(0, 2 + opening.length);
    expect(fold.state.pending.size).toBe(MANY);
    const answered = cost(2 + opening.length, events.length);
    expect(fold.state.pending.size).toBe(0);
    expect(fold.state.carried.size).toBe(0);
    // Looking through all of them at each step is hundreds of times as much.
    expect(answered).toBeLessThan(20 * open + 100);
  });

  test('is found by its progress token, the latest where two have one', () => {
    const asks = (id: number, token: string): EventBody =>
      c2s(request(id, 'tools/call', { name: 't', _meta: { progressToken: token } }));
    const progress = s2c(notification('notifications/progress', { progressToken: 'b', progress: 1 }));
    const log = logOf(...OPEN, asks(1, 'a'), asks(2, 'b'), asks(3, 'b'), progress, s2c(result(3)), progress);
    expect(log.operations.map(({ events }) => events)).toEqual([[2], [3], [4, 5, 6]]);
  });

  test('tasks are forgotten beyond a bound, the oldest first', () => {
    const fold = new SessionFold();
    const told = Array.from({ length: MAX_TASK_COUNT + 1 }, (_, index) =>
      s2c(notification('notifications/tasks/status', { taskId: `t${index}`, status: 'working' })),
    );
    for (const event of toEvents([...OPEN, ...told])) fold.append(event);
    expect(fold.state.tasks.size).toBe(MAX_TASK_COUNT);
    expect(fold.state.tasks.has('t0')).toBe(false);
    expect(fold.state.tasks.has(`t${MAX_TASK_COUNT}`)).toBe(true);
  });
});

test('a copy of the state keeps what waits in an exchange when the original goes on', () => {
  const fold = new SessionFold();
  const events = toEvents([
    ...OPEN,
    ...post('x1', request(1, 'ping')),
    head('x1', 200, STREAM),
    s2c(result(1), { x: 'x1' }),
  ]);
  for (const event of events.slice(0, -1)) fold.append(event);
  const copy = copyState(fold.state);
  const [last] = events.slice(-1);
  if (last) fold.append(last);
  expect(fold.state.carried.size).toBe(0);
  expect([...copy.carried.of('x1')]).toEqual(['c2s:n:1']);
});
