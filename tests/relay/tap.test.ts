/** Copies of what passed through the tap, and the events that are made of them. */
import { PassThrough, Writable } from 'node:stream';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bytesOf, NOT_RECORDED, type EventBody } from '#shared/recording';
import { Pump } from '../../relay/tap/stdio/pump.ts';
import { Copies } from '../../relay/tap/stdio/copies.ts';
import { weightOf, type Copy } from '../../relay/tap/stdio/copy.ts';
import { TappedEvents } from '../../relay/tap/stdio/tapped-events.ts';

/** What a recorder makes of copies that it takes when it likes; `keeps` is how many bytes may wait. */
function recorded(keeps: number): { copies: Copies; take: () => void; events: EventBody[] } {
  const taken = new BigInt64Array(new SharedArrayBuffer(8));
  const waiting: Copy[] = [];
  const events: EventBody[] = [];
  const tapped = new TappedEvents((bodies) => events.push(...bodies));
  let t = 0;
  const copies = new Copies({ postMessage: (copy) => void waiting.push(copy as Copy) }, taken, () => t++, keeps);
  const take = (): void => {
    for (const copy of waiting.splice(0)) {
      tapped.take(copy);
      if (copy.is === 'bytes') Atomics.add(taken, 0, BigInt(weightOf(copy)));
    }
  };
  return { copies, take, events };
}

const messages = (events: readonly EventBody[]): Buffer =>
  Buffer.concat(
    events.flatMap((event) =>
      event.k === 'message' ? [bytesOf(event), Buffer.from(event.unterminated ? '' : '\n')] : [],
    ),
  );
const missing = (events: readonly EventBody[]): number =>
  events.reduce((sum, event) => sum + (event.k === 'gap' && event.why === NOT_RECORDED ? (event.bytes ?? 0) : 0), 0);

/** Pieces of a stream, and after each whether the recorder takes what waits. */
const pieces = fc.array(
  fc.tuple(fc.string({ unit: fc.constantFrom('a', 'é', '\n'), minLength: 1, maxLength: 30 }), fc.boolean()),
);

test('what the recorder takes in time is recorded to the last byte, however it was cut', () => {
  fc.assert(
    fc.property(pieces, (given) => {
      const { copies, take, events } = recorded(1_000_000);
      for (const [text, now] of given) {
        copies.bytes('host', Buffer.from(text));
        if (now) take();
      }
      copies.happened({ k: 'process', event: 'stdin-end', by: 'host' });
      copies.over();
      take();
      expect(messages(events).toString()).toBe(given.map(([text]) => text).join(''));
      expect(missing(events)).toBe(0);
      expect(events.at(-1)).toMatchObject({ event: 'closed', reason: 'host-ended' });
    }),
  );
});

test('what it is too late for is a gap of as many bytes, and every line after it is whole', () => {
  fc.assert(
    fc.property(pieces, (given) => {
      const { copies, take, events } = recorded(
        2 * weightOf({ is: 'bytes', t: 0, from: 'host', bytes: Buffer.alloc(30) }),
      );
      // Each line says that it is whole.
      const stream = given.map(([text, now]) => [Buffer.from(text.replaceAll('\n', '<\n>')), now] as const);
      for (const [bytes, now] of stream) {
        copies.bytes('server', bytes);
        if (now) take();
      }
      copies.over();
      take();
      const all = stream.reduce((sum, [{ length }]) => sum + length, 0);
      expect(messages(events).length + missing(events)).toBe(all);
      const gap = events.findIndex((event) => event.k === 'gap');
      for (const event of gap < 0 ? [] : events.slice(gap))
        if (event.k === 'message' && !event.unterminated) expect(event.raw).toMatch(/^>.*<$/);
    }),
  );
});

test('what follows what was long on its way is waited for: a slow reader is no silence', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let take = (): void => undefined;
  const to = new Writable({ highWaterMark: 1, write: (_bytes, _encoding, done) => void (take = done) });
  const from = new PassThrough();
  const pump = new Pump(from, to, { passed: () => undefined });
  from.emit('data', Buffer.from('first'));
  vi.advanceTimersByTime(5000);
  expect([pump.idle, pump.listens, pump.stuck, pump.flushed]).toEqual([0, 0, 5000, false]);
  take();
  to.emit('drain');
  expect([pump.idle, pump.listens, pump.stuck, pump.flushed]).toEqual([0, 0, 0, true]);
  vi.advanceTimersByTime(300);
  expect([pump.idle, pump.listens, pump.read]).toEqual([300, 300, 5]);
});

test('what standard error lacks stands where it is missing', () => {
  const { copies, take, events } = recorded(1100);
  copies.bytes('stderr', Buffer.from('half'));
  copies.bytes('stderr', Buffer.from(`${'lost'.repeat(150)}\n`));
  take();
  copies.bytes('stderr', Buffer.from('new\n'));
  take();
  expect(events.slice(1)).toMatchObject([{ text: 'half' }, { k: 'gap', bytes: 601 }, { text: 'new\n' }]);
});

test('what is missing of one body over HTTP is told once, and a recorder that is gone is given nothing more', () => {
  const given: Copy<{ readonly x: number; readonly dir: 's2c' }, { readonly is: 'end' }>[] = [];
  const taken = new BigInt64Array(new SharedArrayBuffer(8));
  const copies = new Copies(
    { postMessage: (copy: (typeof given)[number]) => void given.push(copy) },
    taken,
    () => 0,
    1000,
  );
  for (let n = 0; n < 1000; n++) copies.bytes({ x: n % 2, dir: 's2c' }, Buffer.alloc(600));
  copies.happened({ is: 'end' });
  expect(given).toEqual([
    { is: 'missing', t: 0, from: { x: 0, dir: 's2c' }, bytes: 300_000 },
    { is: 'missing', t: 0, from: { x: 1, dir: 's2c' }, bytes: 300_000 },
    { is: 'happened', t: 0, body: { is: 'end' } },
  ]);
  copies.bytes({ x: 1, dir: 's2c' }, Buffer.alloc(600));
  copies.stop();
  copies.bytes({ x: 1, dir: 's2c' }, Buffer.alloc(1));
  copies.happened({ is: 'end' });
  copies.over();
  expect(given).toHaveLength(3);
});
