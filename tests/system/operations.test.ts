/** Every operation against servers on the official SDKs, over every route: what the client does by itself, and by hand. */
import { describe, expect, test } from 'vitest';
import { answerText } from '#shared/driver';
import { showIdKey } from '#shared/jsonrpc';
import { META } from '#shared/mcp';
import { startSdkV1, startSdkV2, startTasks2026, TASKS_2026 } from '../fixtures/start.ts';
import { eventually } from '../relay/support/page.ts';
import type { Hosted } from './support/direct.ts';
import { answerOf, AUTO, call, discovered, openHttp, openProcess, textOf, V1, V2 } from './support/routes.ts';

const SAMPLED =
  '{"role":"assistant","content":{"type":"text","text":"sampled"},"model":"canned","stopReason":"endTurn"}';
const ANSWERS = {
  ...AUTO,
  roots: [{ uri: 'file:///work', name: 'work' }],
  sampling: { mode: 'auto', answer: SAMPLED },
  elicitation: { mode: 'defaults' },
} as const;

const ROUTES = ['stdio', 'relay', 'direct'] as const;
const openV1 = async (route: (typeof ROUTES)[number], policy: object = ANSWERS): Promise<Hosted> => {
  const session = await (route === 'stdio' ? openProcess(...V1, policy) : openHttp(route, await startSdkV1(), policy));
  await discovered(session);
  return session;
};
const openV2 = async (route: (typeof ROUTES)[number], policy: object = ANSWERS): Promise<Hosted> => {
  const session = await (route === 'stdio'
    ? openProcess(...V2('modern'), policy)
    : openHttp(route, await startSdkV2('modern'), policy));
  await discovered(session);
  return session;
};
const tool = (name: string, given: object = {}, more: object = {}): object => ({ name, arguments: given, ...more });
/** The server's request that waits for an answer. */
const asked = (session: Hosted, method: string) =>
  eventually(() =>
    [...session.log.state.pending.values()].find((each) => each.dir === 's2c' && each.method === method),
  );
const logs = ({ log }: Hosted, method: string): number => log.notes.filter((note) => note.method === method).length;

describe.each(ROUTES)('the v1 SDK, %s', (route) => {
  test('sampling, a form, roots and ping are answered by policy', async () => {
    const session = await openV1(route);
    for (const [name, expected] of [
      ['sample', 'sampled'],
      ['sample-tools', 'sampled'],
      ['elicit', 'accept'],
      ['roots', 'file:///work'],
      ['ping-client', ''],
    ] as const) {
      const operation = await call(session, 'tools/call', tool(name));
      expect([name, operation.outcome]).toEqual([name, 'result']);
      expect(textOf(session, operation)).toContain(expected);
    }
  });

  test('a page to open is left to the person, and its completion is told', async () => {
    const session = await openV1(route);
    void call(session, 'tools/call', tool('elicit-url')).catch(() => undefined);
    const ask = await asked(session, 'elicitation/create');
    expect(ask.by).toBeUndefined();
    session.send(answerText(ask.key ?? '', 'result', '{"action":"decline"}'));
    await eventually(() =>
      session.log.operations.some(({ method, outcome }) => method === 'tools/call' && outcome === 'result'),
    );
    const required = await call(session, 'tools/call', tool('url-required'));
    expect(answerOf(session, required)['code']).toBe(-32042);
  });

  test('the server takes its own request back', async () => {
    const session = await openV1(route, { ...ANSWERS, sampling: { mode: 'ask' } });
    const operation = await call(session, 'tools/call', tool('sample-cancelled'));
    expect(textOf(session, operation)).toContain('cancelled');
    const sampling = session.log.operations.find(({ method }) => method === 'sampling/createMessage');
    expect(sampling?.outcome).toBe('cancelled');
  });

  test('a task is followed to its result', async () => {
    const session = await openV1(route);
    const created = await call(session, 'tools/call', tool('task', {}, { task: { ttl: 60_000 } }));
    expect(created.outcome).toBe('result');
    const task = await eventually(() =>
      [...session.log.state.tasks.values()].find(({ resultS }) => resultS !== undefined),
    );
    expect(task).toMatchObject({ status: 'completed', op: created.index });
    const { log } = session;
    const result = log.operations.find(({ method, by }) => method === 'tasks/result' && by === 'auto');
    expect(result?.outcome).toBe('result');
    const listed = await call(session, 'tasks/list', {});
    expect(answerOf(session, listed)['tasks']).toHaveLength(1);
  });

  test('progress, logging, completion, subscriptions', async () => {
    const session = await openV1(route);
    const progress = await call(session, 'tools/call', tool('progress', {}, { _meta: { progressToken: 'p' } }));
    expect(progress.events.length).toBeGreaterThan(2);
    expect((await call(session, 'logging/setLevel', { level: 'error' })).outcome).toBe('result');
    const before = logs(session, 'notifications/message');
    await call(session, 'tools/call', tool('log'));
    // Over HTTP it comes on another stream than the answer, before it or after.
    await eventually(() => expect(logs(session, 'notifications/message')).toBeGreaterThan(before));
    const argument = { name: 'country', value: '' };
    const completed = await call(session, 'completion/complete', {
      ref: { type: 'ref/resource', uri: 'weather://{country}/{city}' },
      argument,
    });
    expect(answerOf(session, completed)['completion']).toMatchObject({
      values: expect.arrayContaining([expect.any(String)]),
    });
    const uri = 'garden://notes';
    await call(session, 'resources/subscribe', { uri });
    expect([...session.log.state.subscribed.keys()]).toEqual([uri]);
    await call(session, 'tools/call', tool('touch', { uri }));
    await eventually(() => logs(session, 'notifications/resources/updated') > 0);
    await call(session, 'resources/unsubscribe', { uri });
    expect([...session.log.state.subscribed.keys()]).toEqual([]);
    await call(session, 'ping', {});
  });

  test('a call that is not answered in time is taken back', async () => {
    const session = await openV1(route);
    session.setPolicy({ timeouts: { idleMs: 300, totalMs: 0, progressExtends: true } });
    const never = await call(session, 'tools/call', tool('never'));
    expect(never.outcome).toBe('timeout');
    const id = never.key === undefined ? '' : showIdKey(never.key);
    await eventually(() =>
      [...session.log.events].some((event) => event.k === 'message' && event.raw?.includes(`"requestId":${id}`)),
    );
  });
});

