/** The lines of the list: each is found where it is, with groups and with what is expanded. */
import { expect, test } from 'vitest';
import { OperationRows } from '../../../../web/operations/operation-rows.ts';

const events = (op: number): readonly number[] => [op * 10, op * 10 + 1];

test('events stand below their operation', () => {
  const rows = new OperationRows({ order: [2, 0, 1], groups: undefined, expanded: new Set([0, 9]), events });
  expect(Array.from({ length: rows.length }, (_, at) => rows.at(at))).toEqual([
    { type: 'operation', value: 2, op: 2, level: 1 },
    { type: 'operation', value: 0, op: 0, level: 1 },
    { type: 'event', value: 0, op: 0, level: 2 },
    { type: 'event', value: 1, op: 0, level: 2 },
    { type: 'operation', value: 1, op: 1, level: 1 },
  ]);
  expect([rows.indexOf('operation', 1), rows.indexOf('event', 1), rows.indexOf('event', 5)]).toEqual([4, 3, -1]);
  expect([rows.at(-1), rows.at(5)]).toEqual([undefined, undefined]);
});

test('a folded group is its head', () => {
  const rows = new OperationRows({ order: [], groups: [[], [3, 4], []], expanded: new Set(), events });
  expect(Array.from({ length: rows.length }, (_, at) => rows.at(at)?.type)).toEqual([
    'group',
    'group',
    'operation',
    'operation',
    'group',
  ]);
  expect(rows.indexOf('group', 2)).toBe(4);
  expect(rows.indexOf('operation', 4)).toBe(3);
  expect(rows.at(3)?.level).toBe(2);
});

test('a million lines are found at once', () => {
  const order = Array.from({ length: 1_000_000 }, (_, at) => at);
  const rows = new OperationRows({ order, groups: undefined, expanded: new Set([500_000]), events });
  expect(rows.length).toBe(1_000_002);
  expect(rows.at(999_999)).toMatchObject({ type: 'operation', value: 999_997 });
  expect(rows.indexOf('operation', 999_999)).toBe(1_000_001);
});
