import { expect, test, vi } from 'vitest';
import { Spared } from '../../../../web/base/spared.ts';

test('what costs much is made for a part of the time only, and at once for other parts', () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const spared = new Spared<number>();
  const later = vi.fn();
  let made = 0;
  const make = (): number => {
    now += 30;
    return ++made;
  };
  expect(spared.get(['a'], 1, make, later)).toBe(1);
  expect(spared.get(['a'], 1, make, later)).toBe(1);
  expect(later).not.toHaveBeenCalled();
  // Events came: the older one for now, and another is asked for.
  expect(spared.get(['a'], 2, make, later)).toBe(1);
  expect(later).toHaveBeenCalledOnce();
  now += 300;
  expect(spared.get(['a'], 2, make, later)).toBe(2);
  // Something else is wanted.
  expect(spared.get(['b'], 2, make, later)).toBe(3);
  expect(later).toHaveBeenCalledOnce();
  clock.mockRestore();
});
