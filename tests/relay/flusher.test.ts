/** Bytes are asked onto the disk one request at a time, and the file is closed after the last. */
import { expect, test } from 'vitest';
import { Flusher } from '../../relay/recording/flusher.ts';

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
  expect(requests).toHaveLength(1);
  requests[0]?.();
  expect(requests).toHaveLength(2);
  requests[1]?.();
  expect(requests).toHaveLength(2);
  flusher.flush();
  expect(requests).toHaveLength(3);
});

test('the file is closed when nothing is under way any more, once', () => {
  const { flusher, requests, closed } = watched();
  flusher.flush();
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
