/** Operations in columns: what they have in common is shared, and only that; their events are listed as they come. */
import { expect, test } from 'vitest';
import { OperationTable } from '../../../../shared/session/operation-table.ts';

const opening = (opened: number) =>
  ({ kind: 'request', dir: 's2c', opened, openedAt: opened * 10, slot: 0, sent: 1 }) as const;

test('names of any text stay those of their operation', () => {
  const table = new OperationTable();
  table.push({ ...opening(0), method: 'a\0 b' });
  table.push({ ...opening(1), method: 'a', name: 'b\0' });
  table.push({ ...opening(2), method: 'a', name: '' });
  table.push({ ...opening(3), method: 'a ' });
  expect(table.map(({ method, name }) => [method, name])).toEqual([
    ['a\0 b', undefined],
    ['a', 'b\0'],
    ['a', ''],
    ['a ', undefined],
  ]);
});

test('events of operations that go on at the same time are listed in order, however often they are asked for', () => {
  const table = new OperationTable();
  for (let op = 0; op < 40; op++) table.push({ ...opening(op), method: 'a' });
  for (let s = 40; s < 4000; s++) {
    table.addEvent(s % 40, s);
    if (s % 3 === 0) expect(table.get(s % 40)?.events.at(-1)).toBe(s);
  }
  const expected = (op: number): number[] => Array.from({ length: 100 }, (_, at) => op + 40 * at);
  for (let op = 0; op < 40; op++) expect(table.get(op)?.events).toEqual(expected(op));
  expect(table.get(7, 90)?.events).toEqual([7, 47, 87]);
});
