/** A recording made ready to be served: what all clients of a mock have in common. */
import { CallIndex } from './calls.ts';
import { Faults } from './faults.ts';
import type { MockOptions, MockPlan } from './types.ts';

export interface Served {
  readonly plan: MockPlan;
  readonly speed: number;
  /** Counted over all clients: the nth answer that the mock gives. */
  readonly faults: Faults;
  readonly index: CallIndex;
}

/** Index a plan, once for all its clients. */
export function serve(plan: MockPlan, { speed, faults }: MockOptions): Served {
  return { plan, speed, faults: new Faults(faults), index: new CallIndex(plan.calls) };
}

/**
 * The part for clients in a session, and the part for those that have none: where the recorded server gave sessions, what it
 * said without one is no answer to a client that has one.
 */
export function servedBySession(served: Served): { readonly within: Served; readonly outside: Served } {
  const { calls } = served.plan;
  const only = (outside: boolean): Served => ({
    ...served,
    index: new CallIndex(calls.filter((call) => (call.outside === true) === outside)),
  });
  return { within: only(false), outside: { ...only(true), plan: { ...served.plan, opening: [] } } };
}
