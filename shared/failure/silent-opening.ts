/** A session that stands still at its beginning: the server has not responded to the request that opens it. */
import type { Pending, SessionState } from '#shared/session';

/** The opening request that waits for its response; undefined once a revision is agreed on, or when a problem says more. */
export function silentOpening({ connection, problem, revision, pending }: Readonly<SessionState>): Pending | undefined {
  if ((connection !== 'opening' && connection !== 'open') || problem || revision !== undefined) return undefined;
  return [...pending.values()].find(({ dir, by }) => dir === 'c2s' && by === 'auto');
}
