/** How often each rule was looked at and broken, by revision and side. */
import { ruleCount, type Rule, type Side } from './rule.ts';

type Counts = { readonly [side in Side]: number[] };

export interface Tally {
  /** The event at which something was first held against it, and 1: how often it was says nothing. 0 while nothing was. */
  readonly checked: Counts;
  readonly broken: Counts;
  /** Those that only follow from another finding; they are not among `broken`. */
  readonly followed: Counts;
  /** Events that showed what is among `broken` and no longer collected, ascending: by `uncollectedKey`. */
  readonly uncollected: Map<string, number[]>;
}

/** By revision; the empty text stands for an unknown one. */
export type Tallies = Map<string, Tally>;

const zeros = (): number[] => new Array<number>(ruleCount()).fill(0);
const counts = (): Counts => ({ client: zeros(), server: zeros() });

/** The counts of a revision, begun where there are none. */
export function talliesOf(tallies: Tallies, revision: string): Tally {
  const known = tallies.get(revision);
  if (known) return known;
  const begun = { checked: counts(), broken: counts(), followed: counts(), uncollected: new Map() };
  tallies.set(revision, begun);
  return begun;
}

/** How often it was a rule's turn, on both sides. */
export const timesOf = ({ client, server }: Counts, { index }: Pick<Rule, 'index'>): number =>
  (client[index] ?? 0) + (server[index] ?? 0);

export const uncollectedKey = (side: Side, { index }: Pick<Rule, 'index'>): string => `${side} ${index}`;

const copied = ({ client, server }: Counts): Counts => ({ client: [...client], server: [...server] });

export function copyTallies(tallies: Tallies): Tallies {
  return new Map(
    [...tallies].map(([revision, { checked, broken, followed, uncollected }]) => [
      revision,
      {
        checked: copied(checked),
        broken: copied(broken),
        followed: copied(followed),
        uncollected: new Map([...uncollected].map(([key, events]) => [key, [...events]])),
      },
    ]),
  );
}
