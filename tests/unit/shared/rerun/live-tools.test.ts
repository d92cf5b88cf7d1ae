/** Consent goes by the list of the live server, not by the recorded one. */
import { describe, expect, test } from 'vitest';
import { type EventBody, type HeldRecording as Recorded } from '#shared/recording';
import { recordedOf, runAgain, type Serve } from '../../rerun-script.ts';
import { c2s, handshake, request, result, s2c } from '../../script.ts';

const AUTO = { by: 'auto' } as const;

const HOST = { by: 'host' } as const;

const session = (...bodies: readonly EventBody[]): Recorded => recordedOf(...handshake(), ...bodies);

const call = (id: number, name: string, args: object = {}): object =>
  request(id, 'tools/call', { name, arguments: args });

const text = (said: string): object => ({ content: [{ type: 'text', text: said }] });

const tool = (name: string, readOnlyHint: boolean): object => ({ name, annotations: { readOnlyHint } });

const listed = (id: number, ...tools: readonly object[]): EventBody[] => [
  c2s(request(id, 'tools/list'), AUTO),
  s2c(result(id, { tools })),
];

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
