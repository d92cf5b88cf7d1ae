import { expect, test, vi } from 'vitest';
import { IncrementalTask } from '../../../../web/base/incremental-task.ts';

test('work goes on in pieces while the last value is shown, is dropped for other parts, and is not begun again too soon', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const work = new IncrementalTask<string>();
  const later = vi.fn();
  let begun = 0;
  /** A value in four pieces of five milliseconds. */
  const make = (value: string) => (): (() => string | undefined) => {
    let left = 4;
    begun++;
    return () => {
      now += 5;
      return --left === 0 ? value : undefined;
    };
  };
  // A first moment at once; the others in the background, and then it is told.
  expect(work.advance(['a'], 1, make('first'), later)).toBeUndefined();
  expect(now).toBe(10);
  await vi.waitFor(() => expect(work.now).toBe('first'));
  await vi.waitFor(() => expect(later).toHaveBeenCalled());
  expect(now).toBe(20);
  later.mockClear();
  expect(work.advance(['a'], 1, make('first'), later)).toBe('first');
  expect([begun, later.mock.calls.length]).toEqual([1, 0]);
  // Events came: the older one for now, until making it has taken a small part of the time.
  expect(work.advance(['a'], 2, make('second'), later)).toBe('first');
  expect([begun, later.mock.calls.length]).toEqual([1, 1]);
  now += 200;
  expect(work.advance(['a'], 2, make('second'), later)).toBe('first');
  // Something else is wanted before it is whole.
  expect(work.advance(['b'], 2, make('other'), later)).toBe('first');
  await vi.waitFor(() => expect(work.now).toBe('other'));
  expect(begun).toBe(3);
  clock.mockRestore();
});
