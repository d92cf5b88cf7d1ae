/** Going back in a long session, whatever it holds: the state there is the fold of what came before, and copies stay few. */
import { describe, expect, test } from 'vitest';
import { SESSION } from '#shared/session';
import type { WireEvent } from '#shared/recording';
import { logOfEvents } from '../../script.ts';

/** `count` requests that nobody answers. */
function unanswered(count: number): WireEvent[] {
  return Array.from({ length: count }, (_, s) => ({
    s,
    t: s,
    k: 'message',
    dir: 'c2s',
    raw: `{"jsonrpc":"2.0","id":${s},"method":"ping"}`,
  }));
}

describe('a log with ever more open requests', () => {
  const events = unanswered(40_000);
  const log = logOfEvents(events);

  test('gives the state as of any event', () => {
    for (const s of [-1, 0, 511, 512, 513, 1023, 1024, 5000, 17_777, 39_998, 39_999]) {
      const state = log.asOf(SESSION, s);
      expect(state.events).toBe(s + 1);
      expect(state.pending.size).toBe(s + 1);
    }
  });

  test('gives the same as a log that ends there', () => {
    const s = 3000;
    expect(log.asOf(SESSION, s)).toEqual(logOfEvents(events.slice(0, s + 1)).state);
  });

  test('finds what was open at any time', () => {
    for (const s of [0, 700, 1024, 9999, 39_999]) {
      const open = log.spanning(s, s);
      expect(open).toHaveLength(s + 1);
      expect(open.map(({ opened }) => opened)).toEqual(Array.from({ length: s + 1 }, (_, at) => at));
    }
  });
});
