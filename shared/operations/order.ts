/** The order of the lines: by what a column shows, without decoding a message. */
import { parseFilter, type FoundLookup } from '#shared/timeline';
import type { Operation, SessionLog } from '#shared/session';
import { endOf } from './end.ts';
import { outcomeOf, type LineOutcome } from './outcome.ts';
import { lastOf, lineOf, repeatsOf } from './repeats.ts';

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
  const now = log.events[Math.min(asOf, log.length - 1)]?.t ?? 0;
  const shown: number[] = [];
  const keys = new Float64Array(sort === 'began' ? 0 : operations.length);
  // In one pass: of very many operations, reading each from memory is what takes the time.
  for (const operation of operations) {
    const { opened, openedAt, repeats, index } = operation;
    if (opened > asOf || (range && openedAt > range.to)) break;
    if (range && openEnd(log, operation, asOf) < range.from) continue;
    if (repeats !== undefined && lineOf(log, index) !== index) continue;
    if (!timeOnly && !passes(operation) && !repeatsOf(log, index, asOf).some(passes)) continue;
    if (sort !== 'began') keys[shown.length] = rank ? rank(operation) : keyOf(log, operation, asOf, sort, now);
    shown.push(index);
  }
  return sort === 'began' ? shown : sortedBy(shown, keys);
}

/** The moment until which an operation ran, with what repeats it; Infinity while it runs. */
function openEnd(log: SessionLog, operation: Operation, asOf: number): number {
  return endOf(log, lastOf(log, operation, asOf), asOf) ?? Infinity;
}

/** What an operation is sorted by: a whole number of 0 or more. */
function keyOf(log: SessionLog, operation: Operation, asOf: number, sort: OperationSort, now: number): number {
  const last = lastOf(log, operation, asOf);
  const over = last.closed !== undefined && last.closed <= asOf;
  if (sort === 'outcome') return OUTCOMES.indexOf(outcomeOf(last, log, asOf));
  if (sort === 'size') return operation.sent + (over ? (last.received ?? 0) : 0);
  return Math.max(0, Math.round((endOf(log, last, asOf) ?? now) - operation.openedAt));
}

/** The place of an operation's text among the different ones. */
function ranksOf(operations: readonly Operation[], sort: 'method' | 'name'): (operation: Operation) => number {
  const texts = new Set<string>();
  for (const operation of operations) texts.add(operation[sort] ?? '');
  const places = new Map([...texts].toSorted().map((text, place) => [text, place]));
  return (operation) => places.get(operation[sort] ?? '') ?? 0;
}

const DIGIT = 0x10000;

/** Sorted by whole-number keys, digit by digit, as comparing pairs takes too long; counted loops, as iterators are several times slower. */
function sortedBy(items: readonly number[], keys: Float64Array): number[] {
  const length = items.length;
  let order = new Uint32Array(length);
  let next = new Uint32Array(length);
  let most = 0;
  for (let at = 0; at < length; at++) {
    order[at] = at;
    most = Math.max(most, keys[at] ?? 0);
  }
  for (let unit = 1; unit <= most; unit *= DIGIT) {
    const starts = new Uint32Array(DIGIT + 1);
    for (let at = 0; at < length; at++) {
      const digit = Math.floor((keys[at] ?? 0) / unit) % DIGIT;
      starts[digit + 1] = (starts[digit + 1] ?? 0) + 1;
    }
    for (let at = 1; at <= DIGIT; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
    for (let at = 0; at < length; at++) {
      const place = order[at] ?? 0;
      const digit = Math.floor((keys[place] ?? 0) / unit) % DIGIT;
      const start = starts[digit] ?? 0;
      starts[digit] = start + 1;
      next[start] = place;
    }
    [order, next] = [next, order];
  }
  const sorted: number[] = [];
  for (let at = 0; at < length; at++) sorted.push(items[order[at] ?? 0] ?? 0);
  return sorted;
}
