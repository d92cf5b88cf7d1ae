/** How often each rule was looked at and broken, by revision and side. */
import { ruleCount, type Side } from './rule.ts';

type Counts = { readonly [side in Side]: number[] };

export interface Tally {
  readonly checked: Counts;
  readonly broken: Counts;
}

/** By revision; the empty text stands for an unknown one. */
export type Tallies = Map<string, Tally>;

const zeros = (): number[] => new Array<number>(ruleCount()).fill(0);
const counts = (): Counts => ({ client: zeros(), server: zeros() });

/** The counts of a revision, begun where there are none. */
export function talliesOf(tallies: Tallies, revision: string): Tally {
  const known = tallies.get(revision);
  if (known) return known;
  const begun = { checked: counts(), broken: counts() };
  tallies.set(revision, begun);
  return begun;
}

const copied = ({ client, server }: Counts): Counts => ({ client: [...client], server: [...server] });

export function copyTallies(tallies: Tallies): Tallies {
  return new Map(
    [...tallies].map(([revision, { checked, broken }]) => [
      revision,
      { checked: copied(checked), broken: copied(broken) },
    ]),
  );
}
