/** The facts of several clients beside each other. */
import { defined } from '#shared/base';
import { CAPABILITIES, METHODS } from '#shared/mcp';
import { FACT_NAMES, factKey, FACTS, type Fact, type FactGroup, type FactKind } from './facts.ts';
import type { ClientProfile } from './merge.ts';

/** Every fact of these clients, in the order in which they are shown; those of a time only if one of them has it. */
export function compareProfiles(profiles: readonly Pick<ClientProfile, 'facts'>[]) {
  const rows = new Map<string, Row>();
  for (const { facts } of profiles)
    for (const [key, { name, subject, soFar }] of facts)
      if (soFar !== true || FACTS[name].kind !== 'time') rows.set(key, { name, ...defined({ subject }) });
  return [...rows.values()].sort(inOrder).map((row) => {
    const key = factKey(row.name, row.subject);
    const { group, kind } = FACTS[row.name];
    const cells = profiles.map(({ facts }) => facts.get(key));
    return { key, ...row, group, kind, cells, differs: differs(group, kind, cells) };
  });
}

const place = new Map(
  [
    ...CAPABILITIES.filter(({ side }) => side === 'client').map(({ path }) => path),
    ...METHODS.map(({ method }) => method),
  ].map((subject, at) => [subject, at]),
);

type Row = Pick<Fact, 'name' | 'subject'>;
/** `cells`: one for each client; undefined where nothing was seen. `differs`: the clients do not do the same, as far as all had the occasion. */
export type ProfileRow = ReturnType<typeof compareProfiles>[number];

function inOrder(a: Row, b: Row): number {
  const names = FACT_NAMES.indexOf(a.name) - FACT_NAMES.indexOf(b.name);
  if (names !== 0) return names;
  const [one = '', other = ''] = [a.subject, b.subject];
  const subjects = (place.get(one) ?? Infinity) - (place.get(other) ?? Infinity);
  return subjects || (one < other ? -1 : one > other ? 1 : 0);
}

function differs(group: FactGroup, kind: FactKind, cells: readonly (Fact | undefined)[]): boolean {
  // What could not be seen, or is not of the transport, is no difference.
  const isPartial = kind === 'behaviour' || kind === 'time' || group === 'http';
  const seen = cells.filter((cell) => cell !== undefined);
  const told = isPartial ? seen.filter(({ soFar }) => soFar !== true) : cells;
  if (kind === 'time' && seen.some((cell) => cell.soFar === true && told.some((other) => waitedLonger(cell, other))))
    return true;
  const [first, ...others] = told;
  return others.some((other) => {
    if (kind === 'use') return (first === undefined) !== (other === undefined);
    if (first?.most !== other?.most) return true;
    if (kind === 'time' && isOtherTime(first, other)) return true;
    const [one, two] = [first?.values, other?.values];
    return one?.size !== two?.size || [...(one?.keys() ?? [])].some((value) => !two?.has(value));
  });
}

/** Ratio of two times, and microseconds between them, from which on they are not the same. */
const RATIO = 1.5;
const APART = 100_000;

function isOtherTime(one: Fact | undefined, other: Fact | undefined): boolean {
  const [a, b] = [medianOf(one?.times ?? []), medianOf(other?.times ?? [])];
  if (a === undefined || b === undefined) return a !== b;
  return Math.abs(a - b) >= APART && Math.max(a, b) >= RATIO * Math.min(a, b);
}

/** One waited for a response for longer than the other ever did before giving up; an ended session is no limit. */
function waitedLonger({ times: [waited = 0] }: Fact, other: Fact | undefined): boolean {
  const limit = other?.values.size === 1 && other.values.has('ended') ? undefined : other?.times.at(-1);
  return limit !== undefined && waited - limit >= APART;
}

/** The middle one of times that are in order; undefined when there are none. */
export const medianOf = (times: readonly number[]): number | undefined => times[Math.floor((times.length - 1) / 2)];
