/** What is found in one place and known in another, such as a page whose session is judged in a worker. */
import { addTo } from '#shared/base';
import type { Finding } from './finding.ts';
import type { Known } from './findings-state.ts';

/** What changed since it was told last. A plain value, which threads copy. */
export interface Told {
  /** Count of events that are judged. */
  readonly judged: number;
  /** By their places in the list: those at its end, and earlier ones that turned out to follow from another. */
  readonly found: readonly (readonly [place: number, finding: Finding])[];
  /** With what was added to `uncollected` alone. */
  readonly tallies: Known['tallies'];
  readonly unjudged: Known['unjudged'];
}

/** Take in what changed, in the order in which it is told; `known` begins empty. */
export function takeTold(known: Known, { found, tallies, unjudged }: Told): void {
  for (const [place, finding] of found) known.found[place] = finding;
  for (const [revision, tally] of tallies) {
    const { uncollected } = known.tallies.get(revision) ?? { uncollected: new Map<string, number[]>() };
    for (const [key, events] of tally.uncollected) for (const s of events) addTo(uncollected, key, s);
    known.tallies.set(revision, { ...tally, uncollected });
  }
  for (const [rule, why] of unjudged) known.unjudged.set(rule, why);
}
