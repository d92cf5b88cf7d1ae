import { describe, expect, test } from 'vitest';
import { TALLEST } from '../../../../web/ui/row-geometry.ts';
import { RowScroll } from '../../../../web/ui/row-scroll.svelte.ts';

const HEIGHT = 400;

/** A list that is seen through a window of `HEIGHT`. */
function listOf(count: () => number): RowScroll {
  const scroll = new RowScroll(28, count);
  scroll.height = HEIGHT;
  return scroll;
}
/** The wheel turned; gives whether the browser was kept from scrolling. */
function turn(scroll: RowScroll, deltaY: number, held: { readonly ctrlKey?: boolean } = {}): boolean {
  let prevented = false;
  const event = {
    deltaY,
    deltaMode: 0,
    DOM_DELTA_LINE: 1,
    DOM_DELTA_PAGE: 2,
    ctrlKey: false,
    shiftKey: false,
    preventDefault: () => (prevented = true),
    ...held,
  };
  scroll.onWheel(event as unknown as WheelEvent);
  return prevented;
}

describe('a list of 1,000,000 rows', () => {
  test('the wheel moves by pixels of the list, not of the scaled scroll bar', () => {
    const scroll = listOf(() => 1_000_000);
    expect(turn(scroll, 120)).toBe(true);
    expect(scroll.top).toBe(120);
    expect(scroll.scrollTop).toBeLessThan(120);
    expect(turn(scroll, 120, { ctrlKey: true })).toBe(false);
  });

  test('at its ends the wheel is left to the browser', () => {
    const scroll = listOf(() => 1_000_000);
    expect(turn(scroll, -120)).toBe(false);
    scroll.scrollTo(Infinity);
    expect(turn(scroll, 120)).toBe(false);
  });

  test('the last row is reached, and its place is one of the scroll bar', () => {
    const scroll = listOf(() => 1_000_000);
    scroll.show(999_999);
    expect(scroll.window.end).toBe(1_000_000);
    scroll.scrollTo(Infinity);
    expect(scroll.top).toBe(28_000_000 - HEIGHT);
    expect(scroll.scrollTop).toBeCloseTo(TALLEST - HEIGHT);
  });

  test('what the browser rounds does not move it', () => {
    const scroll = listOf(() => 1_000_000);
    turn(scroll, 500);
    scroll.onScroll(Math.round(scroll.scrollTop), HEIGHT);
    expect(scroll.top).toBe(500);
    scroll.onScroll(TALLEST / 2, HEIGHT);
    expect(Math.round(scroll.top / 28)).toBe(Math.round(((TALLEST / 2 / (TALLEST - HEIGHT)) * scroll.lowest) / 28));
  });
});

test('a list that became shorter ends where its rows end', () => {
  let count = 1000;
  const scroll = listOf(() => count);
  scroll.show(999);
  count = 20;
  expect(scroll.top).toBe(20 * 28 - HEIGHT);
  expect(turn(scroll, 10)).toBe(false);
});

test('a window that becomes lower keeps the row in sight that was', () => {
  const scroll = listOf(() => 100);
  scroll.keep(10, 0);
  scroll.height = 100;
  scroll.keep(10, 0);
  const top = scroll.top;
  expect(scroll.topOf(10)).toBeGreaterThanOrEqual(top);
  expect(scroll.topOf(11)).toBeLessThanOrEqual(top + 100);
  // What was out of sight before stays there, and a window that grows moves nothing.
  scroll.height = 60;
  scroll.keep(50, 0);
  scroll.height = 400;
  scroll.keep(10, 0);
  expect(scroll.top).toBe(top);
});
