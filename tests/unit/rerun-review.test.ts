/** What a review of running again found: forms, read-only marks that the live server does not give, other bytes, answers that fit. */
import { describe, expect, test } from 'vitest';
import { toBase64, type EventBody, type Recorded } from '#shared/recording';
import { planRerun, type SendStep } from '#shared/rerun';
import { recordedOf, runAgain, type Serve } from './rerun-script.ts';
import { c2s, handshake, notification, request, result, s2c } from './script.ts';

const AUTO = { by: 'auto' } as const;
const HOST = { by: 'host' } as const;
const USER = { by: 'user' } as const;
const FORM = { by: 'user', form: true } as const;

const session = (...bodies: readonly EventBody[]): Recorded => recordedOf(...handshake(), ...bodies);
const call = (id: number, name: string, args: object = {}): object =>
  request(id, 'tools/call', { name, arguments: args });
const text = (said: string): object => ({ content: [{ type: 'text', text: said }] });
const tool = (name: string, readOnlyHint: boolean): object => ({ name, annotations: { readOnlyHint } });
const listed = (id: number, ...tools: readonly object[]): EventBody[] => [
  c2s(request(id, 'tools/list'), AUTO),
  s2c(result(id, { tools })),
];
const steps = (sent: readonly string[]): string[] => sent.slice(2);
const last = (recorded: Recorded): SendStep | undefined =>
  planRerun(recorded).steps.findLast((step): step is SendStep => step.do === 'send');

describe('what a person had made from a form', () => {
  const OLD = 'hd-91f3c07aa2';
  const NEW = 'hd-0c55e1b7d4';
  const serve: Serve = (message) => (message?.['id'] === undefined ? [] : [result(message['id'], text(NEW))]);

  test('gets a fresh id and live values, as a program’s request does', async () => {
    const recording = session(
      c2s(call(40, 'make'), FORM),
      s2c(result(40, text(OLD))),
      c2s(call(41, 'look', { note: OLD }), FORM),
      s2c(result(41)),
    );
    const { sent, run } = await runAgain(recording, serve);
    expect(steps(sent)).toEqual([call(2, 'make'), call(3, 'look', { note: NEW })].map((each) => JSON.stringify(each)));
    expect(run.replaced).toEqual([{ s: 7, pointer: '/params/arguments/note', before: OLD, after: NEW }]);
  });

  test('is taken back under its live id', async () => {
    const recording = session(
      c2s(call(40, 'make'), FORM),
      s2c(notification('notifications/progress', { progressToken: 40, progress: 1 })),
      c2s(notification('notifications/cancelled', { requestId: 40, reason: 'enough' }), USER),
    );
    const { sent } = await runAgain(recording, () => []);
    expect(steps(sent)[1]).toBe(
      JSON.stringify(notification('notifications/cancelled', { requestId: 2, reason: 'enough' })),
    );
  });

  test('is a step where it asks what opens a session too, and keeps no headers of its own', () => {
    const sent = (more: typeof FORM | typeof USER): SendStep | undefined =>
      last(
        session(
          { k: 'http', x: 'a', phase: 'request', method: 'POST', url: 'http://x/', headers: [['X-Mine', '1']] },
          c2s(request(9, 'server/discover'), { ...more, x: 'a' }),
        ),
      );
    expect(sent(FORM)).toMatchObject({ method: 'server/discover', text: 'fresh' });
    expect(sent(FORM)).not.toHaveProperty('http');
    expect(sent(USER)).toMatchObject({ method: 'server/discover', text: 'exact', http: expect.anything() });
  });
});

describe('consent', () => {
  const NONE = { consent: new Set<number>() } as const;
  /** A server whose list of tools this is. */
  const withTools =
    (tools: readonly object[]): Serve =>
    (message) =>
      message?.['id'] === undefined
        ? []
        : [result(message['id'], message['method'] === 'tools/list' ? { tools } : text('done'))];
  const called = [c2s(call(3, 'wipe'), HOST), s2c(result(3, text('done')))];
  const recording = session(...listed(2, tool('wipe', true)), ...called);
  const became = async (serve: Serve): Promise<readonly string[]> =>
    (await runAgain(recording, serve, NONE)).run.steps.map((each) => each.became);

  test('a tool that the live server does not mark as read-only is not called on the word of the recording', async () => {
    const { sent, run } = await runAgain(recording, withTools([tool('wipe', false)]), NONE);
    expect(sent.join('\n')).not.toContain('tools/call');
    expect(run.steps.at(-1)).toMatchObject({ became: 'declined', step: { consent: 'tool-may-change' } });
    expect([...run.leaveOut]).toEqual([[7, 'declined']]);
    expect(await became(withTools([{ name: 'wipe' }]))).toEqual(['taken', 'declined']);
    expect(await became(withTools([]))).toEqual(['taken', 'declined']);
    expect(await became(withTools([tool('wipe', true)]))).toEqual(['taken', 'taken']);
    const agreed = await runAgain(recording, withTools([tool('wipe', false)]), { consent: new Set([7]) });
    expect(agreed.run.steps.at(-1)).toMatchObject({ became: 'taken' });
  });
});

