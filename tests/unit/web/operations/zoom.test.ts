/** Windows of the common time axis: zooming in and out, wherever one is. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TimeAxis } from '#shared/timeline';
import { zoomed } from '../../../../web/operations/zoom.ts';

const AXIS = new TimeAxis([
  { from: 0, to: 2_000_000 },
  { from: 8_000_000, to: 10_000_000 },
]);

test('a window is within the axis, shorter or longer, and has the moment that it is about', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 1, max: 8 }), (t, times) => {
      let range: ReturnType<typeof zoomed>;
      let length = Infinity;
      for (let at = 0; at < times; at++) {
        range = zoomed(AXIS, range, 0.5, t);
        if (!range) throw new Error('no window');
        expect(range.from).toBeGreaterThanOrEqual(0);
        expect(range.to).toBeLessThanOrEqual(10_000_000);
        expect(range.from <= t && t <= range.to).toBe(true);
        const now = AXIS.position(range.to) - AXIS.position(range.from);
        expect(now).toBeLessThan(length);
        length = now;
      }
      for (let at = 0; at <= times; at++) range = zoomed(AXIS, range, 2, t);
      expect(range).toBeUndefined();
    }),
  );
});

test('a moment outside the window leaves its middle where it is', () => {
  expect(zoomed(AXIS, { from: 0, to: 1_000_000 }, 0.5, 9_000_000)).toEqual({ from: 250_000, to: 750_000 });
});
