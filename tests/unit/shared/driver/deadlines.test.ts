/** The clocks of open requests, beside a model that counts their milliseconds one by one. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Pending } from '#shared/session';
import { DEFAULT_POLICY } from '../../../../shared/driver/policy.ts';
import { Deadlines, type RequestLimits } from '../../../../shared/driver/deadlines.ts';
import { runs } from '../../seed.ts';

const POLICY = { ...DEFAULT_POLICY, timeouts: { idleMs: 7, totalMs: 11, progressExtends: true } };

interface Modelled {
  readonly limits: { idle: number; total: number };
  readonly left: { idle: number; total: number };
  readonly owed: Set<number>;
}

/** What the clocks should do, without a timer. */
class Model {
  readonly #open = new Map<number, Modelled>();
  readonly over: string[] = [];
  start(op: number, own?: RequestLimits): void {
    const before = this.#open.get(op);
    before?.owed.delete(op);
    if (before && !own) before.left.idle = before.limits.idle;
    else {
      const limits = { idle: own?.idleMs ?? 7, total: own?.totalMs ?? 11 };
      this.#open.set(op, { limits, left: { ...limits }, owed: new Set(before?.owed) });
    }
  }
  extend(op: number): void {
    const watch = this.#open.get(op);
    if (watch) watch.left.idle = watch.limits.idle;
  }
  ask(question: number): void {
    for (const { owed } of this.#open.values()) owed.add(question);
  }
  await(op: number): void {
    this.#open.get(op)?.owed.add(op);
  }
  stop(op: number): void {
    this.#open.delete(op);
    for (const { owed } of this.#open.values()) owed.delete(op);
  }
  pass(): void {
    for (const [op, { left, owed }] of this.#open) {
      if (owed.size > 0) continue;
      left.idle--;
      left.total--;
      if (left.idle > 0 && left.total > 0) continue;
      this.#open.delete(op);
      this.over.push(`${op}`);
    }
  }
}

const op = fc.integer({ min: 1, max: 3 });
const question = fc.integer({ min: 11, max: 12 });
const step = fc.oneof(
  fc.record({ do: fc.constant('start' as const), op, own: fc.option(fc.constant({ idleMs: 5, totalMs: 9 })) }),
  fc.record({ do: fc.constantFrom('extend' as const, 'await' as const, 'stop' as const), op }),
  fc.record({ do: fc.constantFrom('ask' as const, 'stop' as const), op: question }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 6 }) }),
);
const pending = (number: number, dir: 'c2s' | 's2c'): Pending =>
  ({ op: number, s: number, t: 0, dir, kind: 'request', method: 'tools/call' }) as const;

test('a clock stands still while an answer is owed, also when the request goes on with limits of its own', () => {
  vi.useFakeTimers();
  try {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const over: string[] = [];
        const clocks = new Deadlines(({ op: ended }) => void over.push(`${ended}`));
        const model = new Model();
        for (const each of steps) {
          switch (each.do) {
            case 'start':
              clocks.start(pending(each.op, 'c2s'), POLICY, false, each.own ?? {});
              model.start(each.op, each.own ?? undefined);
              break;
            case 'ask':
              clocks.ask(pending(each.op, 's2c'));
              model.ask(each.op);
              break;
            case 'pass':
              for (let ms = 0; ms < each.ms; ms++) {
                vi.advanceTimersByTime(1);
                model.pass();
                expect(over.toSorted()).toEqual(model.over.toSorted());
              }
              break;
            default:
              clocks[each.do](each.op);
              model[each.do](each.op);
          }
        }
        clocks.clear();
        expect(vi.getTimerCount()).toBe(0);
      }),
      { numRuns: runs(500) },
    );
  } finally {
    vi.useRealTimers();
  }
});
