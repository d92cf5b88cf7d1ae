/** Exact bytes and headers left out, as Streamable HTTP hands them to `fetch`. */
import type { EventBody } from '#shared/recording';
import { StreamableHttp, type FetchInit, type SendOptions } from '#shared/transport';
import { expect, it } from 'vitest';

/** What one send gives to `fetch`, and the events it reports. */
function sent(
  text: string,
  options: Omit<SendOptions, 'by'>,
): { readonly init: FetchInit; readonly events: EventBody[] } {
  const inits: FetchInit[] = [];
  const events: EventBody[] = [];
  const transport = new StreamableHttp(
    {
      url: 'http://127.0.0.1/mcp',
      headers: [['X-Set', 'connection']],
      fetch: (_, init) => {
        inits.push(init);
        return new Promise(() => undefined);
      },
    },
    (bodies) => events.push(...bodies),
  );
  transport.send(text, { by: 'user', ...options });
  const [init] = inits;
  if (!init) throw new Error('nothing was fetched');
  return { init, events };
}

it('sends bytes that are no text, and records them as they are', () => {
  const { init, events } = sent('\ufffd', { b64: '/w==' });
  expect(init.body).toEqual(Uint8Array.of(0xff));
  expect(events.find((event) => event.k === 'message')).toMatchObject({ b64: '/w==', by: 'user' });
});

it('records bytes that are a text as that text', () => {
  const { init, events } = sent('{}', { b64: 'e30=' });
  expect(init.body).toBe('{}');
  expect(events.find((event) => event.k === 'message')).toMatchObject({ raw: '{}' });
});

it('leaves out headers by name, whoever sets them', () => {
  const { init } = sent('{}', { http: { headers: [['X-More', '1']], without: ['accept', 'x-set'] } });
  expect(init.headers).toEqual([
    ['Content-Type', 'application/json'],
    ['X-More', '1'],
  ]);
});
