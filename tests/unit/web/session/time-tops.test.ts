/** Rows whose distance follows time: in order, apart, found again by their place, and the same however they came. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SessionLog } from '#shared/session';
import { Timeline } from '#shared/timeline';
import { MAX_SPACE_PX, TimeTops } from '../../../../web/session/time-tops.ts';
import { indexAt, lowestTop, rowWindow, topOf, topToShow } from '../../../../web/ui/row-geometry.ts';
import { anyEvents, sessionBody } from '../../arbitraries.ts';

const ROW = 28;
const scales = fc.constantFrom(1e-7, 1e-4, 1e-2, 1);
const filters = fc.constantFrom('', 'status:ok', 'dir:c2s');

test('rows that come one by one stand where they would if they had come at once', () => {
  fc.assert(
    fc.property(anyEvents(sessionBody, 200), scales, filters, (events, scale, filter) => {
      const log = new SessionLog();
      const timeline = new Timeline(log, { filter, routine: true });
      const grown = new TimeTops(ROW, ROW);
      for (const event of events) {
        log.append(event);
        timeline.advance();
        grown.advance(timeline, scale);
      }
      const whole = new TimeTops(ROW, ROW).advance(timeline, scale);
      for (let index = 0; index <= timeline.length; index++) {
        expect(grown.topOf(index)).toBe(whole.topOf(index));
        if (index === 0) continue;
        const apart = whole.topOf(index) - whole.topOf(index - 1);
        expect(apart).toBeGreaterThanOrEqual(ROW);
        expect(apart).toBeLessThanOrEqual(ROW + MAX_SPACE_PX);
      }
    }),
  );
});

test('rows that are zoomed stand where they would if they had been laid out so at first', () => {
  fc.assert(
    fc.property(anyEvents(sessionBody, 200), scales, scales, (events, before, scale) => {
      const log = new SessionLog();
      const timeline = new Timeline(log, { filter: '', routine: true });
      const zoomed = new TimeTops(ROW, ROW);
      for (const event of events) {
        log.append(event);
        timeline.advance();
        if (event.s === events.length >> 1) zoomed.advance(timeline, before);
      }
      zoomed.advance(timeline, scale);
      const whole = new TimeTops(ROW, ROW).advance(timeline, scale);
      for (let index = 0; index <= timeline.length; index++) expect(zoomed.topOf(index)).toBe(whole.topOf(index));
    }),
  );
});

test('what is in view is drawn, and a row that is looked for comes into view', () => {
  fc.assert(
    fc.property(
      anyEvents(sessionBody, 100),
      scales,
      fc.nat(),
      fc.integer({ min: 112, max: 900 }),
      (events, scale, any, height) => {
        const log = new SessionLog();
        for (const event of events) log.append(event);
        const timeline = new Timeline(log, { filter: '', routine: true });
        timeline.advance();
        const rows = timeline.length;
        fc.pre(rows > 0);
        const pane = { rows, row: ROW, height, tops: new TimeTops(ROW, ROW).advance(timeline, scale) };
        const index = any % rows;
        expect(indexAt(topOf(index, pane), pane)).toBe(index);
        const shown = Math.min(topToShow(index, 0, pane), lowestTop(pane));
        expect(topOf(index, pane) - shown).toBeGreaterThanOrEqual(0);
        expect(topOf(index, pane) + ROW - shown).toBeLessThanOrEqual(Math.max(height, ROW));
        const { first, end } = rowWindow(shown, pane);
        expect(topOf(first, pane)).toBeLessThanOrEqual(shown);
        expect(topOf(end, pane)).toBeGreaterThanOrEqual(Math.min(topOf(rows, pane), shown + height));
      },
    ),
  );
});
