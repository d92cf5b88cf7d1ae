/** Values that a server made up and the client sends back: where they are found, what takes their place, what is left alone. */
import { describe, expect, test } from 'vitest';
import type { EventBody, HeldRecording as Recorded } from '#shared/recording';
import { compareRecordings } from '#shared/compare';
import { onPurpose, planRerun, type RerunResult } from '#shared/rerun';
import { planLines } from '../../../../relay/rerun/words.ts';
import { recordedOf, runAgain, type Serve } from '../../rerun-script.ts';
import { c2s, handshake, notification, request, result, s2c } from '../../script.ts';

const HOST = { by: 'host' } as const;
const AUTO = { by: 'auto' } as const;
const session = (...bodies: readonly EventBody[]): Recorded => recordedOf(...handshake(), ...bodies);
const call = (id: unknown, args: unknown, name = 'use'): object => request(id, 'tools/call', { name, arguments: args });
const text = (said: unknown): object => ({ content: [{ type: 'text', text: JSON.stringify(said) }] });

/** A recording in which a call is answered with `gave`, and the next is made with `args`. */
const used = (gave: object, args: unknown): Recorded =>
  session(c2s(call(2, {}, 'make'), HOST), s2c(result(2, gave)), c2s(call(3, args), HOST), s2c(result(3)));

/** What the second call has for arguments when the first is answered with `gives` today. */
async function sentWith(recorded: Recorded, gives: object): Promise<{ args: string; run: RerunResult }> {
  const serve: Serve = (message) => {
    const { name } = (message?.['params'] ?? {}) as { name?: string };
    return message?.['id'] === undefined ? [] : [result(message['id'], name === 'make' ? gives : {})];
  };
  const { sent, run } = await runAgain(recorded, serve);
  const last = JSON.parse(sent.at(-1) ?? '') as { params: { arguments: unknown } };
  return { args: JSON.stringify(last.params.arguments), run };
}

const [OLD, NEW] = ['hd-91f3c07aa2', 'hd-0c55e1b7d4'];

describe('ids that a tool returns', () => {
  test.each<[string, object, object, unknown, unknown]>([
    ['in JSON inside a text', text({ id: 17 }), text({ id: 18 }), { noteId: 17 }, { noteId: 18 }],
    ['as texts of digits', text({ id: '17' }), text({ id: '18' }), { id: '17' }, { id: '18' }],
    [
      'a number that is sent as a text',
      text({ id: 4711 }),
      text({ id: 5822 }),
      { note_id: '4711' },
      { note_id: '5822' },
    ],
    ['a text that is sent as a number', text({ id: '4711' }), text({ id: '5822' }), { id: 4711 }, { id: 5822 }],
    [
      'structured, beside what else was made up',
      { structuredContent: { at: 'zz-1a2b3c4d5e', id: OLD } },
      { structuredContent: { id: NEW } },
      { id: OLD, uri: `notes://${OLD}/x?y=1` },
      { id: NEW, uri: `notes://${NEW}/x?y=1` },
    ],
    [
      'in JSON inside a text that has more opaque values than before',
      text({ trace: 'plain', id: OLD }),
      text({ trace: 'tr-77aa88bb99', id: NEW }),
      { id: OLD },
      { id: NEW },
    ],
    [
      'a long number by itself',
      text({ order: 1, order_id: 90071992 }),
      text({ order_id: 90071993 }),
      { orderId: 90071992 },
      { orderId: 90071993 },
    ],
  ])('%s', async (_name, gave, gives, args, expected) => {
    expect((await sentWith(used(gave, args), gives)).args).toBe(JSON.stringify(expected));
  });

  test.each<[string, object, object, unknown]>([
    ['a count', text({ count: 3 }), text({ count: 4 }), { count: 3 }],
    ['a short number under another name', text({ userId: 1 }), text({ userId: 5 }), { projectId: 1 }],
    ['a short number that is no id', text({ id: 1 }), text({ id: 5 }), { page: 1, valid: 1, paid: 1 }],
    ['a short text', text({ id: '1', name: 'ann' }), text({ id: '5', name: 'bob' }), { note: '1', name: 'ann' }],
    [
      'the cursor of a page where something else is asked for',
      { nextCursor: '1' },
      { nextCursor: '5' },
      { taskId: '1' },
    ],
    [
      'an id that the live answer has in another place',
      text([{ id: 1 }, { id: 2 }]),
      text([{ id: 2 }, { id: 1 }]),
      { id: 1 },
    ],
    ['what stands within a longer word', text({ id: 'a' }), text({ id: 'b' }), { id: OLD }],
  ])('not %s', async (_name, gave, gives, args) => {
    const { args: sent, run } = await sentWith(used(gave, args), gives);
    expect(sent).toBe(JSON.stringify(args));
    expect(run.replaced).toEqual([]);
  });

  test('a value that is only a part of a live one is not taken for it', async () => {
    const { args } = await sentWith(used(text({ id: OLD }), { id: OLD }), text({ id: `${OLD}ff` }));
    expect(args).toBe(JSON.stringify({ id: `${OLD}ff` }));
  });

  test('the tool that is called stays, whatever is in its place of the list today', async () => {
    const listed = (name: string): object => ({ tools: [{ name, inputSchema: { type: 'object' } }] });
    const recording = session(
      ...[c2s(request(2, 'tools/list'), HOST), s2c(result(2, listed('delete_documents_v2')))],
      ...[c2s(call(3, {}, 'delete_documents_v2'), HOST), s2c(result(3))],
    );
    const { sent, run } = await runAgain(recording, (message) =>
      message?.['method'] === 'tools/list'
        ? [result(message['id'], listed('delete_everything_v3'))]
        : [result(message?.['id'])],
    );
    expect(sent.at(-1)).toContain('"name":"delete_documents_v2"');
    expect(run.replaced).toEqual([]);
  });

  test('thousands of values of one answer are found in bounded time', async () => {
    const ids = (first: number): object[] => Array.from({ length: 10_000 }, (_, at) => ({ id: first + at }));
    const began = process.cpuUsage();
    const recording = used({ structuredContent: ids(1_000_000) }, ids(1_000_000).slice(0, 1000));
    const { args } = await sentWith(recording, { structuredContent: ids(2_000_000) });
    expect(args).toBe(JSON.stringify(ids(2_000_000).slice(0, 1000)));
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(10_000);
  });

  test('the id of the message itself is none', async () => {
    const { args, run } = await sentWith(used({}, { id: 2 }), {});
    expect([args, run.replaced]).toEqual(['{"id":2}', []]);
  });

  test('an answer that came in a batch is looked at by itself', async () => {
    const recording = recordedOf(
      ...handshake('2025-03-26'),
      ...[c2s(call(2, {}, 'other'), HOST), c2s(call(3, {}, 'make'), HOST)],
      s2c([result(2, text({ id: 'xx-7a7a7a7a7a' })), result(3, text({ id: OLD }))]),
      ...[c2s(call(4, { id: OLD }), HOST), s2c(result(4))],
    );
    for (const batched of [true, false]) {
      const answers: object[] = [];
      const { sent } = await runAgain(recording, (message) => {
        const { name } = (message?.['params'] ?? {}) as { name?: string };
        const own = result(message?.['id'], name === 'make' ? text({ id: NEW }) : {});
        if (name === 'use' || !batched) return [own];
        answers.push(own);
        return answers.length === 2 ? [[...answers].reverse()] : [];
      });
      expect(sent.at(-1)).toContain(`"id":"${NEW}"`);
    }
  });
});

