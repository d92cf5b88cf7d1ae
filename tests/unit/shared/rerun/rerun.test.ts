/** A run against a server that the test plays: ids, live values, answers, silence, cancellations, consent, progress. */
import { describe, expect, test } from 'vitest';
import { compareRecordings, findingsOf } from '#shared/compare';
import type { EventBody, HeldRecording as Recorded } from '#shared/recording';
import { onPurpose, planRerun, type RerunProgress } from '#shared/rerun';
import { recordedOf, runAgain, type Serve } from '../../rerun-script.ts';
import { c2s, failure, handshake, notification, request, result, s2c } from '../../script.ts';

const USER = { by: 'user' } as const;
const HOST = { by: 'host' } as const;
const session = (...bodies: readonly EventBody[]): Recorded => recordedOf(...handshake(), ...bodies);
const call = (id: unknown, args: object = {}, more: object = {}): object =>
  request(id, 'tools/call', { name: 'look', arguments: args, ...more });
const text = (said: string): object => ({ content: [{ type: 'text', text: said }] });
/** Says the same to every request. */
const says =
  (value: object = {}): Serve =>
  (message) =>
    message?.['id'] === undefined || message['method'] === undefined ? [] : [result(message['id'], value)];
/** What followed the handshake. */
const steps = (sent: readonly string[]): string[] => sent.slice(2);

describe('texts', () => {
  test('a program’s request gets a fresh id and keeps every other character; a person’s keeps its id too', async () => {
    const odd = '{ "id":40, "jsonrpc":"2.0","method":"ping", "params":{"a":1.0,"a":1e2,"_meta":{"progressToken":40}}}';
    const typed = '{"jsonrpc":"2.0","id":"mine","method":"ping","x":12345678901234567890}';
    const { sent, run } = await runAgain(
      session(c2s(odd, HOST), s2c(result(40)), c2s(typed, USER), s2c(result('mine'))),
      says(),
    );
    expect(steps(sent)).toEqual([odd.replaceAll('40', '2'), typed]);
    expect(run.steps.map(({ became, outcome }) => `${became} ${outcome}`)).toEqual(['taken result', 'taken result']);
    expect(run.complete).toBe(true);
    const authors = run.recorded.events.flatMap((event) =>
      event.k === 'message' && event.dir === 'c2s' ? [event.by] : [],
    );
    expect(authors).toEqual(['auto', 'auto', 'rerun', 'user']);
  });

  test('fresh ids stay clear of those that a person typed', async () => {
    const bodies = [c2s(request(2, 'ping'), HOST), s2c(result(2)), c2s(request(3, 'ping'), USER), s2c(result(3))];
    const { sent } = await runAgain(session(...bodies), says());
    expect(steps(sent).map((each) => (JSON.parse(each) as { id: number }).id)).toEqual([4, 3]);
  });

  test('wherever the typed ids stand: after another member of that name, or in a batch', async () => {
    const nested = '{"jsonrpc":"2.0","params":{"id":1},"method":"ping","id":3}';
    const batch = [request(5, 'ping'), request(9, 'ping')];
    const bodies = [c2s(request(2, 'ping'), HOST), s2c(result(2)), c2s(nested, USER), s2c(result(3)), c2s(batch, USER)];
    const { sent } = await runAgain(session(...bodies), says());
    expect(steps(sent)[0]).toContain('"id":10');
  });

  test('every request of a batch is waited for before what came after them', async () => {
    const batch = [request(5, 'ping'), request(6, 'tools/list')];
    const bodies = [c2s(batch, USER), s2c(result(5)), s2c(result(6, { tools: [] })), c2s(request(7, 'ping'), USER)];
    const recording = recordedOf(...handshake('2025-03-26'), ...bodies, s2c(result(7)));
    const { run } = await runAgain(recording, (message) =>
      Array.isArray(message)
        ? [result(5), request('p', 'ping')]
        : message?.['id'] === 'p'
          ? [result(6, { tools: [] })]
          : [result(7)],
    );
    const texts = run.recorded.events.flatMap((event) => (event.k === 'message' ? [event.raw] : []));
    const at = (message: object): number => texts.indexOf(JSON.stringify(message));
    expect(at(result(6, { tools: [] }))).toBeGreaterThan(0);
    expect(at(request(7, 'ping'))).toBeGreaterThan(at(result(6, { tools: [] })));
    expect(run.steps.map(({ step }) => step.do === 'send' && step.ops)).toEqual([[1, 2], undefined]);
  });
});

