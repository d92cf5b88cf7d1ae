/** A request of the server that was not recorded is answered like the one most alike. */
import { describe, expect, test } from 'vitest';
import { type EventBody, type HeldRecording as Recorded } from '#shared/recording';
import { recordedOf, runAgain, type Serve } from '../../rerun-script.ts';
import { c2s, handshake, request, result, s2c } from '../../script.ts';

const HOST = { by: 'host' } as const;

const USER = { by: 'user' } as const;

const session = (...bodies: readonly EventBody[]): Recorded => recordedOf(...handshake(), ...bodies);

const call = (id: number, name: string, args: object = {}): object =>
  request(id, 'tools/call', { name, arguments: args });

const text = (said: string): object => ({ content: [{ type: 'text', text: said }] });

const steps = (sent: readonly string[]): string[] => sent.slice(2);

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