describe('tasks', () => {
  const task = (taskId: string, status: string): object => ({
    taskId,
    status,
    createdAt: '2026-11-20T10:00:00Z',
    ttl: null,
  });
  const related = (taskId: string): object => ({ 'io.modelcontextprotocol/related-task': { taskId } });
  const slow = (id: unknown): object => request(id, 'tools/call', { name: 'slow', arguments: {}, task: {} });

  /** Makes the task `id`, which gives `handle`. */
  const server =
    (id: string, handle: string): Serve =>
    (message) => {
      const made = result(message?.['id'], { task: task(id, 'working') });
      if (message?.['method'] === 'tools/call')
        return JSON.stringify(message).includes('"slow"') ? [made] : [result(message['id'])];
      if (message?.['method'] === 'tasks/get') return [result(message['id'], task(id, 'completed'))];
      if (message?.['method'] === 'tasks/result')
        return [result(message['id'], { ...text({ id: handle }), _meta: related(id) })];
      return message?.['id'] === undefined || message['method'] === undefined ? [] : [result(message['id'])];
    };

  test('the result that a followed task gave is where a later value comes from; so is its id', async () => {
    const recording = session(
      ...[c2s(slow(2), HOST), s2c(result(2, { task: task('1', 'working') }))],
      ...[c2s(request(3, 'tasks/get', { taskId: '1' }), AUTO), s2c(result(3, task('1', 'completed')))],
      ...[c2s(request(4, 'tasks/result', { taskId: '1' }), AUTO), s2c(result(4, text({ id: OLD })))],
      ...[c2s(call(5, { id: OLD }), HOST), s2c(result(5))],
      ...[c2s(request(6, 'tasks/cancel', { taskId: '1' }), HOST), s2c(result(6))],
      ...[c2s(request(7, 'ping', { _meta: related('1') }), HOST), s2c(result(7))],
    );
    const { sent, run } = await runAgain(recording, server('tk-live', NEW));
    const [use, cancel, ping] = sent.slice(-3).map((each) => JSON.parse(each) as { params: unknown });
    expect(use?.params).toEqual({ name: 'use', arguments: { id: NEW } });
    expect(cancel?.params).toEqual({ taskId: 'tk-live' });
    expect(ping?.params).toEqual({ _meta: related('tk-live') });
    expect(run.replaced.map(({ before, after }) => [before, after])).toEqual([
      [OLD, NEW],
      ['1', 'tk-live'],
      ['1', 'tk-live'],
    ]);
  });

  test('what the client answers about a task names the live one, and nothing else of the answer changes', async () => {
    const ask = (id: number, taskId: string): object =>
      request(id, 'elicitation/create', { message: 'How?', elicitationId: OLD, _meta: related(taskId) });
    const answer = (taskId: string, more: string): object => ({
      action: 'accept',
      content: { how: '7', more },
      _meta: related(taskId),
    });
    const recording = session(
      ...[c2s(call(2, {}), HOST), s2c(ask(0, '7')), c2s(result(0, answer('7', OLD)), HOST), s2c(result(2))],
    );
    const live = { ...ask(9, '8') } as { params: { elicitationId: string } };
    live.params.elicitationId = NEW;
    const { sent, run } = await runAgain(recording, (message) =>
      message?.['method'] === 'tools/call' ? [live] : message?.['id'] === 9 ? [result(2)] : [],
    );
    expect(sent.map((each) => JSON.parse(each) as object)).toContainEqual(result(9, answer('8', NEW)));
    expect(run.replaced).toHaveLength(2);
  });
});

