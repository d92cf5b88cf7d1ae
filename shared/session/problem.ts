/** When a problem of the connection is over: what it said could not be done was done since. */
import type { SessionState } from './state.ts';

/**
 * What happened since. `reached`: the head of a response came; `accepted`: one with a status below 400; `answered`: an answer of the
 * server; `initialized`: an answer to `initialize` that is one.
 */
export type Success = 'reached' | 'accepted' | 'answered' | 'initialized';

/** Problems that a success ends. Others end the session, or stay true whatever comes. */
const OVER_WITH: ReadonlyMap<string, Success> = new Map([
  ['http-unreachable', 'reached'],
  ['cors-refused', 'reached'],
  ['http-unauthorized', 'accepted'],
  ['http-forbidden', 'accepted'],
  ['session-lost', 'answered'],
  ['initialize-refused', 'initialized'],
  ['initialize-unanswered', 'initialized'],
  ['initialize-invalid', 'initialized'],
]);

/** Something worked: the problem of which that is the end is over. */
export function problemOver(state: SessionState, success: Success): void {
  if (state.problem && OVER_WITH.get(state.problem.reason) === success) delete state.problem;
}
