/** Which operation of one recording is which of the other: by what it asks and which of its equals it is, never by position. */
import { addTo, countBefore, longestIncreasing } from '#shared/base';
import { membersOf, textIn, type Exact } from './exact-json.ts';
import { maskedKey } from './masked-key.ts';
import { groupByKey, Taken } from './matcher.ts';
import { exactPart } from './message-part.ts';
import { pointerPlaces } from './pointer-masks.ts';
import { withoutReserved } from './unit-value.ts';
import type { Folded, Unit } from './units.ts';
import type { Masks } from './types.ts';
import { MasksOff } from './value-masks.ts';

export interface Keyed {
  readonly unit: Unit;
  readonly about?: string;
  /** Equal for units that ask the same. */
  readonly exact: string;
  /** Equal for units that ask something of the same kind about the same thing. */
  readonly near: string;
}

/** Index of a unit before and after; one of them is absent where it has no partner. */
export interface Match {
  readonly before?: number;
  readonly after?: number;
}

export function keyUnits({ units, recorded }: Folded, masks: Masks): Keyed[] {
  const off = new MasksOff(masks);
  const placesFor = pointerPlaces(masks);
  const startedAt = startOf(recorded.header.startedAt);
  return units.map((unit) => keyOf(unit, off, placesFor, startedAt));
}

/** Milliseconds since 1970, or 0 where a header says none. */
export function startOf(startedAt: unknown): number {
  const ms = typeof startedAt === 'string' ? Date.parse(startedAt) : Number.NaN;
  return Number.isNaN(ms) ? 0 : ms;
}

function keyOf(unit: Unit, off: MasksOff, placesFor: ReturnType<typeof pointerPlaces>, startedAt: number): Keyed {
  const { kind, dir, method = '', text } = unit;
  if (kind === 'malformed') return { unit, exact: `malformed ${dir} ${text ?? ''}`, near: `malformed ${dir}` };
  // A list that can't be read any more is asked for as before: that it is refused is a change of the same operation.
  if (unit.listing) return { unit, exact: `listing ${method}`, near: `${kind} ${dir} ${method}\0` };
  // Whether progress is asked for is no part of what is asked.
  const token = off.has('progress-token') ? [] : ['progressToken'];
  const params = unit.params ? withoutReserved(exactPart(unit.params), token) : undefined;
  const about = aboutOf(method, params);
  const key = params === undefined ? '' : maskedKey(params, off, startedAt, ['params'], placesFor(method, about));
  return {
    unit,
    ...(about === undefined ? {} : { about }),
    exact: `${kind} ${dir} ${method} ${key}`,
    near: `${kind} ${dir} ${method}\0${about ?? ''}`,
  };
}

/** The name or URI that a request is about; for a completion, what is completed and which argument. */
function aboutOf(method: string, params: Exact | undefined): string | undefined {
  if (method !== 'completion/complete')
    return textIn(params, 'name') ?? textIn(params, 'uri') ?? textIn(params, 'level');
  const ref = membersOf(params).get('ref');
  const what = textIn(ref, 'name') ?? textIn(ref, 'uri');
  const argument = textIn(membersOf(params).get('argument'), 'name');
  return [what, argument].filter((each) => each !== undefined).join(' ') || undefined;
}

/** Pair the units: those that ask the same, in their order; then those about the same thing. In the order of `before`, then extras. */
export function matchUnits(before: readonly Keyed[], after: readonly Keyed[]): Match[] {
  const partner = new Array<number | undefined>(before.length).fill(undefined);
  const places = [...after.keys()];
  const taken = new Taken<number>();
  for (const key of ['exact', 'near'] as const) {
    const free = groupByKey(places, (index) => after[index]?.[key]);
    before.forEach((each, index) => {
      const list = partner[index] === undefined ? free.get(each[key]) : undefined;
      if (list) partner[index] = taken.take(list);
    });
  }
  return [
    ...partner.map((index, place): Match =>
      index === undefined ? { before: place } : { before: place, after: index },
    ),
    ...after.flatMap((_, index): Match[] => (taken.has(index) ? [] : [{ after: index }])),
  ];
}

/** The pairs in the order of the first recording, each extra one behind what it came after in the second. */
export function inOrder(matches: readonly Match[]): Match[] {
  const extras = matches
    .filter(({ before }) => before === undefined)
    .sort((one, other) => (one.after ?? 0) - (other.after ?? 0));
  if (extras.length === 0) return [...matches];
  const paired = matches.filter(({ after, before }) => after !== undefined && before !== undefined);
  const byAfter = [...paired].sort((one, other) => (one.after ?? 0) - (other.after ?? 0));
  const behind = new Map<Match | undefined, Match[]>();
  let at = 0;
  for (const extra of extras) {
    while (at < byAfter.length && (byAfter[at]?.after ?? 0) < (extra.after ?? 0)) at++;
    addTo(behind, byAfter[at - 1], extra);
  }
  const ordered = [...(behind.get(undefined) ?? [])];
  for (const match of matches) {
    if (match.before === undefined) continue;
    ordered.push(match);
    for (const extra of behind.get(match) ?? []) ordered.push(extra);
  }
  return ordered;
}

export interface Placed {
  readonly before: Unit;
  readonly after: Unit;
  readonly place: number;
}

/** Checked for concurrency. */
const MAX_NEIGHBOUR_COUNT = 256;

/** Of pairs in the order of the first recording, those that moved in the second (by index). O(n log n). */
export function movedPairs(pairs: readonly Placed[]): Set<number> {
  const kept = longestIncreasing(pairs.map(({ place }) => place));
  const moved = new Set<number>();
  let next = 0;
  for (let index = 0; index < pairs.length; index++) {
    if (kept[next] === index) {
      next++;
      continue;
    }
    const pair = pairs[index];
    if (!pair) continue;
    // Of the run, those before it here that come after it there, or the other way round, stand together.
    const split = countBefore(kept.length, (at) => (pairs[kept[at] ?? 0]?.place ?? 0) < pair.place);
    const [from, to] = split < next ? [split, next] : [next, split];
    const passed = kept
      .slice(from, from + MAX_NEIGHBOUR_COUNT)
      .concat(kept.slice(Math.max(from + MAX_NEIGHBOUR_COUNT, to - MAX_NEIGHBOUR_COUNT), to));
    const within = passed.slice(0, to - from);
    if (within.some((other) => !wereConcurrent(pair, pairs[other]))) moved.add(index);
  }
  return moved;
}

function wereConcurrent(one: Placed, other: Placed | undefined): boolean {
  return other !== undefined && (overlap(one.before, other.before) || overlap(one.after, other.after));
}

function overlap(one: Unit, other: Unit): boolean {
  const [first, second] = one.s <= other.s ? [one, other] : [other, one];
  // What was only told takes no time: two such things have an order.
  return first.outcome !== 'sent' && second.s < (first.closed ?? Infinity);
}
