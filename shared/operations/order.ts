/** The order of the lines: by what a column shows, without decoding a message. */
import { countBefore } from '#shared/base';
import { parseFilter, type FoundLookup } from '#shared/timeline';
import type { Operation, SessionLog } from '#shared/session';
import { endOf, outcomeOf, type LineOutcome } from './outcome.ts';
import { lastOf, repeatsOf } from './repeats.ts';

export const OPERATION_SORTS = ['began', 'took', 'method', 'name', 'outcome', 'size'] as const;
export type OperationSort = (typeof OPERATION_SORTS)[number];

/** What went wrong first, then what is open, then what went well. */
const OUTCOMES: readonly LineOutcome[] = [
  'error',
  'tool-error',
  'timeout',
  'no-answer',
  'cancelled',
  'silence',
  'ended',
  'dropped',
  'tap-answered',
  'held',
  'open',
  'result',
];

/**
 * Indices of the operations that have a line as of event `asOf`, ascending by `sort`; what is equal stays in the order in which it
 * began. With a text of the filter language (`found` is what rules found), those of which an event passes; of a window of time, those that ran in it. An open operation has taken the time until now.
 */
export function operationOrder(
  log: SessionLog,
  asOf = Infinity,
  sort: OperationSort = 'began',
  filter = '',
  found?: FoundLookup,
): number[] {
  const { operations } = log;
  const { range, apart, timeOnly } = parseFilter(filter, found);
  const passes = ({ events }: Operation): boolean => events.some((s) => s <= asOf && apart(log, s));
  const rank = sort === 'method' || sort === 'name' ? ranksOf(operations, sort) : undefined;
  const now = log.event(Math.min(asOf, log.length - 1))?.t ?? 0;
  const shown: number[] = [];
  const keys = new Float64Array(sort === 'began' ? 0 : operations.length);
  // In one pass: of very many operations, reading each from memory is what takes the time.
  for (const operation of operations) {
    const { opened, openedAt, repeats, index } = operation;
    if (opened > asOf || (range && openedAt > range.to)) break;
    if (range && (endOf(log, lastOf(log, operation, asOf), asOf) ?? Infinity) < range.from) continue;
    if (repeats !== undefined && log.operations.firstOf(index) !== index) continue;
    if (!timeOnly && !passes(operation) && !repeatsOf(log, index, asOf).some(passes)) continue;
    if (sort !== 'began') keys[shown.length] = rank ? rank(operation) : keyOf(log, operation, asOf, sort, now);
    shown.push(index);
  }
  return sort === 'began' ? shown : sortedBy(shown, keys);
}

function keyOf(log: SessionLog, operation: Operation, asOf: number, sort: OperationSort, now: number): number {
  const last = lastOf(log, operation, asOf);
  const over = last.closed !== undefined && last.closed <= asOf;
  if (sort === 'outcome') return OUTCOMES.indexOf(outcomeOf(last, log, asOf));
  if (sort === 'size') return operation.sent + (over ? (last.received ?? 0) : 0);
  return Math.max(0, Math.round((endOf(log, last, asOf) ?? now) - operation.openedAt));
}

/** The place of an operation's text among the different ones. */
function ranksOf(operations: Iterable<Operation>, sort: 'method' | 'name'): (operation: Operation) => number {
  const texts = new Set<string>();
  for (const operation of operations) texts.add(operation[sort] ?? '');
  const places = new Map([...texts].toSorted().map((text, place) => [text, place]));
  return (operation) => places.get(operation[sort] ?? '') ?? 0;
}

/** Sorted by their keys; what is equal stays in its order. Numbers alone are sorted many times faster than by comparing pairs. */
function sortedBy(items: readonly number[], keys: Float64Array): number[] {
  const inOrder = keys.subarray(0, items.length).toSorted();
  const placed = new Uint32Array(items.length);
  const sorted: number[] = [];
  items.forEach((item, at) => {
    const first = countBefore(items.length, (place) => (inOrder[place] ?? 0) < (keys[at] ?? 0));
    const before = placed[first] ?? 0;
    placed[first] = before + 1;
    sorted[first + before] = item;
  });
  return sorted;
}
