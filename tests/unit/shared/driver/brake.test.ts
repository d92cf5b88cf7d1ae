/** The brake on what repeats by itself, by a clock that the test writes. */
import { describe, expect, test, vi } from 'vitest';
import { MAX_MODEL_COUNT, type Policy } from '#shared/driver';
import type { EventBody } from '#shared/recording';
import { c2s, handshake, logOf, notification, request, result, s2c } from '../../script.ts';
import { eventually, host } from '../../scripted-host.ts';

const LISTS = { tools: { listChanged: true }, prompts: { listChanged: true } };
const CHANGED = notification('notifications/tools/list_changed');
type Script = ReturnType<typeof host>;

/** A session of the handshake era, by a clock that runs with the fake timers. */
function legacy(capabilities: object, policy: Partial<Policy> = {}): Script {
  const start = Date.now();
  const script = host(policy, undefined, false, () => (Date.now() - start) * 1000);
  script.receive(result(1, { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 's', version: '1' } }));
  return script;
}

const open = (script: Script, method: string): { readonly id: unknown }[] =>
  [...script.session.log.state.pending.values()].flatMap(({ method: each, key = '' }) =>
    each === method ? [{ id: Number(key.slice(2)) }] : [],
  );
const count = (script: Script, method: string): number =>
  script.transport.sent.filter((message) => (message as { method?: string }).method === method).length;
const slowed = (script: Script): unknown[] =>
  [...script.session.log.events].flatMap((event) =>
    event.k === 'connection' && event.event === 'slowed' ? [[event.reason, event.detail]] : [],
  );

/** Answer every open request of `method` at once, announcing a change first, for `ms` milliseconds. */
function storm(script: Script, ms: number): void {
  for (let at = 0; at < ms; at += 10) {
    for (const { id } of open(script, 'tools/list')) script.receive(CHANGED, result(id, { tools: [] }));
    script.receive(CHANGED);
    vi.advanceTimersByTime(10);
  }
}

function withFakeTimers(run: () => void): void {
  vi.useFakeTimers();
  try {
    run();
  } finally {
    vi.useRealTimers();
  }
}

describe('a list that changes while it is read', () => {
  test('is read at once a few times, then ever more rarely, and that is said once', () => {
    withFakeTimers(() => {
      const script = legacy(LISTS);
      storm(script, 10_000);
      const lists = count(script, 'tools/list');
      expect(lists).toBeGreaterThanOrEqual(8);
      expect(lists).toBeLessThanOrEqual(12);
      expect(slowed(script)).toEqual([['list-changed', '250']]);
      // Another list has a pace of its own.
      for (const { id } of open(script, 'prompts/list')) script.receive(result(id, { prompts: [] }));
      const before = count(script, 'prompts/list');
      script.receive(notification('notifications/prompts/list_changed'));
      expect(count(script, 'prompts/list')).toBe(before + 1);
      // It is never given up: ten seconds are the longest wait.
      const rest = count(script, 'tools/list');
      storm(script, 60_000);
      expect(count(script, 'tools/list') - rest).toBeGreaterThanOrEqual(5);
    });
  });

  test('is read at once again after the storm, and the next brake is said again', () => {
    withFakeTimers(() => {
      const script = legacy(LISTS);
      storm(script, 3000);
      // What was announced last is read when its wait is over.
      vi.advanceTimersByTime(30_000);
      for (const { id } of open(script, 'tools/list')) script.receive(result(id, { tools: [] }));
      expect(script.session.log.state.lists.tools.stale).toBeUndefined();
      vi.advanceTimersByTime(30_000);
      const before = count(script, 'tools/list');
      script.receive(CHANGED);
      expect(count(script, 'tools/list')).toBe(before + 1);
      storm(script, 3000);
      expect(slowed(script)).toHaveLength(2);
    });
  });

  test('is not slowed when it changes once a second', () => {
    withFakeTimers(() => {
      const script = legacy(LISTS);
      for (let second = 0; second < 60; second++) {
        for (const { id } of open(script, 'tools/list')) script.receive(result(id, { tools: [] }));
        vi.advanceTimersByTime(1000);
        const before = count(script, 'tools/list');
        script.receive(CHANGED);
        expect(count(script, 'tools/list')).toBe(before + 1);
      }
      expect(slowed(script)).toEqual([]);
    });
  });

  test('is not read after its wait when the person switched that off', () => {
    withFakeTimers(() => {
      const script = legacy(LISTS);
      storm(script, 3000);
      for (const { id } of open(script, 'tools/list')) script.receive(CHANGED, result(id, { tools: [] }));
      script.session.setPolicy({ ...script.session.policy, refresh: false });
      const before = count(script, 'tools/list');
      vi.advanceTimersByTime(60_000);
      expect(count(script, 'tools/list')).toBe(before);
    });
  });
});

