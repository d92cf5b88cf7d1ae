/** The judge of a tap, without anything that carries messages. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { Judge } from '../../relay/tap-judge/index.ts';

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const MINUTE = 60_000;

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
