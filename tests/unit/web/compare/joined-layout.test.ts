/** Two diagrams side by side, and lines of text side by side: where things stand, and what is left out. */
import { describe, expect, test } from 'vitest';
import { textDifference } from '#shared/compare';
import type { PairRow } from '../../../../web/compare/overview.ts';
import { foldEqual } from '../../../../web/compare/fold-equal.ts';
import { bandsBetween, joinedLayout } from '../../../../web/compare/joined-layout.ts';
import { lineParts } from '#shared/compare';

/** A row by where it stands in either recording; with an answer unless it is only told. */
function row(before: number | undefined, after: number | undefined, told = false): PairRow {
  const side = (s: number) => ({ s, outcome: 'result' as const, times: 1, ...(told ? {} : { closed: s + 1 }) });
  return {
    verdict: 'equal',
    kind: 'request',
    dir: 'c2s',
    differing: 0,
    masked: 0,
    ...(before === undefined ? {} : { before: side(before) }),
    ...(after === undefined ? {} : { after: side(after) }),
  };
}

describe('joined diagrams', () => {
  test('what is in both stands at one height, what is on one side has a blank across, what moved is in two places', () => {
    // Missing at 2, moved from 4 to the end, told at 8, extra between.
    const rows = [row(0, 0), row(2, undefined), row(4, 20), row(6, 2), row(undefined, 4), row(8, 6, true)];
    const layout = joinedLayout(rows, [5, 4, 3, 2, 1, 0]);
    expect(layout.bands).toEqual([
      { y: 0, lines: 2, before: 0, after: 0 },
      { y: 2, lines: 2, before: 1 },
      { y: 4, lines: 2, before: 2 },
      { y: 6, lines: 2, before: 3, after: 3 },
      { y: 8, lines: 2, after: 4 },
      { y: 10, lines: 1, before: 5, after: 5 },
      { y: 11, lines: 2, after: 2 },
    ]);
    expect([layout.lines, layout.yBefore.get(2), layout.yAfter.get(2)]).toEqual([13, 4, 11]);
    expect(bandsBetween(layout, 3, 7).map(({ y }) => y)).toEqual([2, 4, 6]);
    expect(bandsBetween(layout, 13, 20)).toEqual([]);
  });

  test('all orders turned round leave one in place, in bounded time', () => {
    const rows = Array.from({ length: 50_000 }, (_, at) => row(at * 2, 200_000 - at * 2));
    const began = process.cpuUsage();
    const { bands } = joinedLayout(rows, [...rows.keys()]);
    // Of the processor, which other tests use too.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(10_000);
    expect(bands.filter(({ before, after }) => before === after)).toHaveLength(1);
    expect(bands).toHaveLength(99_999);
  });
});

test('equal lines are left out but for those around what differs', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  const { rows } = textDifference(lines.join('\n'), lines.map((line, at) => (at === 10 ? 'other' : line)).join('\n'));
  const folded = foldEqual(rows);
  expect(folded.map(({ kind }) => kind)).toEqual([
    'folded',
    'same',
    'same',
    'same',
    'changed',
    'same',
    'same',
    'same',
    'folded',
  ]);
  expect([folded[0], folded.at(-1)]).toEqual([
    { kind: 'folded', lines: 7 },
    { kind: 'folded', lines: 6 },
  ]);
});

test('what differs in a line is told apart, whole characters only, and in sight however long the line is', () => {
  expect(lineParts('  "a": 33,', '  "a": 36,')).toEqual([
    { lead: '  "a": 3', differs: '3', tail: ',' },
    { lead: '  "a": 3', differs: '6', tail: ',' },
  ]);
  // The two share the first half of their surrogate pairs.
  expect(lineParts('x😀y', 'x😁y').map(({ differs }) => differs)).toEqual(['😀', '😁']);
  const [one] = lineParts(`  ${'a'.repeat(5000)}1`, `  ${'a'.repeat(5000)}2`);
  expect(one).toEqual({ lead: `  …${'a'.repeat(12)}`, differs: '1', tail: '' });
});