test('a list with ever new cursors is read to the thousandth page, and that it ends there is said', () => {
  const script = host();
  script.receive(result(1, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: {} }));
  for (let page = 0; open(script, 'tools/list').length > 0; page++)
    for (const { id } of open(script, 'tools/list')) script.receive(result(id, { tools: [], nextCursor: `c${page}` }));
  expect(count(script, 'tools/list')).toBe(1000);
  expect(slowed(script)).toEqual([['list-pages', undefined]]);
});

describe('a task', () => {
  const task = (pollInterval: number): object => ({ taskId: 't1', status: 'working', pollInterval });

  /** Polls in ten seconds of a server that answers at once. */
  function polled(pollInterval: number): Script {
    const script = legacy({});
    script.session.send(JSON.stringify(request(2, 'tools/call', { name: 't', task: {} })));
    script.receive(result(2, { task: task(pollInterval) }));
    for (let at = 0; at < 10_000; at++) {
      vi.advanceTimersByTime(1);
      for (const { id } of open(script, 'tasks/get')) script.receive(result(id, task(pollInterval)));
    }
    return script;
  }

  test('that is to be polled without a pause is polled about once a second', () => {
    withFakeTimers(() => {
      const script = polled(0);
      expect(count(script, 'tasks/get')).toBeGreaterThanOrEqual(10);
      expect(count(script, 'tasks/get')).toBeLessThanOrEqual(25);
      expect(slowed(script)).toEqual([['task-polling', expect.any(String)]]);
    });
  });

  test('with a pause is polled as its server asks', () => {
    withFakeTimers(() => {
      const script = polled(250);
      expect(count(script, 'tasks/get')).toBeGreaterThanOrEqual(39);
      expect(slowed(script)).toEqual([]);
    });
  });
});

describe('a stream that ends', () => {
  /** What the driver waits for after each of `drops` streams with this `retry`, by what each brings. */
  function waits(retry: number, drops: number, bring: (x: string) => readonly EventBody[] = () => []): number[] {
    const found: number[] = [];
    withFakeTimers(() => {
      const script = host({ listen: true }, undefined, true);
      const { transport } = script;
      const emit = (...bodies: EventBody[]): void => transport.emit(bodies);
      const ends = (x: string, status: number, ...bodies: readonly EventBody[]): void =>
        emit({ k: 'http', x, phase: 'response', status, headers: [['Content-Type', 'text/event-stream']] }, ...bodies, {
          k: 'http',
          x,
          phase: 'end',
          by: 'server',
        });
      const welcome = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } };
      ends('x1', 200, s2c(result(1, welcome), { x: 'x1' }));
      ends('x2', 202);
      for (let n = 0; n < drops; n++) {
        const x = `x${3 + n}`;
        ends(x, 200, { k: 'sse', x, text: `retry: ${retry}\nid: ${n}`, retry, id: String(n) }, ...bring(x));
        const before = transport.sent.length;
        let ms = 0;
        for (; transport.sent.length === before && ms <= 60_000; ms++) vi.advanceTimersByTime(1);
        found.push(ms);
      }
      found.push(...(slowed(script) as number[][]).map(([, ms]) => -Number(ms)));
    });
    return found;
  }

  test('without a message is opened again ever later, whatever its server says of it, and that is said', () => {
    expect(waits(0, 11)).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, -400]);
  });

  test('with a message is opened again after the shortest wait', () => {
    expect(waits(0, 6, (x) => [s2c(notification('notifications/message'), { x })])).toEqual(Array(6).fill(100));
  });

  test('is opened again when its server says, if that is no hurry', () => {
    expect(waits(300, 12)).toEqual(Array(12).fill(300));
  });
});

test('only a few models are asked at once, the others in their turn, and nobody for what is over', async () => {
  const asked: (() => void)[] = [];
  const script = host(
    { sampling: { mode: 'model', endpoint: { url: 'http://m', model: 'm' } } },
    undefined,
    false,
    undefined,
    () => new Promise((resolve) => asked.push(() => resolve('{}'))),
  );
  script.receive(result(1, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} }));
  for (let id = 1; id <= 20; id++) script.receive(request(id, 'sampling/createMessage', {}));
  script.receive(notification('notifications/cancelled', { requestId: 6 }));
  expect(asked).toHaveLength(MAX_MODEL_COUNT);
  expect(slowed(script)).toEqual([['questions', undefined]]);
  for (let done = 0; done < 19; done++) {
    await eventually(() => expect(asked.length).toBeGreaterThan(done));
    asked[done]?.();
  }
  await eventually(() => expect(script.session.log.state.pending.size).toBe(0));
  expect(asked).toHaveLength(19);
});

test('the pace is in the fold: the same events give the same', () => {
  const events = [
    ...handshake(),
    ...[2, 3, 4].flatMap((id) => [c2s(request(id, 'tools/list'), { by: 'auto' }), s2c(result(id))]),
  ];
  expect(logOf(...events).state.paces).toEqual(logOf(...events).state.paces);
  expect(logOf(...events).state.paces.get('list-changed tools')).toMatchObject({ streak: 3 });
  // What a person asks for is not counted.
  expect(logOf(...handshake(), c2s(request(2, 'tools/list'), { by: 'user' })).state.paces.size).toBe(0);
});