test('bytes of a program that are not UTF-8 go out as they are, and nothing waits for other ones', async () => {
  const [before, after] = JSON.stringify(call(30, 'look', { note: '|' })).split('|');
  const bytes = new Uint8Array([...new TextEncoder().encode(before), 0xff, ...new TextEncoder().encode(after)]);
  const b64 = toBase64(bytes);
  const recording = session(
    { k: 'message', dir: 'c2s', b64, ...HOST },
    s2c(result(30, text('none'))),
    c2s(call(40, 'look'), HOST),
    s2c(result(40, text('none'))),
  );
  expect(planRerun(recording).steps).toMatchObject([{ text: 'exact', b64 }, { text: 'fresh' }]);
  const { sent, run } = await runAgain(recording, (message) => [result(message?.['id'], text('none'))]);
  expect(steps(sent)[1]).toBe(JSON.stringify(call(31, 'look')));
  expect(run.steps.map(({ became, outcome }) => `${became} ${outcome}`)).toEqual(['taken result', 'taken result']);
  const again = run.recorded.events.flatMap((event) => (event.k === 'message' && event.b64 ? [event] : []));
  expect(again).toMatchObject([{ b64, by: 'rerun' }]);
});

describe('a request of the server that was not recorded', () => {
  const ask = (id: number, about: string, more: object = {}): object =>
    request(id, 'elicitation/create', { message: about, ...more });
  const accept = (id: number, given: unknown): object => result(id, { action: 'accept', content: { given } });
  const sampling = (id: number, said: string): object =>
    request(id, 'sampling/createMessage', {
      maxTokens: 10,
      messages: [{ role: 'user', content: { type: 'text', text: said } }],
    });
  const said = (id: number, answer: string): object => result(id, text(answer));
  /** Ask these, in one go, when the tool is called. */
  const asking =
    (...asked: readonly object[]): Serve =>
    (message) =>
      message?.['method'] === 'tools/call' ? [...asked, result(message['id'])] : [];
  const answers = async (recorded: Recorded, ...asked: readonly object[]): Promise<unknown[]> =>
    steps((await runAgain(recorded, asking(...asked))).sent)
      .slice(1)
      .map((each) => JSON.parse(each) as unknown);

  test('is answered as the one that is most alike, however deep that shows', async () => {
    const recording = session(
      c2s(call(2, 'trip'), HOST),
      ...[s2c(ask(0, 'Which colour?')), c2s(accept(0, 'red'), USER)],
      ...[s2c(ask(1, 'How many nights in Rome?')), c2s(accept(1, 3), USER)],
      ...[s2c(sampling(2, 'Name a fish')), c2s(said(2, 'cod'), USER)],
      ...[s2c(sampling(3, 'Name a bird of the sea')), c2s(said(3, 'gull'), USER)],
    );
    expect(
      await answers(recording, ask(70, 'How many nights in Oslo?'), sampling(71, 'Name a bird of the lake')),
    ).toEqual([accept(70, 3), said(71, 'gull')]);
    // Each once: what is left comes next.
    expect(await answers(recording, ask(70, 'How many nights?'), ask(71, 'How many weeks?'))).toEqual([
      accept(70, 3),
      accept(71, 'red'),
    ]);
  });

  test('of equally near ones the first is taken', async () => {
    const recording = session(
      c2s(call(2, 'trip'), HOST),
      ...[s2c(ask(0, 'one?')), c2s(accept(0, 1), USER), s2c(ask(1, 'two?')), c2s(accept(1, 2), USER)],
    );
    expect(await answers(recording, ask(70, 'three?'), ask(71, 'four?'))).toEqual([accept(70, 1), accept(71, 2)]);
  });
});
