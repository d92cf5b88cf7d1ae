/** A recording made ready to be served: what all clients of a mock have in common. */
import { CallIndex } from './calls.ts';
import { Faults } from './faults.ts';
import { EXACT_MATCH, type MockMatch, type MockOptions, type MockPlan } from './types.ts';
import { Usage } from './usage.ts';

export interface Served {
  readonly plan: MockPlan;
  readonly speed: number;
  /** Counted over all clients: the nth answer that the mock gives. */
  readonly faults: Faults;
  readonly index: CallIndex;
  readonly match: MockMatch;
  /** Of all clients together. */
  readonly usage: Usage;
}

/** Index a plan, once for all its clients. `usage` is told what they call. */
export function serve(
  plan: MockPlan,
  { speed, faults, match = EXACT_MATCH }: MockOptions,
  usage: Usage = new Usage(),
): Served {
  return { plan, speed, faults: new Faults(faults), index: new CallIndex(plan.calls, match), match, usage };
}

/** The parts for clients with and without a session: what was said without one is no answer to one that has it. */
export function servedBySession(served: Served): { readonly within: Served; readonly outside: Served } {
  const { calls } = served.plan;
  const only = (outside: boolean): Served => ({
    ...served,
    index: new CallIndex(
      calls.filter((call) => (call.outside === true) === outside),
      served.match,
    ),
  });
  return { within: only(false), outside: { ...only(true), plan: { ...served.plan, opening: [] } } };
}
