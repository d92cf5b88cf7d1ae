/** A call is one row: whatever order its messages come in, whatever the filter says of them, folded or not. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SessionLog } from '#shared/session';
import { parseFilter, Timeline } from '#shared/timeline';
import { c2s, handshake, logOf, notification, request, result, s2c } from '../../script.ts';
import { anySession, batchSizes, grow, rowsOf } from '../../timeline-grown.ts';

const known = new Set<number>();
const optionsOf = (filter: string) => ({
  filter,
  routine: true,
  calls: true,
  lined: (s: number): boolean => known.has(s),
});
function callsOf(log: SessionLog, filter = ''): Timeline {
  const timeline = new Timeline(log, optionsOf(filter));
  timeline.advance();
  return timeline;
}

const session = anySession(60);
const filters = fc.constantFrom(
  '',
  '',
  'status:error',
  '-method:ping',
  'status:ok',
  'status:pending',
  'kind:response',
  '-kind:response',
  '-status:error',
  '-status:pending',
  'at:10us..200us',
);
test('request, progress and response are one row where the request is; a notification between them has its own', () => {
  const log = logOf(
    ...handshake('2025-11-25', {}),
    c2s(request(7, 'tools/call', { name: 'slow', _meta: { progressToken: 7 } })),
    s2c(notification('notifications/progress', { progressToken: 7, progress: 1 })),
    s2c(notification('notifications/message', { level: 'info', data: 'x' })),
    c2s(request(8, 'ping')),
    s2c(result(7)),
    s2c(result(8)),
  );
  const timeline = callsOf(log);
  const shown = (): unknown[] => rowsOf(timeline).map((row) => (row.type === 'phase' ? row.phase : [row.type, row.s]));
  const folded = [
    'connection',
    ['event', 0],
    ['event', 1],
    'initialization',
    ['call', 2],
    ['event', 4],
    'operation',
    ['call', 5],
    ['event', 7],
    ['call', 8],
  ];
  expect(shown()).toEqual(folded);
  expect(timeline.row(timeline.rowOf(9))).toEqual({ type: 'call', s: 5, open: false });
  expect(timeline.ownRow(6)).toBe(timeline.rowOf(5));
  timeline.toggleCall(5);
  expect(shown()).toEqual([
    ...folded.slice(0, 7),
    ['call', 5],
    ['event', 5],
    ['event', 6],
    ['event', 7],
    ['call', 8],
    ['event', 9],
  ]);
  expect(timeline.row(timeline.rowOf(9))).toEqual({ type: 'event', s: 9 });
  timeline.toggleCall(5);
  expect(shown()).toEqual(folded);
});

test('rows do not depend on how the events arrived', () => {
  fc.assert(
    fc.property(
      session,
      filters,
      batchSizes,
      fc.array(fc.nat(59), { maxLength: 8 }),
      (events, filter, sizes, found) => {
        known.clear();
        const [log, timeline] = grow(events, optionsOf(filter), sizes);
        expect(rowsOf(timeline)).toEqual(rowsOf(callsOf(log, filter)));
        for (const s of found) known.add(s);
        timeline.mark(found);
        expect(rowsOf(timeline).filter(({ type }) => type !== 'line')).toEqual(
          rowsOf(callsOf(log, filter)).filter(({ type }) => type !== 'line'),
        );
        for (const [index, row] of rowsOf(timeline).entries()) {
          if (row.type !== 'line') continue;
          expect(rowsOf(timeline)[index - 1]?.s).toBe(row.s);
          const of = timeline.eventsIn(row.s);
          expect((of.length === 0 ? [row.s] : of).some((s) => known.has(s))).toBe(true);
        }
        for (const s of found) {
          const line = rowsOf(timeline).some((row) => row.type === 'line' && row.s === (timeline.callOf(s)?.s ?? s));
          if (timeline.ownRow(s) >= 0 && timeline.runOf(s) === undefined) expect(line).toBe(true);
        }
      },
    ),
  );
});

test('a call has a row while the filter shows one of its messages, and every message has one row', () => {
  known.clear();
  fc.assert(
    fc.property(session, filters, batchSizes, (events, filter, sizes) => {
      const [log, timeline] = grow(events, optionsOf(filter), sizes);
      const { matches, timeOnly, excludes } = parseFilter(filter);
      const whole = callsOf(log);
      for (let s = 0; s < log.length; s++) {
        const begin = whole.callOf(s)?.s;
        const all = begin === undefined ? [s] : whole.eventsIn(s);
        const shown = all.some((each) => matches(log, each)) && !all.some((each) => excludes?.(log, each));
        if (!timeOnly) expect(timeline.ownRow(s) >= 0).toBe(shown);
        else if (shown) expect(timeline.ownRow(s)).toBeGreaterThanOrEqual(0);
        const index = timeline.ownRow(s);
        if (index >= 0) expect(timeline.rowOf(s)).toBe(index);
      }
    }),
  );
});

test('open calls give each message its row, whatever comes meanwhile, and folded ones are as before', () => {
  known.clear();
  fc.assert(
    fc.property(session, fc.array(fc.nat(59), { maxLength: 4 }), (events, opened) => {
      const log = new SessionLog();
      const timeline = new Timeline(log, optionsOf(''));
      const half = events.length >> 1;
      for (const event of events.slice(0, half)) log.append(event);
      timeline.advance();
      const before = rowsOf(timeline);
      const begins = [...new Set(opened.flatMap((s) => timeline.callOf(s)?.s ?? []))];
      for (const begin of begins) timeline.toggleCall(begin);
      for (const begin of begins) timeline.toggleCall(begin);
      expect(rowsOf(timeline)).toEqual(before);
      for (const begin of begins) timeline.toggleCall(begin);
      for (const event of events.slice(half)) log.append(event);
      timeline.advance();
      for (const begin of begins)
        for (let s = begin; s < log.length; s++)
          if (timeline.callOf(s)?.s === begin) expect(timeline.row(timeline.rowOf(s))).toEqual({ type: 'event', s });
      for (const begin of begins) timeline.toggleCall(begin);
      expect(rowsOf(timeline)).toEqual(rowsOf(callsOf(log)));
    }),
  );
});

test('a negated token hides a call when it names one of its messages', () => {
  const log = logOf(
    ...handshake('2025-11-25', {}),
    c2s(request(7, 'tools/call', { name: 'good' })),
    s2c(result(7)),
    c2s(request(8, 'tools/call', { name: 'bad' })),
    s2c({ jsonrpc: '2.0', id: 8, error: { code: -32603, message: 'broken' } }),
  );
  const calls = (filter: string): number[] =>
    rowsOf(callsOf(log, filter)).flatMap((row) => (row.type === 'call' ? [row.s] : []));
  const [good, bad] = calls('method:tools/call') as [number, number];
  expect(calls('method:tools/call -status:ok')).toEqual([bad]);
  expect(calls('method:tools/call -status:error')).toEqual([good]);
});

test('the messages of an open call keep their rows while notifications around them become a run', () => {
  known.clear();
  const log = logOf(...handshake('2025-11-25', {}));
  const opened = log.length;
  const note = s2c(notification('notifications/resources/updated', { uri: 'a:b' }));
  const add = (...messages: readonly ReturnType<typeof s2c>[]): void => {
    for (const event of logOf(...handshake('2025-11-25', {}), ...messages).events.slice(log.length)) log.append(event);
  };
  const script = [
    c2s(request(7, 'tools/call', { name: 'slow', _meta: { progressToken: 7 } })),
    note,
    note,
    s2c(notification('notifications/progress', { progressToken: 7, progress: 1 })),
    note,
    note,
    note,
    s2c(result(7)),
  ];
  add(script[0] as ReturnType<typeof s2c>);
  const timeline = callsOf(log);
  timeline.toggleCall(opened);
  add(...script);
  timeline.advance();
  const run = timeline.runOf(opened + 1);
  expect(run?.events).toEqual([1, 2, 4, 5, 6].map((s) => opened + s));
  const own = (): unknown[] =>
    rowsOf(timeline).flatMap(({ type, s }) => (s >= opened && type !== 'phase' ? [[type, s - opened]] : []));
  const folded = [
    ['call', 0],
    ['event', 0],
    ['run', 1],
    ['event', 3],
    ['event', 7],
  ];
  expect(own()).toEqual(folded);
  if (run) timeline.toggle(run);
  expect(own()).toEqual([
    ...folded.slice(0, 3),
    ['event', 1],
    ['event', 2],
    ['event', 3],
    ['event', 4],
    ['event', 5],
    ['event', 6],
    ['event', 7],
  ]);
  if (run) timeline.toggle(run);
  expect(own()).toEqual(folded);
});
