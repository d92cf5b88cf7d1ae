import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, payloadOf, type EventBody, type MessageBody } from '#shared/recording';
import { StreamableHttp, type Fetch } from '#shared/transport';
import { ExactUtf8, exactPayload } from '../../../../shared/transport/exact-utf8.ts';
import { Reports } from '../../wait.ts';

/** Text of bytes that come in pieces of so many. */
function decode(bytes: Uint8Array, size = bytes.length || 1): string {
  const decoder = new ExactUtf8();
  let text = '';
  for (let at = 0; at < bytes.length; at += size) text += decoder.push(bytes.subarray(at, at + size));
  return text + decoder.end();
}

describe('ExactUtf8', () => {
  test('gives every byte back, whatever the bytes and however they are cut', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (bytes, size) => {
        const text = decode(bytes, size);
        expect(text).toBe(decode(bytes));
        expect([...bytesOf(exactPayload(text))]).toEqual([...bytes]);
        expect(exactPayload(text)).toEqual(payloadOf(bytes));
      }),
    );
  });

  test('is plain text where the bytes are UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 5 }), (text, size) => {
        expect(decode(new TextEncoder().encode(text), size)).toBe(text);
      }),
    );
  });

  test.each([
    ['an overlong form', [0xc0, 0x80], '\udcc0\udc80'],
    ['half a surrogate pair', [0xed, 0xa0, 0x80], '\udced\udca0\udc80'],
    ['a character cut by another', [0xe2, 0x82, 0x41], '\udce2\udc82A'],
    ['a character cut by the end', [0x41, 0xf0, 0x9f, 0x98], 'A\udcf0\udc9f\udc98'],
  ])('stands %s as surrogates', (_name, bytes, text) => {
    expect(decode(Uint8Array.from(bytes))).toBe(text);
  });
});

/** What a transport reports of one POST that is answered with these pieces. */
async function exchange(
  type: string,
  pieces: readonly Uint8Array[],
  longest?: number,
): Promise<{ readonly bodies: readonly EventBody[]; readonly received: readonly MessageBody[] }> {
  const waiting = [...pieces];
  const fetch: Fetch = () =>
    Promise.resolve({
      status: 200,
      headers: new Headers({ 'Content-Type': type }),
      body: {
        getReader: () => ({
          read: () => {
            const value = waiting.shift();
            return Promise.resolve(value ? { done: false, value } : { done: true });
          },
        }),
      },
    });
  const reports = new Reports<EventBody>();
  const options = { url: 'http://server/', headers: [], fetch, ...(longest === undefined ? {} : { longest }) };
  const transport = new StreamableHttp(options, (bodies) => reports.add(bodies));
  transport.send('half a pair: \ud83d', { by: 'user' });
  await reports.until((all) => all.some((body) => body.k === 'http' && body.phase === 'end'));
  const received = reports.all.filter((body): body is MessageBody => body.k === 'message' && body.dir === 's2c');
  return { bodies: reports.all, received };
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('an answer over HTTP', () => {
  test('as a stream with bytes that are not UTF-8 keeps them, and what is around them stays text', async () => {
    const { received } = await exchange('text/event-stream', [
      encode('data: "é"\n\ndata: "'),
      Uint8Array.of(0xff, 0xc3),
      encode('"\n\ndata: "😀"\n\ndata: cut'),
      Uint8Array.of(0xe2, 0x82),
    ]);
    expect(received.map(({ raw }) => raw)).toEqual(['"é"', undefined, '"😀"', undefined]);
    expect([...bytesOf(received[1] ?? {})]).toEqual([0x22, 0xff, 0xc3, 0x22]);
    expect(received[3]).toMatchObject({ unterminated: true });
    expect([...bytesOf(received[3] ?? {})]).toEqual([...encode('data: cut'), 0xe2, 0x82]);
  });

  test.each(['application/json', 'text/event-stream'])('of type %s without an end comes in pieces', async (type) => {
    const pieces = ['data: 1234', '567890', 'data: abc', 'end'].map(encode);
    const { bodies, received } = await exchange(type, pieces, 12);
    expect(received.map(({ raw }) => raw)).toEqual(['data: 1234567890', 'data: abcend'].slice(0, received.length));
    expect(received.map(({ unterminated }) => unterminated)).toEqual(
      type === 'application/json' ? [true, undefined] : [true, true],
    );
    expect(bodies.filter(({ k }) => k === 'gap')).toHaveLength(1);
  });

  test('stands beside the text as UTF-8 carried it', async () => {
    const { bodies } = await exchange('application/json', []);
    expect(bodies.find(({ k }) => k === 'message')).toHaveProperty('raw', 'half a pair: \ufffd');
  });
});
