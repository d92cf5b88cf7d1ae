/** The judge of a tap, without anything that carries messages. */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { TapOrders, TapRule } from '#shared/tap';
import { Judge, type Act, type Arrived } from '../../relay/tap/judge/index.ts';

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const MINUTE = 60_000;

/** A judge, with what it did and what became of the messages that it was shown. */
function judging(): { judge: Judge; acts: Act[]; show: (text: string, isOnce?: true) => void; went: string[] } {
  const acts: Act[] = [];
  const went: string[] = [];
  const judge = new Judge((act) => acts.push(act));
  const show = (text: string, isOnce?: true): void => {
    const pass = (_of: number, other = text): void => void went.push(other);
    const nothing = (): void => undefined;
    const message: Arrived = {
      ...{ dir: 's2c', bytes: Buffer.from(text), pass, ...(isOnce ? { isOnce } : {}) },
      ...{
        received: nothing,
        answer: nothing,
        consumed: nothing,
        drop: nothing,
        closeStream: nothing,
        kill: nothing,
        settled: nothing,
      },
    };
    const action = judge.judge(message);
    if (action) action();
    else went.push(text);
  };
  return { judge, acts, show, went };
}
const orders = (breakpoints: readonly string[], rules: readonly TapRule[]): TapOrders => ({
  breakpoints: breakpoints.map((when) => ({ when })),
  rules,
  limit: MINUTE,
});
const rule = (act: TapRule['act'], more: Partial<TapRule> = {}): TapRule => ({ name: 'a', when: 'x', act, ...more });

test('what waits for a breakpoint goes on when that is taken away, although a rule has the same condition', () => {
  const { judge, acts, show, went } = judging();
  judge.orders(1, orders(['x'], []));
  show('x1');
  judge.orders(1, orders(['x', 'y'], [rule({ do: 'drop' })]));
  expect(went).toEqual([]);
  judge.orders(1, orders([], [rule({ do: 'drop' })]));
  expect(went).toEqual(['x1']);
  expect(acts.at(-1)).toMatchObject({ act: 'forward', by: 'user' });
  judge.orders(1, orders([], [rule({ do: 'delay', ms: MINUTE })]));
  show('x2');
  judge.orders(1, orders([], [rule({ do: 'delay', ms: MINUTE }), rule({ do: 'drop' })]));
  expect(went).toEqual(['x1']);
  judge.orders(1, orders(['x'], []));
  expect(went).toEqual(['x1', 'x2']);
});

test('two rules that are alike count by themselves, also when they are given again', () => {
  const { judge, show, went } = judging();
  const twice = orders([], [rule({ do: 'drop' }, { times: 1 }), rule({ do: 'drop' }, { times: 1 })]);
  judge.orders(1, twice);
  show('x1');
  judge.orders(1, twice);
  show('x2');
  show('x3');
  expect(went).toEqual(['x3']);
});

test('what can go on once only is not repeated, and that is said', () => {
  const { judge, acts, show, went } = judging();
  judge.orders(1, orders([], [rule({ do: 'repeat', times: 3 })]));
  show('x1');
  show('x2', true);
  expect(went).toEqual(['x1', 'x1', 'x1', 'x2']);
  expect(acts.slice(1)).toEqual([
    { act: 'repeat', times: 3, by: 'rule', rule: 'a' },
    { act: 'spared', why: 'response', by: 'rule', rule: 'a' },
  ]);
  judge.orders(1, orders(['x'], []));
  show('x3', true);
  expect(judge.verdict(3, { do: 'repeat', times: 2 })).toMatch(/more than once/);
  expect(judge.verdict(3, { do: 'forward' })).toBe(undefined);
  expect(went.slice(4)).toEqual(['x3']);
});

test('a request of one’s own is waited for as long as a person may take to respond, and no longer', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const judge = new Judge(() => undefined);
  judge.own('s2c', '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
  expect(judge.isArmed).toBe(false);
  judge.own('s2c', PING);
  vi.advanceTimersByTime(10 * MINUTE);
  judge.own('s2c', PING);
  expect(judge.isArmed).toBe(true);
  vi.advanceTimersByTime(10 * MINUTE);
  expect(judge.isArmed).toBe(true);
  vi.advanceTimersByTime(10 * MINUTE);
  expect(judge.isArmed).toBe(false);
});