describe.each(ROUTES)('the v2 SDK, %s', (route) => {
  test('a completion and the roots in one round', async () => {
    const session = await openV2(route);
    const operation = await call(session, 'tools/call', tool('ask-model'));
    expect(textOf(session, operation)).toContain('sampled');
    expect(textOf(session, operation)).toContain('file:///work');
    const form = await call(session, 'tools/call', tool('form'));
    expect(textOf(session, form)).toContain('accept');
  });

  test('a prompt that asks first, and a resource', async () => {
    const session = await openV2(route);
    expect((await call(session, 'prompts/get', { name: 'asked' })).outcome).toBe('result');
    const [resource] = session.log.state.lists.resources.items.all as { uri: string }[];
    expect((await call(session, 'resources/read', { uri: resource?.uri })).outcome).toBe('result');
  });

  test('log messages come when a request names a level', async () => {
    const session = await openV2(route);
    await call(session, 'tools/call', tool('log'));
    expect(logs(session, 'notifications/message')).toBe(0);
    await call(session, 'tools/call', tool('log', {}, { _meta: { [META.logLevel]: 'debug' } }));
    expect(logs(session, 'notifications/message')).toBeGreaterThan(0);
  });

  test('a resource is listened to', async () => {
    const session = await openV2(route);
    const uri = 'garden://notes';
    void call(session, 'subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } }).catch(
      () => undefined,
    );
    await eventually(() =>
      [...session.log.state.subscriptions.values()].some(({ agreed }) => agreed?.['resourceSubscriptions']),
    );
    await call(session, 'tools/call', tool('touch', { uri }));
    await eventually(() => logs(session, 'notifications/resources/updated') > 0);
  });
});

describe.each(ROUTES)('tasks of 2026-07-28, %s', (route) => {
  test('are followed, and given the input they ask for', async () => {
    const session = await (route === 'stdio'
      ? openProcess(TASKS_2026, [], ANSWERS)
      : openHttp(route, await startTasks2026(), ANSWERS));
    await discovered(session);
    const created = await call(session, 'tools/call', tool('slow', { ms: 5, ask: true }));
    expect(answerOf(session, created)).toMatchObject({ resultType: 'task' });
    const task = await eventually(() =>
      [...session.log.state.tasks.values()].find(({ status }) => status === 'completed'),
    );
    expect(task.op).toBe(created.index);
    expect(
      session.log.operations.some(({ method, outcome }) => method === 'tasks/update' && outcome === 'result'),
    ).toBe(true);
    await session.end();
  });
});
