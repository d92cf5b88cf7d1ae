/** A log on its way to a storage that is slow, refuses for a while, or has to take all at once because the page goes. */
import { expect, test } from 'vitest';
import type { WireEvent } from '#shared/recording';
import type { StorageChunk } from '../../../../../web/base/storage-chunks.ts';
import { WriteBehind } from '../../../../../web/session/direct/write-behind.ts';
import type { Behind } from '../../../../../web/session/source.ts';

/** A storage whose transactions end when they are told to. */
function storage() {
  const events: WireEvent[] = [];
  const transactions: { readonly pieces: readonly StorageChunk[]; readonly end: (error?: Error) => void }[] = [];
  const failures: number[] = [];
  const lags: (Behind | undefined)[] = [];
  const kept = new Map<number, string>();
  const behind = new WriteBehind({
    events,
    stored: 0,
    put: (pieces) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error): void => {
          if (error) return reject(error);
          for (const { from, lines } of pieces) kept.set(from, lines);
          resolve();
        };
        transactions.push({ pieces, end });
      }),
    failed: (_error, from) => failures.push(from),
    progress: () => undefined,
    lag: (now) => lags.push(now),
    yieldToPage: () => undefined,
  });
  const grow = (count: number, text = 'x'): void => {
    for (let n = 0; n < count; n++) events.push({ s: events.length, t: 0, k: 'stderr', text });
    behind.grown();
  };
  /** Numbers of the events that are read back: in order, up to the first that is missing. */
  const readBack = (): number => {
    let next = 0;
    for (const [, lines] of [...kept].sort(([a], [b]) => a - b))
      for (const line of lines.split('\n')) if ((JSON.parse(line) as WireEvent).s === next) next++;
    return next;
  };
  /** Wait for transaction number `n` and end it. */
  const end = async (n: number, error?: Error): Promise<void> => {
    await expect.poll(() => transactions.length).toBeGreaterThan(n);
    transactions[n]?.end(error);
  };
  return { behind, transactions, failures, lags, grow, end, readBack };
}

test('one transaction takes all that waits', async () => {
  const { behind, transactions, grow, end, readBack } = storage();
  grow(1);
  for (let batch = 0; batch < 500; batch++) grow(3);
  await end(0);
  const all = behind.attempt();
  await end(1);
  await all;
  expect(transactions).toHaveLength(2);
  expect(readBack()).toBe(1501);
});

test('who makes the log grow waits while too much is not stored', async () => {
  const { behind, grow, end } = storage();
  grow(20_000);
  expect(behind.ready()).toBeUndefined();
  grow(1);
  const room = behind.ready();
  expect(room).toBeInstanceOf(Promise);
  await end(0);
  await room;
  await end(1);
  await behind.attempt();
  expect(behind.ready()).toBeUndefined();
  // Few events may be much as well.
  grow(3, 'x'.repeat(8 * 1024 * 1024));
  expect(behind.ready()).toBeInstanceOf(Promise);
});

test('what was refused goes before what came after it, holds nobody up, and is told', async () => {
  const { behind, failures, lags, grow, end, readBack } = storage();
  grow(30_000);
  const room = behind.ready();
  await end(0, new Error('full'));
  await room;
  expect(behind.ready()).toBeUndefined();
  expect(failures).toEqual([0]);
  expect(lags.at(-1)).toEqual({ events: 30_000, refused: true });
  grow(5);
  const again = behind.attempt();
  await end(1, new Error('full'));
  await again;
  // What is missing begins with the event that was refused first.
  expect(failures).toEqual([0, 0]);
  const third = behind.attempt();
  await end(2);
  await third;
  expect(readBack()).toBe(30_005);
  expect(lags.at(-1)).toBeUndefined();
});

test('a flush hands over at once what waits, behind what is on its way', async () => {
  const { behind, transactions, grow, end, readBack } = storage();
  grow(10);
  expect(transactions).toHaveLength(1);
  grow(100);
  behind.flush();
  expect(transactions).toHaveLength(2);
  behind.flush();
  expect(transactions).toHaveLength(2);
  await end(0);
  await end(1);
  await behind.attempt();
  expect(readBack()).toBe(110);
});

test('a flush whose forerunner was refused is stored once more in its place', async () => {
  const { behind, grow, end, readBack } = storage();
  grow(10);
  grow(100);
  behind.flush();
  await end(0, new Error('full'));
  await end(1);
  const again = behind.attempt();
  await end(2);
  await again;
  expect(readBack()).toBe(110);
  grow(1);
  await end(3);
  await behind.attempt();
  expect(readBack()).toBe(111);
});
