import { expect, test, vi } from 'vitest';
import { Throttled } from '../../../../web/base/throttled.ts';

test('what costs much is made for a part of the time only, and at once for other parts', () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const throttled = new Throttled<number>();
  const later = vi.fn();
  let made = 0;
  const make = (): number => {
    now += 30;
    return ++made;
  };
  expect(throttled.get(['a'], 1, make, later)).toBe(1);
  expect(throttled.get(['a'], 1, make, later)).toBe(1);
  expect(later).not.toHaveBeenCalled();
  // Events came: the older one for now, and another is asked for.
  expect(throttled.get(['a'], 2, make, later)).toBe(1);
  expect(later).toHaveBeenCalledOnce();
  now += 300;
  expect(throttled.get(['a'], 2, make, later)).toBe(2);
  // Something else is wanted.
  expect(throttled.get(['b'], 2, make, later)).toBe(3);
  expect(later).toHaveBeenCalledOnce();
  clock.mockRestore();
});
