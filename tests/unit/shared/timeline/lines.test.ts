/** Lines of what was found stand below the rows of their events, whenever it is found; a phase folds into its head and comes back whole. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { Timeline } from '#shared/timeline';
import { c2s, handshake, logOf, request, result, s2c } from '../../script.ts';
import { anySession, rowsOf } from '../../timeline-grown.ts';

const session = anySession(60);
const filters = fc.constantFrom('', '', 'status:error', '-method:ping', 'status:ok', 'at:10us..200us');

test('lines that come when the rows are there stand where they would have stood from the beginning', () => {
  fc.assert(
    fc.property(
      session,
      filters,
      fc.array(fc.nat(59), { maxLength: 20 }),
      fc.array(fc.nat(59), { maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      (events, filter, found, muted, size) => {
        const log = new SessionLog();
        const known = new Set<number>();
        const timeline = new Timeline(log, { filter, routine: false, lined: (s) => known.has(s) });
        const news = [...found];
        for (const event of events) {
          log.append(event);
          if (event.s % size !== 0) continue;
          timeline.advance();
          const some = news.splice(0, 2);
          for (const s of some) known.add(s);
          timeline.mark(some);
        }
        timeline.advance();
        for (const s of news) known.add(s);
        timeline.mark(news);
        for (const s of muted) known.delete(s);
        timeline.mark(muted);
        const whole = new Timeline(log, { filter, routine: false, lined: (s) => known.has(s) });
        whole.advance();
        expect(rowsOf(timeline)).toEqual(rowsOf(whole));
        for (const [index, row] of rowsOf(whole).entries())
          if (row.type === 'line') expect(rowsOf(whole)[index - 1]).toEqual({ type: 'event', s: row.s });
      },
    ),
  );
});

test('a line goes with the row of its event into a run and comes back with it', () => {
  const ping = (id: number): EventBody[] => [c2s(request(id, 'ping')), s2c(result(id))];
  const log = logOf(...handshake('2025-11-25', {}), ...[7, 8, 9, 10, 11].flatMap(ping));
  const timeline = new Timeline(log, { filter: '', routine: false, lined: (s) => s === 8 });
  timeline.advance();
  const run = timeline.runOf(8);
  expect(rowsOf(timeline).some(({ type }) => type === 'line')).toBe(false);
  if (run) timeline.toggle(run);
  const rows = rowsOf(timeline);
  expect(rows[rows.findIndex(({ type }) => type === 'line') - 1]).toEqual({ type: 'event', s: 8 });
  if (run) timeline.toggle(run);
  expect(rowsOf(timeline).some(({ type }) => type === 'line')).toBe(false);
});

test('a phase that has ended folds into its head, wherever rows come meanwhile, and comes back as it was', () => {
  fc.assert(
    fc.property(session, fc.nat(4), fc.array(fc.nat(59), { maxLength: 5 }), (events, phase, found) => {
      const log = new SessionLog();
      const known = new Set<number>();
      const options = { filter: '', routine: false, lined: (s: number) => known.has(s) };
      const [timeline, other] = [new Timeline(log, options), new Timeline(log, options)];
      const half = events.length >> 1;
      for (const event of events.slice(0, half)) log.append(event);
      for (const each of [timeline, other]) each.advance();
      const before = rowsOf(timeline);
      if (timeline.foldPhase(phase, true)) {
        expect(timeline.isFolded(phase)).toBe(true);
        expect(timeline.length).toBeLessThan(before.length);
        for (const row of before) {
          const at = timeline.phaseAt(row.s);
          if (at !== phase) expect(timeline.row(timeline.rowOf(row.s))).toEqual(other.row(other.rowOf(row.s)));
          else expect(timeline.row(timeline.rowOf(row.s))).toMatchObject({ type: 'phase', at });
        }
      } else expect(rowsOf(timeline)).toEqual(before);
      for (const event of events.slice(half)) log.append(event);
      for (const s of found) known.add(s);
      for (const each of [timeline, other]) {
        each.mark(found);
        each.advance();
      }
      timeline.foldPhase(phase, false);
      expect(rowsOf(timeline)).toEqual(rowsOf(other));
    }),
  );
});

test('what was found in a folded phase unfolds it, and the phase that runs does not fold', () => {
  const known = new Set<number>();
  const log = logOf(...handshake('2025-11-25', {}), c2s(request(7, 'ping')));
  const timeline = new Timeline(log, { filter: '', routine: false, lined: (s) => known.has(s) });
  timeline.advance();
  expect(timeline.foldPhase(2, true)).toBe(false);
  expect(timeline.foldPhase(1, true)).toBe(true);
  expect(rowsOf(timeline).map((row) => (row.type === 'phase' ? row.phase : row.s))).toEqual([
    'connection',
    0,
    1,
    'initialization',
    'operation',
    5,
  ]);
  known.add(3);
  timeline.mark([3]);
  expect(rowsOf(timeline).filter(({ s }) => s === 3)).toEqual([
    { type: 'event', s: 3 },
    { type: 'line', s: 3 },
  ]);
});
