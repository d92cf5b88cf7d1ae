/** The order of the lines: by what a column shows, without decoding a message. */
import { parseFilter } from '#shared/timeline';
import type { Operation, Outcome, SessionLog } from '#shared/session';
import { outcomeOf } from './outcome.ts';
import { lastOf, lineOf, repeatsOf } from './repeats.ts';

export const OPERATION_SORTS = ['began', 'took', 'method', 'name', 'outcome', 'size'] as const;
export type OperationSort = (typeof OPERATION_SORTS)[number];

/** What went wrong first, then what is open, then what went well. */
const OUTCOMES: readonly (Outcome | 'open')[] = [
  'error',
  'tool-error',
  'timeout',
  'no-answer',
  'cancelled',
  'silence',
  'ended',
  'open',
  'result',
];

/**
 * Indices of the operations that have a line as of event `asOf`, ascending by `sort`; what is equal stays in the order in which it
 * began. With a text of the filter language, those of which an event passes. An open operation has taken the time until now.
 */
export function operationOrder(log: SessionLog, asOf = Infinity, sort: OperationSort = 'began', filter = ''): number[] {
  const shown = linesShown(log, asOf, filter);
  if (sort === 'began') return shown;
  return sortedBy(shown, keysOf(log, shown, asOf, sort));
}

function linesShown(log: SessionLog, asOf: number, filter: string): number[] {
  const { empty, matches } = parseFilter(filter);
  const passes = ({ events }: Operation): boolean => events.some((s) => s <= asOf && matches(log, s));
  const shown: number[] = [];
  for (const operation of log.operations) {
    if (operation.opened > asOf) break;
    if (lineOf(log, operation.index) !== operation.index) continue;
    if (empty || passes(operation) || repeatsOf(log, operation.index, asOf).some(passes)) shown.push(operation.index);
  }
  return shown;
}

/** A key for each index, a whole number of 0 or more. */
function keysOf(log: SessionLog, shown: readonly number[], asOf: number, sort: OperationSort): Float64Array {
  const of = (index: number): Operation | undefined => log.operations[index];
  if (sort === 'method' || sort === 'name') return ranks(shown.map((index) => of(index)?.[sort] ?? ''));
  const now = log.events[Math.min(asOf, log.length - 1)]?.t ?? 0;
  return Float64Array.from(shown, (index) => {
    const operation = of(index);
    if (!operation) return 0;
    const last = lastOf(log, operation, asOf);
    const over = last.closed !== undefined && last.closed <= asOf;
    if (sort === 'outcome') return OUTCOMES.indexOf(outcomeOf(last, log, asOf));
    if (sort === 'size') return operation.sent + (over ? (last.received ?? 0) : 0);
    return Math.max(0, Math.round((over ? (last.closedAt ?? now) : now) - operation.openedAt));
  });
}

/** The place of each text among the different ones. */
function ranks(texts: readonly string[]): Float64Array {
  const places = new Map([...new Set(texts)].toSorted().map((text, place) => [text, place]));
  return Float64Array.from(texts, (text) => places.get(text) ?? 0);
}

const DIGIT = 0x10000;

/** The items by their keys. Keys are whole numbers, taken digit by digit: a comparison for each pair would take too long. */
function sortedBy(items: readonly number[], keys: Float64Array): number[] {
  let order = Uint32Array.from(items, (_, place) => place);
  let next = new Uint32Array(items.length);
  const most = keys.reduce((a, b) => Math.max(a, b), 0);
  for (let unit = 1; unit <= most; unit *= DIGIT) {
    const starts = new Uint32Array(DIGIT + 1);
    const digit = (place: number): number => Math.floor((keys[place] ?? 0) / unit) % DIGIT;
    for (const place of order) count(starts, digit(place) + 1);
    for (let at = 1; at <= DIGIT; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
    for (const place of order) next[count(starts, digit(place))] = place;
    [order, next] = [next, order];
  }
  return Array.from(order, (place) => items[place] ?? 0);
}

/** Add one to an entry; gives what it was. */
function count(counts: Uint32Array, at: number): number {
  const before = counts[at] ?? 0;
  counts[at] = before + 1;
  return before;
}
