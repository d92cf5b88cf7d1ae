import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fromScroll,
  lowestTop,
  ROW,
  rowWindow,
  spacerHeight,
  TALLEST,
  topToShow,
  toScroll,
} from '../../../../web/session/geometry.ts';
import { filterPieces, suggest } from '../../../../web/timeline/filter-tokens.ts';

const list = fc
  .tuple(
    fc.integer({ min: 0, max: 2_000_000 }),
    fc.integer({ min: 1, max: 3000 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([rows, height, part]) => ({ rows, height, top: part * lowestTop(rows, height) }));

describe('rows in a window', () => {
  test('the scroll bar reaches every position, and each position is one of the scroll bar', () => {
    fc.assert(
      fc.property(list, ({ rows, height, top }) => {
        const scroll = toScroll(top, rows, height);
        expect(scroll).toBeGreaterThanOrEqual(0);
        expect(scroll).toBeLessThanOrEqual(Math.max(0, spacerHeight(rows) - height) + 1e-6);
        expect(fromScroll(scroll, rows, height)).toBeCloseTo(top, 3);
      }),
    );
    expect(spacerHeight(1_000_000)).toBe(TALLEST);
  });

  test('every row in view is drawn, in places of its own', () => {
    fc.assert(
      fc.property(list, ({ rows, height, top }) => {
        const { first, end, places } = rowWindow(top, rows, height);
        expect(first).toBeLessThanOrEqual(Math.floor(top / ROW));
        expect(end).toBeGreaterThanOrEqual(Math.min(rows, Math.ceil((top + height) / ROW)));
        expect(end - first).toBeLessThanOrEqual(places);
        expect(places).toBeLessThan(height / ROW + 20);
      }),
    );
  });

  test('a row that is in view stays where it is; any other comes into view', () => {
    fc.assert(
      fc.property(list, fc.nat(), ({ rows, height, top }, any) => {
        fc.pre(rows > 0 && height >= 4 * ROW);
        const index = any % rows;
        const shown = topToShow(index, top, height, ROW);
        if (shown > 0) expect(index * ROW - shown).toBeGreaterThanOrEqual(ROW - 1e-6);
        expect(index * ROW + ROW - shown).toBeLessThanOrEqual(height + 1e-6);
        if (index * ROW >= top + ROW && (index + 1) * ROW <= top + height) expect(shown).toBe(top);
      }),
    );
  });
});

describe('the filter field', () => {
  const seen = { method: ['ping', 'tools/call', 'tools/list'], kind: ['request', 'response'] };
  const tokens = (text: string, cursor = text.length): string[] =>
    suggest(text, cursor, seen).items.map(({ token }) => token);

  test.each<[string, string[]]>([
    ['d', ['dir:', 'dur:']],
    ['-sta', ['-status:']],
    ['dir:', ['dir:c2s', 'dir:s2c']],
    ['-kind:resp', ['-kind:response']],
    ['method:tools', ['method:tools/call', 'method:tools/list']],
    ['to', ['method:tools/call', 'method:tools/list']],
    ['size:>1k dir:s', ['dir:c2s', 'dir:s2c']],
    ['dir:c2s', []],
    ['nothing:x', []],
  ])('%s suggests', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  test('only the token at the cursor is replaced', () => {
    expect(suggest('di method:ping', 2, seen)).toMatchObject({ from: 0, to: 2 });
    expect(suggest('di method:ping', 14, seen)).toMatchObject({ from: 3, to: 14 });
    expect(suggest('a ', 2, seen)).toMatchObject({ from: 2, to: 2 });
  });

  test('the coloured pieces are the text, to the letter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('dir:', 'c2s', ' ', '-', '"', 'x', 'dur:', ':')).map((all) => all.join('')),
        (text) => {
          expect(
            filterPieces(text)
              .map((piece) => piece.text)
              .join(''),
          ).toBe(text);
        },
      ),
    );
    expect(filterPieces('-dir:c2s dur:x')).toEqual([
      { text: '-dir:', kind: 'property' },
      { text: 'c2s', kind: 'plain' },
      { text: ' ', kind: 'plain' },
      { text: 'dur:x', kind: 'unknown' },
    ]);
  });
});
