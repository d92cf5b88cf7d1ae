/** What a recording becomes as a plan: which messages are steps, whose they are, what needs consent, what came from the server. */
import { describe, expect, test } from 'vitest';
import type { EventBody, HeldRecording as Recorded, Redacted } from '#shared/recording';
import { planRerun, rerunPolicy, type SendStep } from '#shared/rerun';
import { c2s, handshake, notification, OPEN, request, result, s2c } from '../../script.ts';
import { recordedOf } from '../../rerun-script.ts';

const AUTO = { by: 'auto' } as const;
const USER = { by: 'user' } as const;
const HOST = { by: 'host' } as const;

const TOOLS = { tools: [{ name: 'look', annotations: { readOnlyHint: true } }, { name: 'change' }] };
const LISTED: readonly EventBody[] = [c2s(request(2, 'tools/list'), AUTO), s2c(result(2, TOOLS))];
const session = (...bodies: readonly EventBody[]): Recorded => recordedOf(...handshake(), ...LISTED, ...bodies);

const sends = (recorded: Recorded): SendStep[] =>
  planRerun(recorded).steps.filter((step): step is SendStep => step.do === 'send');
const last = (recorded: Recorded): SendStep | undefined => sends(recorded).at(-1);

describe('steps', () => {
  test('what opens the session is left to the live one, at the recorded revision', () => {
    const plan = planRerun(recordedOf(...handshake('2025-06-18'), ...LISTED));
    expect(plan).toMatchObject({ revision: '2025-06-18', handshake: true, recordedRevision: '2025-06-18' });
    expect(plan.leftOut.map(({ method, reason }) => `${method} ${reason}`)).toEqual([
      'initialize opening',
      'notifications/initialized opening',
    ]);
    expect(plan.steps).toMatchObject([{ do: 'send', text: 'fresh', method: 'tools/list', waits: { closed: [0] } }]);
    expect(rerunPolicy(plan)).toMatchObject({ revision: '2025-06-18', discover: false, capabilities: { roots: {} } });
    expect(planRerun(recordedOf(...handshake()), { revision: '2024-11-05' }).revision).toBe('2024-11-05');
  });

  test('a handshake that a person typed is steps like any other', () => {
    const typed = handshake().map((body) => (body.k === 'message' && body.dir === 'c2s' ? { ...body, ...USER } : body));
    const plan = planRerun(recordedOf(...typed));
    expect(plan.handshake).toBe(false);
    expect(plan.steps.map((step) => step.do === 'send' && [step.method, step.text])).toEqual([
      ['initialize', 'exact'],
      ['notifications/initialized', 'exact'],
    ]);
  });

  test('malformed text is exact, silence about it is expected, and fresh ids keep out of the way of exact ones', () => {
    const plan = planRerun(
      session(c2s('{"id": 1,}', USER), c2s(request(77, 'ping'), USER), s2c(result(77)), c2s('x', USER)),
    );
    const [, broken, ping, end] = plan.steps as readonly SendStep[];
    expect(broken).toMatchObject({ text: 'exact', raw: '{"id": 1,}', silentMs: expect.any(Number) });
    expect(ping).toMatchObject({ text: 'exact', outcome: 'result' });
    expect(ping).not.toHaveProperty('silentMs');
    expect(end).toHaveProperty('silentMs');
    expect(plan.freshFrom).toBe(78);
  });

  test('what redaction took out is told of steps and answers that hold its placeholders', () => {
    const recorded = session(
      c2s(request(3, 'tools/call', { name: 'look', arguments: { token: '‹token:1›' } })),
      s2c(request(9, 'roots/list')),
      c2s(result(9, { roots: [{ uri: 'file://‹home:1›' }] })),
    );
    const [call, , answer] = recorded.events.slice(-3).map(({ s }) => s);
    const mark = (s = 0, placeholder = ''): Redacted => ({ s, path: ['raw'], placeholder, rule: 'tokens' });
    const redacted = [mark(-1, '‹home:1›'), mark(call, '‹token:1›'), mark(call, '‹token:1›'), mark(answer, '‹home:1›')];
    const plan = planRerun({ ...recorded, header: { ...recorded.header, redacted } });
    expect(plan.steps.map((step) => step.do === 'send' && step.redacted)).toEqual([undefined, ['‹token:1›']]);
    expect(plan.leftOut.at(-1)).toMatchObject({ s: answer, reason: 'answer', redacted: ['‹home:1›'] });
  });

  test('answers to the server are no steps; those that were not given are known', () => {
    const plan = planRerun(
      session(
        s2c(request(0, 'roots/list')),
        c2s(result(0, { roots: [] }), USER),
        s2c(request(1, 'sampling/createMessage', { maxTokens: 1 })),
      ),
    );
    expect(plan.steps).toHaveLength(1);
    expect(plan.answers).toEqual([
      { method: 'roots/list', params: undefined, s: 7, answer: { outcome: 'result', json: '{"roots":[]}' } },
      { method: 'sampling/createMessage', params: { maxTokens: 1 }, s: 9 },
    ]);
    expect([...plan.asked]).toEqual([
      ['roots/list', 1],
      ['sampling/createMessage', 1],
    ]);
  });

  test('a cancellation is one of the operation, unless a person typed both', () => {
    const cancel = (id: number): object => notification('notifications/cancelled', { requestId: id, reason: 'enough' });
    const call = (id: number): object => request(id, 'tools/call', { name: 'look' });
    expect(planRerun(session(c2s(call(3), HOST), c2s(cancel(3), HOST))).steps.at(-1)).toMatchObject({
      do: 'cancel',
      target: 2,
      reason: 'enough',
    });
    expect(planRerun(session(c2s(call(3), USER), c2s(cancel(3), USER))).steps.at(-1)).toMatchObject({
      do: 'send',
      text: 'exact',
    });
  });

  test('what was sent while others were open keeps its pause; a list that changed waits for the news', () => {
    const changed = s2c(notification('notifications/tools/list_changed'));
    const steps = sends(session(changed, c2s(request(3, 'tools/list'), AUTO), s2c(result(3, TOOLS))));
    expect(steps.at(-1)?.waits.notified).toEqual({ method: 'notifications/tools/list_changed', count: 1 });
    const timed = session(c2s(request(3, 'ping'), HOST), c2s(request(4, 'ping'), HOST), s2c(result(4)), s2c(result(3)));
    expect(sends(timed).at(-1)?.waits.gapMs).toBe(10);
    expect(sends(timed)[1]?.waits).toEqual({ closed: [1], tasks: [] });
  });

  test('hostile recordings give a plan', () => {
    const deep = `{"id":1,"method":"tools/call","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const events = [
      c2s(deep, HOST),
      s2c(deep),
      s2c('{"__proto__":{"a":1}}'),
      c2s('{"__proto__":1,"method":"x","id":"__proto__"}'),
    ];
    expect(planRerun(recordedOf(...events, ...handshake(), ...events)).steps.length).toBeGreaterThan(0);
    expect(planRerun(recordedOf()).steps).toEqual([]);
  });
});

describe('values that came from the server', () => {
  const HANDLE = 'hd-91f3c07aa2';
  const made = (id: number, text: unknown): EventBody[] => [
    c2s(request(id, 'tools/call', { name: 'look', arguments: {} }), HOST),
    s2c(result(id, { content: [{ type: 'text', text }] })),
  ];
  const use = (args: object, by: 'host' | 'user' = 'host'): EventBody =>
    c2s(request(9, 'tools/call', { name: 'look', arguments: args }), { by });
  const found = (recorded: Recorded): unknown[] =>
    (last(recorded)?.handles ?? []).map(({ value, pointer, source }) => [value, pointer, source?.op, source?.pointer]);
  const AT = '/result/content/0/text';

  test('a handle is found whole, inside a text, and inside an address', () => {
    const args = ['/params/arguments/note', 2, AT];
    expect(found(session(...made(3, HANDLE), use({ note: HANDLE })))).toEqual([[HANDLE, ...args]]);
    expect(found(session(...made(3, `Made ${HANDLE}.`), use({ note: HANDLE })))).toEqual([[HANDLE, ...args]]);
    expect(found(session(...made(3, `{"id":"${HANDLE}"}`), use({ note: `notes://${HANDLE}/x` })))).toEqual([
      [HANDLE, ...args],
    ]);
  });

  test('a cursor and a task id are found however they look, and numbers that are ids', () => {
    const paged = [c2s(request(3, 'tools/list'), AUTO), s2c(result(3, { tools: [], nextCursor: '2' }))];
    expect(found(session(...paged, c2s(request(4, 'tools/list', { cursor: '2' }), AUTO)))).toEqual([
      ['2', '/params/cursor', 2, '/result/nextCursor'],
    ]);
    const numbered = s2c(result(3, { structuredContent: { noteId: 4711 } }));
    expect(
      found(session(c2s(request(3, 'tools/call', { name: 'look' }), HOST), numbered, use({ noteId: 4711 }))),
    ).toEqual([['4711', '/params/arguments/noteId', 2, '/result/structuredContent/noteId']]);
  });

  test('not what a person typed, what the client sent first, or a word', () => {
    expect(found(session(...made(3, HANDLE), use({ note: HANDLE }, 'user')))).toEqual([]);
    expect(found(session(use({ note: HANDLE }), ...made(3, HANDLE), use({ note: HANDLE })))).toEqual([]);
    expect(found(session(...made(3, 'garden'), use({ note: 'garden' })))).toEqual([]);
    expect(found(session(...made(3, '2026-11-20'), use({ on: '2026-11-20' })))).toEqual([]);
  });
});

test('a recording of a plan without a session has nothing to open', () => {
  expect(planRerun(recordedOf(...OPEN, c2s('{', USER))).handshake).toBe(false);
});
