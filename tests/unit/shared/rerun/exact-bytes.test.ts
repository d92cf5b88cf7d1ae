/** Bytes that are not UTF-8 are run again as they are. */
import { expect, test } from 'vitest';
import { toBase64, type EventBody, type HeldRecording as Recorded } from '#shared/recording';
import { planRerun } from '#shared/rerun';
import { recordedOf, runAgain } from '../../rerun-script.ts';
import { c2s, handshake, request, result, s2c } from '../../script.ts';

const HOST = { by: 'host' } as const;

const session = (...bodies: readonly EventBody[]): Recorded => recordedOf(...handshake(), ...bodies);

const call = (id: number, name: string, args: object = {}): object =>
  request(id, 'tools/call', { name, arguments: args });

const text = (said: string): object => ({ content: [{ type: 'text', text: said }] });

const steps = (sent: readonly string[]): string[] => sent.slice(2);

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
