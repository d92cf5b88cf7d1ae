/** A body that never ends and is always there: others have their turn, and it is read no faster than its events are stored. */
import { expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { StreamableHttp, type Fetch, type HttpOptions } from '#shared/transport';
import { notification, request } from '../../script.ts';

const encoder = new TextEncoder();
const EVENT = `data: ${JSON.stringify(notification('notifications/message'))}\n\n`;

/** A transport whose `fetch` answers with `chunk` again and again, `times` or until it is aborted. */
function reading(chunk: Uint8Array, type: string, pause: HttpOptions['pause'], times = Infinity) {
  const bodies: EventBody[] = [];
  let reads = 0;
  const fetch: Fetch = (_url, { signal }) =>
    Promise.resolve({
      status: 200,
      headers: {
        forEach: (each) => each(type, 'content-type'),
        get: () => type,
      },
      body: {
        getReader: () => ({
          read: () =>
            signal.aborted
              ? Promise.reject(new Error('aborted'))
              : Promise.resolve(++reads > times ? { done: true } : { done: false, value: chunk }),
        }),
      },
    });
  const transport = new StreamableHttp(
    { url: 'http://fixture/', headers: [], fetch, ...(pause ? { pause } : {}) },
    (all) => bodies.push(...all),
  );
  transport.open();
  transport.send(JSON.stringify(request(1, 'tools/call')), { by: 'user' });
  return { transport, bodies, reads: () => reads };
}

/** The end of the present task and of all that follows from it without another. */
const task = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const ended = (bodies: readonly EventBody[]): boolean =>
  bodies.some((body) => body.k === 'http' && body.phase === 'end');

test.each([
  ['text/event-stream', encoder.encode(EVENT)],
  ['application/json', encoder.encode('[1,2,3]')],
])('%s: reading stops where it is told to, and goes on', async (type, chunk) => {
  let go = (): void => undefined;
  const { transport, reads, bodies } = reading(chunk, type, () => new Promise<void>((resolve) => (go = resolve)));
  for (let n = 1; n <= 3; n++) {
    await task();
    expect(reads()).toBe(n);
    go();
  }
  await task();
  expect(ended(bodies)).toBe(false);
  // Who waits for a storage that never catches up can still end it.
  await transport.close({ reason: 'user' });
  expect(ended(bodies)).toBe(true);
});

test('one long piece of a stream is handled in short ones', async () => {
  const chunk = encoder.encode(EVENT.repeat(20_000));
  const counts: number[] = [];
  let messages = 0;
  const { bodies } = reading(
    chunk,
    'text/event-stream',
    () => {
      const seen = bodies.filter((body) => body.k === 'message').length - 1;
      counts.push(seen - messages);
      messages = seen;
      return undefined;
    },
    1,
  );
  await expect.poll(() => ended(bodies)).toBe(true);
  expect(messages).toBe(20_000);
  expect(Math.max(...counts)).toBeLessThan(500);
});

test('a body is read to its end without a pause where nobody asks for one', async () => {
  const { bodies } = reading(encoder.encode(EVENT), 'text/event-stream', undefined, 50);
  await expect.poll(() => ended(bodies)).toBe(true);
  expect(bodies.filter((body) => body.k === 'message')).toHaveLength(51);
});
