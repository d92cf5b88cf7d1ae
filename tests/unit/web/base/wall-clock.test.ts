import { expect, test } from 'vitest';
import { wallClock, wallClockTitle } from '../../../../web/base/wall-clock.ts';

test('a moment of a session has a time of day, unless nobody knows when it began', () => {
  const time = wallClock('2026-11-22T14:03:10.000Z', 2_345_678);
  expect(time?.iso).toBe('2026-11-22T14:03:12.345Z');
  expect(time?.local).toMatch(/^\d\d:\d\d:12\.345$/);
  expect(wallClockTitle('2026-11-22T14:03:10.000Z', 0)).toMatch(/^\d\d:\d\d:10\.000 \(2026-11-22T14:03:10\.000Z\)$/);
  for (const unknown of ['', 'yesterday', '1970-01-01T00:00:00.000Z']) expect(wallClock(unknown, 5)).toBeUndefined();
});