describe('live values', () => {
  const OLD = 'hd-91f3c07aa2';
  const NEW = 'hd-0c55e1b7d4';
  const recording = session(
    c2s(call(2), HOST),
    s2c(result(2, text(`made ${OLD} for you`))),
    c2s(call(3, { note: OLD, at: `notes://${OLD}` }), HOST),
    s2c(result(3)),
  );

  test('take the place of recorded ones, and each is told', async () => {
    const { sent, run } = await runAgain(recording, says(text(`made ${NEW} for you`)));
    expect(steps(sent)[1]).toBe(JSON.stringify(call(3, { note: NEW, at: `notes://${NEW}` })));
    expect(run.replaced).toEqual([
      { s: 7, pointer: '/params/arguments/note', before: OLD, after: NEW },
      { s: 7, pointer: '/params/arguments/at', before: OLD, after: NEW },
    ]);
  });

  test('are kept where the live answer has them too, and told where it has nothing', async () => {
    const same = await runAgain(recording, says(text(`other words: ${OLD}`)));
    expect(steps(same.sent)[1]).toContain(`"note":"${OLD}"`);
    expect(same.run.replaced).toEqual([]);
    const gone = await runAgain(recording, says(text('nothing')));
    expect(gone.run.replaced[0]).toEqual({ s: 7, pointer: '/params/arguments/note', before: OLD });
  });

  test('a cursor is that of the live page before', async () => {
    const pages = session(
      c2s(request(2, 'tools/list'), HOST),
      s2c(result(2, { tools: [], nextCursor: 'a' })),
      c2s(request(3, 'tools/list', { cursor: 'a' }), HOST),
      s2c(result(3, { tools: [] })),
    );
    const { sent } = await runAgain(pages, says({ tools: [], nextCursor: 'b"é' }));
    expect(steps(sent)[1]).toBe(JSON.stringify(request(3, 'tools/list', { cursor: 'b"é' })));
  });
});

describe('pages of a list', () => {
  const tool = (name: string): object => ({ name, inputSchema: { type: 'object' } });
  const asks = (id: number, cursor?: string): EventBody =>
    c2s(request(id, 'tools/list', ...(cursor === undefined ? [] : [{ cursor }])), HOST);
  const onePage = session(asks(2), s2c(result(2, { tools: [tool('a'), tool('b')] })));
  const twoPages = session(
    asks(2),
    s2c(result(2, { tools: [tool('a')], nextCursor: 'x' })),
    asks(3, 'x'),
    s2c(result(3, { tools: [tool('b')] })),
  );
  /** Serves the pages under their cursors; the first has none. */
  const serves =
    (pages: { readonly [cursor: string]: object }): Serve =>
    (message) => {
      if (message?.['method'] !== 'tools/list') return [];
      const { cursor = '' } = (message['params'] ?? {}) as { cursor?: string };
      const page = pages[cursor];
      return [page ? result(message['id'], page) : failure(message['id'], -32602, 'no such page')];
    };
  const comesTo = async (recording: Recorded, pages: { readonly [cursor: string]: object }): Promise<string[]> => {
    const { run } = await runAgain(recording, serves(pages));
    const comparison = compareRecordings(recording, run.recorded, { run: onPurpose(planRerun(recording), run) });
    return findingsOf(comparison)
      .filter(({ of, weight }) => of !== 'session' && weight !== 'informational')
      .map(({ of, why }) => `${of} ${why}`);
  };

  test('more than in the recording are read on, so that what is gone is told', async () => {
    expect(await comesTo(onePage, { '': { tools: [tool('b')], nextCursor: 'n' }, n: { tools: [tool('a')] } })).toEqual(
      [],
    );
    expect(await comesTo(onePage, { '': { tools: [tool('a')], nextCursor: 'n' }, n: { tools: [] } })).toEqual([
      'definition tool-removed',
    ]);
  });

  test('that are not given, or go round, count', async () => {
    expect(await comesTo(onePage, { '': { tools: [tool('a')], nextCursor: 'n' } })).toEqual(['operation extra']);
    const round = { '': { tools: [tool('a'), tool('b')], nextCursor: 'n' }, n: { tools: [], nextCursor: 'n' } };
    expect(await comesTo(onePage, round)).toEqual(['definition other']);
  });

  test('fewer than in the recording are no change, and no page beyond the last is asked for', async () => {
    const pages = { '': { tools: [tool('a'), tool('b')] } };
    expect(await comesTo(twoPages, pages)).toEqual([]);
    const { run } = await runAgain(twoPages, serves(pages));
    expect(run.steps.map(({ became }) => became)).toEqual(['taken', 'not-needed']);
    expect(run.replaced).toEqual([]);
  });
});

