/** How often each rule was looked at and broken, by revision and side. */
import { ruleCount, type Rule, type Side } from './rule.ts';

type Counts = { readonly [side in Side]: number[] };

export interface Tally {
  /** Not each time is counted where a rule was kept: only whether there was one says something. */
  readonly checked: Counts;
  readonly broken: Counts;
  /** Those that only follow from another finding; they are not among `broken`. */
  readonly followed: Counts;
}

/** By revision; the empty text stands for an unknown one. */
export type Tallies = Map<string, Tally>;

const zeros = (): number[] => new Array<number>(ruleCount()).fill(0);
const counts = (): Counts => ({ client: zeros(), server: zeros() });

/** The counts of a revision, begun where there are none. */
export function talliesOf(tallies: Tallies, revision: string): Tally {
  const known = tallies.get(revision);
  if (known) return known;
  const begun = { checked: counts(), broken: counts(), followed: counts() };
  tallies.set(revision, begun);
  return begun;
}

/** How often it was a rule's turn, on both sides. */
export function timesOf({ client, server }: Counts, { index }: Pick<Rule, 'index'>): number {
  return (client[index] ?? 0) + (server[index] ?? 0);
}

/** True for a rule that was looked at, or broken, in some revision. */
export function happened(tallies: Tallies, which: keyof Tally, rule: Pick<Rule, 'index'>): boolean {
  return [...tallies.values()].some((tally) => timesOf(tally[which], rule) > 0);
}

const copied = ({ client, server }: Counts): Counts => ({ client: [...client], server: [...server] });

export function copyTallies(tallies: Tallies): Tallies {
  return new Map(
    [...tallies].map(([revision, { checked, broken, followed }]) => [
      revision,
      { checked: copied(checked), broken: copied(broken), followed: copied(followed) },
    ]),
  );
}
