/** Where the bars beside the lifelines begin and end. */
import { expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { Timeline } from '#shared/timeline';
import { barsOf, type Bar } from '../../../../web/timeline/bars.ts';
import { c2s, handshake, logOf, request, result, s2c } from '../../script.ts';

const ROW = 28;
const ARROW = 19;

function bars(log: SessionLog, first = 0): { readonly all: Bar[]; readonly rowOf: (s: number) => number } {
  const timeline = new Timeline(log);
  timeline.advance();
  const all = barsOf(log, timeline, {
    first,
    end: timeline.length,
    shown: log.length,
    topOf: (index) => index * ROW,
  });
  return { all, rowOf: (s) => timeline.rowOf(s) };
}

const process = (event: 'exit' | 'spawn'): EventBody =>
  event === 'exit' ? { k: 'process', event, code: 1, signal: null } : { k: 'process', event, pid: 7 };
const restarted: EventBody = { k: 'connection', event: 'restarted', reason: 'server-exited' };

test('a bar ends where the process does, and a process started anew belongs to the connection that follows', () => {
  const asked = handshake().length;
  const log = logOf(...handshake(), c2s(request(2, 'tools/list')), process('exit'), process('spawn'), restarted);
  const { all, rowOf } = bars(log);
  const bar = all.find(({ op }) => op === 1);
  expect((bar?.top ?? 0) + (bar?.height ?? 0)).toBe(rowOf(asked + 1) * ROW + ARROW);
  expect(bar?.open).toBe(false);
  // The exit is above what is drawn.
  expect(bars(log, rowOf(asked + 2)).all).toEqual([]);
  expect(log.state.phases.slice(-2).map(({ phase, s }) => [phase, s])).toEqual([
    ['shutdown', asked + 1],
    ['connection', asked + 2],
  ]);
});

test('what the program answers by itself has its bar at the program’s own line', () => {
  const log = logOf(
    ...handshake(),
    s2c(request('a', 'roots/list')),
    s2c(request('b', 'sampling/createMessage', {})),
    c2s(result('a', { roots: [] }), { by: 'auto' }),
    c2s(result('b', {}), { by: 'user' }),
  );
  expect(bars(log).all.flatMap(({ side, own }) => (side === 'client' ? own : []))).toEqual([true, false]);
});