test('a resource that the server told of is asked for by its live address', async () => {
  const told = (uri: string): object => notification('notifications/resources/updated', { uri });
  const recording = session(
    ...[
      c2s(call(2, {}, 'make'), HOST),
      s2c(result(2, { content: [{ type: 'resource_link', uri: `note:///${OLD}` }] })),
    ],
    ...[
      c2s(request(3, 'resources/subscribe', { uri: `note:///${OLD}` }), HOST),
      s2c(result(3)),
      s2c(told(`note:///${OLD}`)),
    ],
    ...[c2s(request(4, 'resources/read', { uri: `note:///${OLD}` }), HOST), s2c(result(4))],
  );
  const { sent } = await runAgain(recording, (message) => [
    result(message?.['id'], message?.['method'] === 'tools/call' ? { content: [{ uri: `note:///${NEW}` }] } : {}),
    ...(message?.['method'] === 'resources/subscribe' ? [told(`note:///${NEW}`)] : []),
  ]);
  expect(sent.slice(-2).every((each) => each.includes(`"note:///${NEW}"`))).toBe(true);
});

describe('what the run put in the place of recorded values', () => {
  test.each<[string, object, object, unknown]>([
    ['short ids', text({ id: 17 }), text({ id: 18 }), { noteId: 17 }],
    [
      'handles, in other texts too',
      text({ id: OLD, see: `at ${OLD}!` }),
      text({ id: NEW, see: `at ${NEW}!` }),
      { note: OLD },
    ],
  ])('counts as equal in the comparison, and is told: %s', async (_name, gave, gives, args) => {
    const recording = used(gave, args);
    const { run } = await sentWith(recording, gives);
    expect(compareRecordings(recording, run.recorded).counts).toMatchObject({ masked: 0, changed: 2 });
    const compared = compareRecordings(recording, run.recorded, { run: onPurpose(planRerun(recording), run) });
    expect(compared).toMatchObject({ counts: { masked: 2, changed: 0 } });
    expect(new Set(compared.pairs.flatMap(({ maskedValues }) => maskedValues.map(({ mask }) => mask)))).toEqual(
      new Set(['id']),
    );
  });

  test('hides no other number', async () => {
    const recording = used(text({ id: 17, count: 17 }), { noteId: 17 });
    const { run } = await sentWith(recording, text({ id: 18, count: 18 }));
    const { pairs } = compareRecordings(recording, run.recorded, { run: onPurpose(planRerun(recording), run) });
    expect(pairs.flatMap(({ differences }) => differences.map(({ path }) => path))).toEqual([
      '/result/content/0/text#/count',
    ]);
  });

  test('the plan names each with where it comes from', () => {
    const lines = planLines(planRerun(used(text({ id: 17 }), { noteId: 17 })), true).join('\n');
    expect(lines).toContain(
      '/params/arguments/noteId: 17 becomes the value at /result/content/0/text#/id of the response to step 1 (tools/call make)',
    );
  });
});

test('a revision that was chosen does not count as a change; one that did not come about does', () => {
  const [before, after] = [recordedOf(...handshake('2025-11-25')), recordedOf(...handshake('2025-06-18'))];
  expect(compareRecordings(before, after).same).toBe(false);
  expect(compareRecordings(before, after, { run: { revision: '2025-06-18' } }).same).toBe(true);
  expect(compareRecordings(before, after, { run: { revision: '2024-11-05' } }).same).toBe(false);
});
