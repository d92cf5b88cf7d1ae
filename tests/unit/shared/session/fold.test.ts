/** The engine of folds: any number of them over one log, followed early or late, looked at as of any event. */
import { describe, expect, test } from 'vitest';
import { CHECKPOINT_EVERY, copyTables, SESSION, SessionLog, type Fold } from '#shared/session';
import { toEvents } from '../../arbitraries.ts';
import { foldProperties } from '../../fold-properties.ts';
import { c2s, logOfEvents, request, result, s2c } from '../../script.ts';

interface Work {
  steps: number;
  copies: number;
}

/** The methods of the requests that are open, by event; it counts what the engine has it do. */
function counted(): Fold<{ open: Map<number, string>; last: number }> & { readonly work: Work } {
  const work: Work = { steps: 0, copies: 0 };
  return {
    work,
    init: () => ({ open: new Map(), last: -1 }),
    step(state, { s }, _decoded, { opened, closed }) {
      work.steps++;
      state.last = s;
      for (const pending of opened) state.open.set(pending.s, pending.method ?? '');
      for (const { pending } of closed) state.open.delete(pending.s);
    },
    copy(state) {
      work.copies++;
      return copyTables(state);
    },
  };
}

const calls = (count: number, answered: boolean) =>
  toEvents(
    Array.from({ length: count }, (_, id) => [c2s(request(id, 'ping')), ...(answered ? [s2c(result(id))] : [])]).flat(),
  );

describe('the session itself as a fold', () => foldProperties(SESSION));
describe('a fold that builds on what the session found', () => foldProperties(counted()));

describe('a fold over a long session', () => {
  const events = calls(5000, true);

  test('that is followed from the beginning is stepped once for each event', () => {
    const fold = counted();
    const log = new SessionLog();
    log.follow(fold);
    for (const event of events) log.append(event);
    expect(log.follow(fold)).toEqual({ open: new Map(), last: events.length - 1 });
    expect(fold.work.steps).toBe(events.length);
  });

  test('that is followed late is caught up with once', () => {
    const fold = counted();
    const log = logOfEvents(events);
    expect(log.follow(fold).last).toBe(events.length - 1);
    expect(log.follow(fold)).toBe(log.follow(fold));
    expect(fold.work.steps).toBe(events.length);
  });

  test('is looked at in any order, at most a few hundred steps from a copy', () => {
    const fold = counted();
    const log = logOfEvents(events);
    log.follow(fold);
    for (const s of [9000, 17, 511, 512, 513, 4096, 4095, -1, 9998, 1023]) {
      const before = fold.work.steps;
      expect(log.asOf(fold, s).last).toBe(s);
      expect(log.asOf(fold, s).open.size).toBe(s >= 0 && s % 2 === 0 ? 1 : 0);
      expect(fold.work.steps - before).toBeLessThanOrEqual(CHECKPOINT_EVERY);
    }
  });

  test('is played through by one step for each event, and without copies', () => {
    const fold = counted();
    const log = logOfEvents(calls(5000, false));
    log.follow(fold);
    const cursor = log.cursor();
    const before = { ...fold.work };
    for (let s = -1; s < 5000; s++) expect(cursor.asOf(fold, s).open.size).toBe(s + 1);
    expect(fold.work.steps - before.steps).toBeLessThan(5000);
    expect(fold.work.copies - before.copies).toBeLessThanOrEqual(1);
  });

  test('at two cursors is at two places', () => {
    const fold = counted();
    const log = logOfEvents(events);
    const [one, other] = [log.cursor(), log.cursor()];
    const early = one.asOf(fold, 100);
    expect(other.asOf(fold, 7000).last).toBe(7000);
    expect(early.last).toBe(100);
  });
});
