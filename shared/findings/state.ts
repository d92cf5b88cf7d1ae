/** The state of the fold. */
import type { Finding, Unsure } from './finding.ts';
import type { Scene } from './scene.ts';
import type { Tallies } from './tally.ts';

export interface FindingsState {
  readonly scene: Scene;
  /** States of the judges that have one, by the judge's name. */
  readonly judges: { readonly [name: string]: object };
  /** In the order in which they were found; of one rule 1,000 at most. */
  readonly found: Finding[];
  readonly tallies: Tallies;
  /** Rules that could not be judged at least once, by id, and why the first time. */
  readonly unsure: Map<string, Unsure>;
}
