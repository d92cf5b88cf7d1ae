/** What is kept of an exchange to go on from: no more than is needed, and enough. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { responseBody } from '#shared/transport';
import type { HttpCopy } from '../../../../../relay/tap/http/copy.ts';
import { fromJson, KeptCopies } from '../../../../../relay/tap/http/kept-copies.ts';

const MEBIBYTE = 1024 * 1024;
const REQUEST: HttpCopy = {
  ...{ is: 'happened', t: 0 },
  body: { is: 'request', x: 1, method: 'GET', url: 'http://127.0.0.1:1/mcp', headers: [], via: {}, client: 1 },
};
const RESPONSE: HttpCopy = { is: 'happened', t: 1, body: { is: 'response', x: 1, status: 200, headers: [] } };
const bytesOf = (bytes: Uint8Array, dir: 's2c' | 'c2s' = 's2c'): HttpCopy => ({
  ...{ is: 'bytes', t: 2, from: { x: 1, dir } },
  bytes,
});

/** One whose response has begun, with these events up to there. */
function responded(told = 2): KeptCopies {
  const kept = new KeptCopies(REQUEST);
  kept.add(RESPONSE, 'whole');
  kept.told = told;
  kept.responds();
  return kept;
}

const events = (emit: (bodies: readonly EventBody[]) => void): ReturnType<typeof responseBody> =>
  responseBody({ x: 'x1', status: 200, type: 'text/event-stream' }, emit);

describe('of a stream of events', () => {
  test('however it is cut, what is kept gives what is told, and with what follows the same as without an end', () => {
    const stream = fc
      .array(
        fc.constantFrom('data: a\n', 'data: é\r\n', ': b\n', '\n', '\r\n', 'id: 1\n', '\n\n', 'data: {"x":1}\n\n'),
        {
          maxLength: 40,
        },
      )
      .map((lines) => Buffer.from(lines.join('')));
    fc.assert(
      fc.property(
        stream,
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
        fc.nat(),
        (all, lengths, stop) => {
          const pieces: Buffer[] = [];
          for (let at = 0; at < all.length; at += lengths[pieces.length % lengths.length] ?? 1)
            pieces.push(all.subarray(at, at + (lengths[pieces.length % lengths.length] ?? 1)));
          const end = pieces.length === 0 ? 0 : stop % (pieces.length + 1);
          const whole: EventBody[] = [];
          let told = 0;
          const body = events((bodies) => whole.push(...bodies));
          for (const [at, piece] of pieces.entries()) {
            body.push(piece);
            if (at < end) told = whole.length;
          }
          const { state } = keptUntil(pieces.slice(0, end));
          const again: EventBody[] = [];
          const resumed = events((bodies) => again.push(...bodies));
          for (const copy of (state?.copies ?? []).map(fromJson)) if (copy.is === 'bytes') resumed.push(copy.bytes);
          expect(again).toHaveLength((state?.told ?? 0) - 2);
          const silent = again.length;
          for (const piece of pieces.slice(end)) resumed.push(piece);
          expect([...whole.slice(0, told), ...again.slice(silent)]).toEqual(whole);
        },
      ),
    );
  });

  test('of pieces in which many events end, what follows the last of them is kept', () => {
    const all = Buffer.from(`data: ${'x'.repeat(993)}\n\n`.repeat(10_000));
    const kept = responded();
    let most = 0;
    for (let at = 0; at < all.length; at += 65_000) {
      kept.add(bytesOf(all.subarray(at, at + 65_000)), 'events');
      most = Math.max(most, kept.bytes);
    }
    expect(most).toBeLessThan(66_000);
  });

  test('of a stream byte by byte, one event is kept', () => {
    const kept = responded();
    for (const byte of Buffer.from('data: a\r\n\r\n'.repeat(100))) kept.add(bytesOf(Buffer.of(byte)), 'events');
    expect(kept.bytes).toBeLessThanOrEqual('data: a\r\n\r\n'.length);
  });
});

/** What is kept of a stream that came in these pieces. */
function keptUntil(pieces: readonly Uint8Array[]): KeptCopies {
  const kept = responded();
  const body = events((bodies) => (kept.told += bodies.length));
  for (const piece of pieces) {
    kept.add(bytesOf(piece), 'events');
    body.push(piece);
  }
  return kept;
}

describe.each(['whole', 'events'] as const)('of a body without an end (%s)', (kind) => {
  const piece = bytesOf(Buffer.alloc(MEBIBYTE, 'x'));
  const missing = (bytes: number): object => ({ is: 'missing', from: { x: 1, dir: 's2c' }, bytes });

  test('at most 64 MiB are kept; then a gap is in the place of what is told nowhere', () => {
    const kept = responded();
    let most = 0;
    for (let count = 0; count < 3000; count++) {
      kept.add(piece, kind);
      most = Math.max(most, kept.bytes);
    }
    expect(most).toBe(64 * MEBIBYTE);
    expect(kept.bytes).toBe(0);
    expect(kept.state?.copies.slice(1)).toEqual([RESPONSE, expect.objectContaining(missing(3000 * MEBIBYTE))]);
    expect(kept.state?.told).toBe(2);
    // The first part of it is told as a message of its own, with a gap.
    kept.told += 2;
    expect(kept.state?.copies.slice(2)).toMatchObject([missing(0)]);
    kept.add(piece, kind);
    expect(kept.state?.copies.slice(2)).toMatchObject([missing(MEBIBYTE)]);
    expect(kept.state?.told).toBe(2);
  });
});

test('a compressed body that is too long leaves nothing to go on from', () => {
  const kept = responded();
  for (let count = 0; count < 33; count++) kept.add(bytesOf(Buffer.alloc(MEBIBYTE)), 'compressed');
  expect(kept.state).toBeUndefined();
  expect(kept.bytes).toBe(0);
});
