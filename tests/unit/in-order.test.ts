/** What a storage refuses for a while is stored later, in its place: a recording is read back up to the first hole. */
import { expect, test } from 'vitest';
import { InOrder } from '../../web/state/in-order.ts';

test('a piece that was refused goes before those that came after it', async () => {
  const stored: number[] = [];
  const failures: unknown[] = [];
  let isFull = false;
  const put = (piece: number): Promise<void> => {
    if (isFull) return Promise.reject(new Error('full'));
    stored.push(piece);
    return Promise.resolve();
  };
  const pieces = new InOrder(put, (_error, piece) => failures.push(piece));
  await pieces.add(1);
  isFull = true;
  await Promise.all([pieces.add(2), pieces.add(3)]);
  expect(stored).toEqual([1]);
  // What is missing begins with the piece that was refused first.
  expect(failures).toEqual([2, 2]);
  isFull = false;
  void pieces.add(4);
  await pieces.attempted;
  expect(stored).toEqual([1, 2, 3, 4]);
});
