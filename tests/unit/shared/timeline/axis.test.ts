/** The common time axis: pauses are cut, order is kept, and the ruler has room. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SessionAxis, TimeAxis } from '#shared/timeline';
import { SessionLog } from '#shared/session';
import { clock } from '#shared/words';

const stretches = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 0, max: 1e8 })), { minLength: 1, maxLength: 30 })
  .map((parts) => {
    let at = 0;
    return parts.map(([pause, length]) => {
      const from = at + pause;
      at = from + length;
      return { from, to: at };
    });
  });

test('positions keep the order of moments and lie on the axis', () => {
  fc.assert(
    fc.property(stretches, (parts) => {
      const axis = new TimeAxis(parts);
      const places = parts.flatMap(({ from, to }) => [axis.position(from), axis.position(to)]);
      for (const [at, place] of places.entries()) {
        expect(place).toBeGreaterThanOrEqual((places[at - 1] ?? 0) - 1e-9);
        expect(place).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
});

test('a place on the axis leads back to its moment, also within a break', () => {
  fc.assert(
    fc.property(stretches, fc.double({ min: 0, max: 1, noNaN: true }), (parts, part) => {
      const axis = new TimeAxis(parts);
      const t = axis.from + part * (axis.to - axis.from);
      expect(Math.abs(axis.moment(axis.position(t)) - t)).toBeLessThanOrEqual(1 + t * 1e-6);
    }),
  );
});

test('a part of an axis begins and ends where it was asked to', () => {
  fc.assert(
    fc.property(stretches, fc.double({ min: 0, max: 1, noNaN: true }), (parts, part) => {
      const whole = new TimeAxis(parts);
      const [from, to] = [whole.from + part * (whole.to - whole.from), whole.to].map(Math.round) as [number, number];
      const axis = whole.within(from, to);
      expect([axis.from, axis.to]).toEqual([from, to]);
    }),
  );
});

test('moments on the ruler are apart, and where they say', () => {
  fc.assert(
    fc.property(
      stretches,
      fc.double({ min: 0.05, max: 0.5, noNaN: true }),
      fc.constantFrom(1, 1e5),
      (long, apart, by) => {
        const parts = long.map(({ from, to }) => ({ from: Math.round(from / by), to: Math.round(to / by) }));
        const axis = new TimeAxis(parts);
        const ticks = axis.ticks(apart);
        // However short the session was, no figure is there twice.
        expect(new Set(ticks.map(({ t }) => clock(t))).size).toBe(ticks.length);
        for (const [index, { at, t }] of ticks.entries()) {
          expect(at).toBeCloseTo(axis.position(t));
          if (index > 0) expect(at - (ticks[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(apart - 1e-9);
        }
      },
    ),
  );
});

test('a long stretch that begins where there is no room for a moment has moments later on', () => {
  const axis = new TimeAxis([
    { from: 0, to: 10_000 },
    { from: 3_000_000, to: 13_000_000 },
  ]);
  const ticks = axis.ticks(0.1).map(({ t }) => t / 1e6);
  expect(ticks).toEqual([0, 4, 6, 8, 10]);
});

test('a pause takes the same room however long it is', () => {
  const axis = new TimeAxis([
    { from: 0, to: 1_000_000 },
    { from: 3_600_000_000, to: 3_601_000_000 },
  ]);
  expect(axis.position(1_000_000)).toBeCloseTo(0.49);
  expect(axis.position(3_600_000_000)).toBeCloseTo(0.51);
  expect(axis.breaks.map(({ idle }) => idle)).toEqual([3_599_000_000]);
});

test('nothing at all, and what takes no time, have an axis', () => {
  expect(new TimeAxis([]).position(5)).toBe(0);
  expect(new TimeAxis([]).ticks(0.1)).toEqual([]);
  expect(new TimeAxis([{ from: 7, to: 7 }]).position(7)).toBe(0);
});

test('idle time is counted while nothing is open; a stream that is open as long as it is wanted does not count', () => {
  const log = new SessionLog();
  const time = new SessionAxis(log);
  const message = (t: number, dir: 'c2s' | 's2c', message: object): void => {
    log.append({ s: log.length, t: t * 1e6, k: 'message', dir, raw: JSON.stringify({ jsonrpc: '2.0', ...message }) });
  };
  message(0, 'c2s', { id: 1, method: 'tools/call', params: { name: 'slow' } });
  message(10, 's2c', { id: 1, result: {} });
  expect(time.axis.cut).toBe(false);
  message(11, 'c2s', { id: 2, method: 'subscriptions/listen' });
  message(60, 's2c', { method: 'notifications/message', params: {} });
  expect(time.axis.breaks.map(({ idle }) => idle)).toEqual([49e6]);
  expect(time.axis).toBe(time.axis);
  message(61, 'c2s', { id: 3, method: 'tools/call', params: { name: 'slow' } });
  // What is open goes on until the last event.
  message(90, 's2c', { method: 'notifications/message', params: {} });
  expect([time.axis.from, time.axis.to]).toEqual([0, 90e6]);
  expect(time.axis.position(75e6)).toBeGreaterThan(time.axis.position(61e6));
});

test('one request that hangs leaves the room to what happened before; slow calls after each other keep theirs', () => {
  const message = (log: SessionLog, t: number, dir: 'c2s' | 's2c', message: object): void => {
    log.append({ s: log.length, t: t * 1e6, k: 'message', dir, raw: JSON.stringify({ jsonrpc: '2.0', ...message }) });
  };
  const hanging = new SessionLog();
  message(hanging, 0, 'c2s', { id: 1, method: 'ping' });
  message(hanging, 0.4, 's2c', { id: 1, result: {} });
  message(hanging, 0.5, 'c2s', { id: 2, method: 'tools/call', params: { name: 'hangs' } });
  message(hanging, 60.5, 's2c', { method: 'notifications/message', params: {} });
  const { axis } = new SessionAxis(hanging);
  expect(axis.breaks.map(({ idle }) => idle)).toEqual([60e6]);
  expect(axis.position(0.4e6)).toBeGreaterThan(0.7);
  expect([axis.from, axis.to]).toEqual([0, 60.5e6]);
  const idle = new SessionLog();
  message(idle, 0, 'c2s', { id: 1, method: 'ping' });
  message(idle, 0.4, 's2c', { id: 1, result: {} });
  message(idle, 3.4, 'c2s', { id: 2, method: 'tools/call', params: { name: 'hangs' } });
  message(idle, 63.4, 's2c', { method: 'notifications/message', params: {} });
  // What is cut does not make a pause look short.
  expect(new SessionAxis(idle).axis.breaks.map((each) => each.idle)).toEqual([3e6, 60e6]);
  const slow = new SessionLog();
  for (let id = 0; id < 5; id += 1) {
    message(slow, id * 20, 'c2s', { id, method: 'tools/call', params: { name: 'slow' } });
    message(slow, id * 20 + 20, 's2c', { id, result: {} });
  }
  expect(new SessionAxis(slow).axis.cut).toBe(false);
});
