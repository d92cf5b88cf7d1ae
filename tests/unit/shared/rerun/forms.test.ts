/** What a person had made from a form is run again as a program’s request is. */
import { describe, expect, test } from 'vitest';
import { type EventBody, type HeldRecording as Recorded } from '#shared/recording';
import { planRerun, type SendStep } from '#shared/rerun';
import { recordedOf, runAgain, type Serve } from '../../rerun-script.ts';
import { c2s, handshake, notification, request, result, s2c } from '../../script.ts';

const USER = { by: 'user' } as const;

const FORM = { by: 'user', form: true } as const;

const session = (...bodies: readonly EventBody[]): Recorded => recordedOf(...handshake(), ...bodies);

const call = (id: number, name: string, args: object = {}): object =>
  request(id, 'tools/call', { name, arguments: args });

const text = (said: string): object => ({ content: [{ type: 'text', text: said }] });

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
