/** Bytes are asked onto the disk one request at a time, and the file is closed after the last. */
import { beforeEach, expect, test, vi } from 'vitest';
import { Flusher } from '../../relay/recording/flusher.ts';

const SOON = 50;

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function watched(): { flusher: Flusher; requests: (() => void)[]; closed: number[] } {
  const requests: (() => void)[] = [];
  const closed: number[] = [];
  const flusher = new Flusher(
    7,
    (_file, done) => requests.push(done),
    (file) => closed.push(file),
  );
  return { flusher, requests, closed };
}

test('writes during a request are covered by one more', () => {
  const { flusher, requests } = watched();
  for (let write = 0; write < 5; write++) flusher.flush();
  expect(requests).toHaveLength(0);
  vi.advanceTimersByTime(SOON);
  expect(requests).toHaveLength(1);
  requests[0]?.();
  vi.advanceTimersByTime(SOON);
  expect(requests).toHaveLength(1);
  flusher.flush();
  vi.advanceTimersByTime(SOON);
  for (let write = 0; write < 5; write++) flusher.flush();
  requests[1]?.();
  expect(requests).toHaveLength(2);
  vi.advanceTimersByTime(SOON);
  expect(requests).toHaveLength(3);
});

test('the file is closed when nothing is under way any more, once', () => {
  const { flusher, requests, closed } = watched();
  flusher.flush();
  vi.advanceTimersByTime(SOON);
  flusher.flush();
  flusher.close();
  flusher.close();
  expect(closed).toEqual([]);
  requests[0]?.();
  expect(closed).toEqual([]);
  requests[1]?.();
  expect(closed).toEqual([7]);

  const idle = watched();
  idle.flusher.close();
  expect(idle.closed).toEqual([7]);
});

test('what was written is asked for at once when the file is closed: the program may end before any timer', () => {
  const { flusher, requests, closed } = watched();
  flusher.flush();
  flusher.close();
  expect(requests).toHaveLength(1);
  expect(closed).toEqual([]);
  requests[0]?.();
  expect(closed).toEqual([7]);
  vi.advanceTimersByTime(10 * SOON);
  expect(requests).toHaveLength(1);
});
