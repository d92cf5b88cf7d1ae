/** The overview: every operation in its lane from its first column to its last, what the filter hides marked. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SessionLog } from '#shared/session';
import {
  BEGINS,
  CELL,
  HIDDEN,
  isTrouble,
  laneOf,
  LANES,
  SessionAxis,
  StripLayout,
  Timeline,
  Troubles,
  type TimeAxis,
  type OverviewStrip,
} from '#shared/timeline';
import { anyEvents, sessionBody } from '../../arbitraries.ts';
import { c2s, handshake, logOf, request, result, s2c } from '../../script.ts';

function layoutOf(log: SessionLog, axis: TimeAxis, columns: number, timeline: Timeline): StripLayout {
  const troubles = new Troubles(log);
  troubles.advance();
  return new StripLayout(log, axis, columns, timeline, troubles.found);
}

function stripOf(log: SessionLog, columns: number, filter = ''): OverviewStrip {
  const timeline = new Timeline(log, { filter, routine: true });
  timeline.advance();
  const layout = layoutOf(log, new SessionAxis(log).axis, columns, timeline);
  layout.advance();
  return layout.strip;
}

test('a strip that is laid out piece by piece is the one that is laid out at once', () => {
  const filters = fc.constantFrom('', 'status:ok', 'dir:c2s', 'at:0s..1s');
  fc.assert(
    fc.property(anyEvents(sessionBody, 40), filters, fc.integer({ min: 1, max: 9 }), (events, filter, piece) => {
      const log = new SessionLog();
      for (const event of events) log.append(event);
      const timeline = new Timeline(log, { filter, routine: true });
      timeline.advance();
      const layout = layoutOf(log, new SessionAxis(log).axis, 20, timeline);
      while (layout.advance(piece));
      expect(layout.strip).toEqual(stripOf(log, 20, filter));
    }),
  );
});

const cellsOf = ({ lanes, columns }: OverviewStrip, lane: number): number[] => [
  ...lanes.subarray(lane * columns, (lane + 1) * columns),
];

test('lanes have an operation exactly where one ran, however many share them', () => {
  fc.assert(
    fc.property(anyEvents(sessionBody, 40), fc.integer({ min: 1, max: 60 }), (events, columns) => {
      const log = new SessionLog();
      const grown = new Troubles(log);
      for (const event of events) {
        log.append(event);
        grown.advance();
      }
      const { axis } = new SessionAxis(log);
      const column = (t: number): number => Math.min(columns - 1, Math.floor(axis.position(t) * columns));
      const strip = stripOf(log, columns);
      const end = log.events.at(-1)?.t ?? 0;
      for (let lane = 0; lane < LANES.c2s + LANES.s2c; lane++) {
        const ran = new Set<number>();
        for (const operation of log.operations) {
          if (laneOf(operation) !== lane) continue;
          // Text that is no message is a moment: nobody works on it.
          const ended = operation.kind === 'malformed' ? operation.openedAt : (operation.closedAt ?? end);
          const last = column(Math.max(operation.openedAt, ended));
          for (let at = column(operation.openedAt); at <= last; at++) ran.add(at);
        }
        // A moment at the border of two columns may be in either, by rounding.
        const painted = cellsOf(strip, lane).flatMap((cell, at) => ((cell & ~BEGINS) === 0 ? [] : [at]));
        expect(painted.every((at) => ran.has(at) || ran.has(at - 1) || ran.has(at + 1))).toBe(true);
        expect([...ran].every((at) => [at - 1, at, at + 1].some((near) => painted.includes(near)))).toBe(true);
      }
      expect(grown.found).toEqual([...log.notes.keys()].filter((s) => isTrouble(log, s)));
      expect(strip.troubles.length > 0).toBe(grown.found.length > 0);
    }),
  );
});

test('what went wrong is seen before what did not, and what is open before what ended well', () => {
  const log = logOf(
    ...handshake('2025-11-25', {}),
    c2s(request(2, 'tools/list')),
    s2c(result(2)),
    c2s(request(3, 'tools/call', { name: 'a' })),
    s2c({ jsonrpc: '2.0', id: 3, error: { code: -32603, message: 'no' } }),
  );
  expect((cellsOf(stripOf(log, 1), 0)[0] ?? 0) & 7).toBe(CELL.failed);
  log.append({ ...c2s(request(4, 'tools/call', { name: 'a' })), s: log.length, t: 1e9 });
  log.append({ k: 'stderr', text: 'still at it\n', s: log.length, t: 2e9 });
  const cells = cellsOf(stripOf(log, 40), 0);
  expect((cells.at(-1) ?? 0) & 7).toBe(CELL.open);
  // What the filter leaves nothing of is marked, and its place stays.
  const last = (filter: string): number => (cellsOf(stripOf(log, 40, filter), 0).at(-1) ?? 0) & ~BEGINS;
  expect(last('method:tools/list')).toBe(CELL.open | HIDDEN);
  expect(last('method:tools/call')).toBe(CELL.open);
  expect(stripOf(log, 40, 'at:0s..1s').lanes).toEqual(stripOf(log, 40).lanes);
});
