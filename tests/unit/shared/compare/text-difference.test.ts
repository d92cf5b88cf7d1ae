/** Two texts side by side. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textDifference } from '#shared/compare';
import { runs } from '../../seed.ts';

/** ` a`, `-a`, `+a`, and `a|b` for a line that became another. */
const drawn = (before: string, after: string): string[] =>
  textDifference(before, after).rows.map(({ kind, before: one, after: other }) => {
    if (kind === 'same') return ` ${one?.text ?? ''}`;
    return kind === 'removed'
      ? `-${one?.text ?? ''}`
      : kind === 'added'
        ? `+${other?.text ?? ''}`
        : `${one?.text ?? ''}|${other?.text ?? ''}`;
  });

test.each([
  ['', '', []],
  ['a', 'a', [' a']],
  ['', 'a', ['+a']],
  ['a\nb\nc', 'a\nc', [' a', '-b', ' c']],
  ['a\nc', 'a\nb\nc', [' a', '+b', ' c']],
  ['a\nb\nc', 'a\nx\nc', [' a', 'b|x', ' c']],
  ['a\nb\nc\nd\ne', 'b\nx\nd\ne\nf', ['-a', ' b', 'c|x', ' d', ' e', '+f']],
  ['a\n', 'a', [' a', '-']],
])('%j and %j', (before, after, expected) => {
  expect(drawn(before, after)).toEqual(expected);
});

test('both columns are the texts, lines in order, and the way is the shortest', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { rows, exact } = textDifference(before, after);
      expect(exact).toBe(true);
      const column = (side: 'before' | 'after'): string => rows.flatMap((row) => row[side]?.text ?? []).join('\n');
      expect([column('before'), column('after')]).toEqual([before, after]);
      for (const row of rows) if (row.kind === 'same') expect(row.before?.text).toBe(row.after?.text);
      const kept = rows.filter(({ kind }) => kind === 'same').length;
      expect(kept).toBe(longestCommon(before === '' ? [] : before.split('\n'), after === '' ? [] : after.split('\n')));
    }),
    { numRuns: runs(300) },
  );
});

/** Length of the longest common subsequence, by the textbook. */
function longestCommon(one: readonly string[], other: readonly string[]): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const line of one) {
    const next = [0];
    other.forEach((each, index) => {
      next.push(line === each ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

test('texts that have nothing in common are told as changed, in bounded time', () => {
  const lines = (name: string): string => Array.from({ length: 20_000 }, (_, index) => `${name}${index}`).join('\n');
  const { rows, exact } = textDifference(`head\n${lines('a')}\ntail`, `head\n${lines('b')}\ntail`);
  expect(exact).toBe(false);
  expect([rows.length, rows[0]?.kind, rows[1]?.kind, rows.at(-1)?.kind]).toEqual([20_002, 'same', 'changed', 'same']);
});
