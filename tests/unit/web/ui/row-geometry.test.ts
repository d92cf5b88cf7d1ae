import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fromScroll,
  lowestTop,
  rowMove,
  rowWindow,
  spacerHeight,
  TALLEST,
  topToShow,
  toScroll,
} from '../../../../web/ui/row-geometry.ts';

const ROW = 28;
const list = fc
  .tuple(
    fc.integer({ min: 0, max: 2_000_000 }),
    fc.integer({ min: 1, max: 3000 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([rows, height, part]) => {
    const pane = { rows, row: ROW, height };
    return { pane, top: part * lowestTop(pane) };
  });

describe('rows in a window', () => {
  test('the scroll bar reaches every position, and each position is one of the scroll bar', () => {
    fc.assert(
      fc.property(list, ({ pane, top }) => {
        const scroll = toScroll(top, pane);
        expect(scroll).toBeGreaterThanOrEqual(0);
        expect(scroll).toBeLessThanOrEqual(Math.max(0, spacerHeight(pane) - pane.height) + 1e-6);
        expect(fromScroll(scroll, pane)).toBeCloseTo(top, 3);
      }),
    );
    expect(spacerHeight({ rows: 1_000_000, row: ROW, height: 500 })).toBe(TALLEST);
  });

  test('every row in view is drawn, in places of its own', () => {
    fc.assert(
      fc.property(list, ({ pane, top }) => {
        const { rows, height } = pane;
        const { first, end, places } = rowWindow(top, pane);
        expect(first).toBeLessThanOrEqual(Math.floor(top / ROW));
        expect(end).toBeGreaterThanOrEqual(Math.min(rows, Math.ceil((top + height) / ROW)));
        expect(end - first).toBeLessThanOrEqual(places);
        expect(places).toBeLessThan(height / ROW + 20);
      }),
    );
  });

  test('a row that is in view stays where it is; any other comes into view', () => {
    fc.assert(
      fc.property(list, fc.nat(), ({ pane, top }, any) => {
        const { rows, height } = pane;
        fc.pre(rows > 0 && height >= 4 * ROW);
        const index = any % rows;
        const shown = topToShow(index, top, pane, ROW);
        if (shown > 0) expect(index * ROW - shown).toBeGreaterThanOrEqual(ROW - 1e-6);
        expect(index * ROW + ROW - shown).toBeLessThanOrEqual(height + 1e-6);
        if (index * ROW >= top + ROW && (index + 1) * ROW <= top + height) expect(shown).toBe(top);
      }),
    );
  });

  test.each<[string, number | undefined]>([
    ['ArrowDown', 51],
    ['ArrowUp', 49],
    ['PageDown', 59],
    ['PageUp', 41],
    ['Home', 0],
    ['End', 99],
    ['Enter', undefined],
  ])('%s leads from row 50 of 100 to %s', (key, to) => {
    expect(rowMove(key, 50, { rows: 100, row: ROW, height: 10 * ROW })).toBe(to);
  });
});
