/** What is drawn in each place of the window, as it moves over the rows. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operationLine } from '#shared/operations';
import { ENGLISH } from '#shared/words';
import { RowCache } from '../../../../web/session/row-cache.ts';
import { visibleRows } from '../../../../web/timeline/visible-rows.ts';
import { anySession, batchSizes, grow } from '../../timeline-grown.ts';

const PLACES = 7;

test('an element is only used again for a row of its kind, and no two rows have the same one', () => {
  fc.assert(
    fc.property(anySession(60), batchSizes, fc.boolean(), (events, sizes, calls) => {
      const [log, timeline] = grow(events, { filter: '', routine: true, calls }, sizes);
      const rowCache = new RowCache(log);
      const lines = { get: (op: number, asOf: number) => operationLine(log, op, asOf, ENGLISH) };
      const kinds = new Map<number, string>();
      for (let first = 0; first < timeline.length; first++) {
        const window = { first, end: Math.min(timeline.length, first + PLACES), places: PLACES };
        const rows = visibleRows({ log, timeline, shown: log.length }, { rowCache, lines, window });
        expect(rows.map(({ index }) => index)).toEqual(rows.map((_, at) => first + at));
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
        for (const { key, kind } of rows) {
          expect(kinds.get(key) ?? kind).toBe(kind);
          kinds.set(key, kind);
        }
      }
    }),
  );
});