describe('the server’s requests', () => {
  const ask = (id: number, about: string): object => request(id, 'elicitation/create', { message: about });
  const accept = (id: number, colour: string): object => result(id, { action: 'accept', content: { colour } });
  const recording = session(
    c2s(call(2), HOST),
    s2c(ask(0, 'first?')),
    c2s(accept(0, 'red'), USER),
    s2c(ask(1, 'second?')),
    c2s(accept(1, 'blue'), USER),
    s2c(request(2, 'sampling/createMessage', { maxTokens: 1 })),
    s2c(result(2)),
  );

  test('are answered by method and content with their live ids', async () => {
    const serve: Serve = (message) => {
      if (message?.['method'] !== 'tools/call') return [];
      const asked = [
        ask(71, 'second?'),
        ask(72, 'first?'),
        ask(73, 'third?'),
        request(74, 'sampling/createMessage', { maxTokens: 1 }),
      ];
      return [...asked, request(75, 'roots/list'), result(message['id'])];
    };
    const { sent, run } = await runAgain(recording, serve);
    expect(
      steps(sent)
        .slice(1)
        .map((each) => JSON.parse(each) as object),
    ).toEqual([
      // The session refuses at once what the run has no answer to.
      expect.objectContaining({ id: 75, error: { code: -32601, message: 'Method not found: roots/list' } }),
      accept(71, 'blue'),
      accept(72, 'red'),
      accept(73, 'blue'),
    ]);
    expect(run.answered.map(({ method, from, recordedS }) => [method, from, recordedS])).toEqual([
      ['elicitation/create', 'equal', 8],
      ['elicitation/create', 'equal', 6],
      ['elicitation/create', 'nearest', 8],
      ['sampling/createMessage', 'equal', 10],
      ['roots/list', 'unknown', undefined],
    ]);
  });
});

describe('silence', () => {
  const recording = session(c2s('{"id": 1,}', USER), c2s(request(5, 'ping'), USER), s2c(result(5)), c2s('{', USER), {
    k: 'connection',
    event: 'closing',
    reason: 'closed-by-user',
  });

  test('is checked, and a broken one is told', async () => {
    const { run } = await runAgain(recording, says());
    expect(run.steps.map(({ silent }) => silent)).toEqual([true, undefined, true]);
    const broken = await runAgain(recording, (message, sent) =>
      sent === '{' ? [failure(null, -32700, 'Parse error')] : says()(message, sent),
    );
    expect(broken.run.steps.map(({ silent }) => silent)).toEqual([true, undefined, false]);
  });

  test('is waited for where the recording has no times, and for how long is told', async () => {
    const timeless = { ...recording, events: recording.events.map((event) => ({ ...event, t: 0 })) };
    const start = performance.now();
    const { run } = await runAgain(timeless, says());
    // A timer may be a millisecond early.
    expect(performance.now() - start).toBeGreaterThan(2 * 195);
    expect(run.steps.map(({ silentMs }) => silentMs)).toEqual([200, undefined, 200]);
    const broken = await runAgain(timeless, (message, sent) =>
      sent === '{' ? [failure(null, -32700, 'Parse error')] : says()(message, sent),
    );
    expect(broken.run.steps.map(({ silent, silentMs }) => `${silent} ${silentMs}`).at(-1)).toBe('false undefined');
  });

  test('is not waited for longer than a request may take', async () => {
    const { run } = await runAgain(recording, says(), { silenceMs: 1000 }, { timeoutMs: 50 });
    expect(run.steps.map(({ silentMs }) => silentMs)).toEqual([50, undefined, 50]);
  });

  test('is that of a request too which was open when the session was closed, however it ended', async () => {
    const open = c2s(request(5, 'ping'), USER);
    const closing: EventBody = { k: 'connection', event: 'closing', reason: 'closed-by-user' };
    const verdict = (before: Recorded, after: Recorded): string | undefined =>
      compareRecordings(before, after).pairs.find(({ method }) => method === 'ping')?.verdict;
    const takenBack = c2s(notification('notifications/cancelled', { requestId: 5 }), { by: 'auto' });
    const later: EventBody = { k: 'stderr', text: 'still here\n' };
    for (const end of [[], [closing], [takenBack, closing]]) {
      const recording = session(open, later, ...end);
      const { run } = await runAgain(recording, () => []);
      expect(run.steps.map(({ silent }) => silent)).toEqual([true]);
      expect(verdict(recording, run.recorded)).toBe('equal');
      const answered = await runAgain(recording, says());
      expect(verdict(recording, answered.run.recorded)).toBe('changed');
    }
  });
});

describe('steps that depend on others', () => {
  test('a request is taken back under its live id', async () => {
    const recording = session(
      c2s(call(9), HOST),
      s2c(notification('notifications/progress', { progressToken: 9, progress: 1 })),
      c2s(notification('notifications/cancelled', { requestId: 9, reason: 'enough' }), HOST),
    );
    const { sent, run } = await runAgain(recording, () => []);
    expect(steps(sent)[1]).toBe(
      JSON.stringify(notification('notifications/cancelled', { requestId: 2, reason: 'enough' })),
    );
    expect(run.steps.at(-1)).toMatchObject({ became: 'taken', outcome: 'cancelled' });
  });

  test('a list is read again when the server announces the change', async () => {
    const changed = notification('notifications/tools/list_changed');
    const recording = session(
      c2s(call(2), HOST),
      s2c(result(2)),
      s2c(changed),
      c2s(request(3, 'tools/list'), { by: 'auto' }),
      s2c(result(3, { tools: [] })),
    );
    const order: string[] = [];
    const { run } = await runAgain(recording, (message) => {
      order.push(String(message?.['method']));
      return message?.['method'] === 'tools/call' ? [result(message['id']), changed] : says({ tools: [] })(message, '');
    });
    expect(order).toEqual(['tools/call', 'tools/list']);
    expect(run.steps.every(({ outcome }) => outcome === 'result')).toBe(true);
  });

  test('without consent a step is left out, and its operation is not compared', async () => {
    const progress: RerunProgress[] = [];
    const recording = session(c2s(call(2), HOST), s2c(result(2)), c2s(request(3, 'ping'), HOST), s2c(result(3)));
    const { sent, run } = await runAgain(recording, says(), {
      consent: new Set(),
      onProgress: (each) => progress.push(each),
    });
    // The run asks what the tool may do, and is not told.
    expect(steps(sent)).toEqual([JSON.stringify(request(2, 'tools/list')), JSON.stringify(request(3, 'ping'))]);
    expect(run.steps.map(({ became }) => became)).toEqual(['declined', 'taken']);
    expect([...run.leaveOut]).toEqual([[5, 'declined']]);
    expect(progress.at(0)).toEqual({ at: 0, of: 2, waitsFor: 'session' });
    expect(progress.at(-1)).toEqual({ at: 2, of: 2, waitsFor: 'end' });
    expect((await runAgain(recording, says(), { consent: new Set([5]) })).run.leaveOut.size).toBe(0);
    // The answer to what came before it is waited for all the same.
    const atTheEnd = session(c2s(request(2, 'ping'), HOST), s2c(result(2)), c2s(call(3), HOST), s2c(result(3)));
    const ended = await runAgain(atTheEnd, says(), { consent: new Set() });
    expect(ended.run.steps.map(({ became, outcome }) => [became, outcome])).toEqual([
      ['taken', 'result'],
      ['declined', undefined],
    ]);
  });
});
