/** Calls with headers that do not fit any more (2026-07-28, basic/transports/streamable-http#client-behavior). */
import type { SessionState } from '#shared/session';
import type { Command } from './command.ts';
import { isListing } from './listing.ts';
import type { Policy } from './policy.ts';

/**
 * A call was refused, or a listing of the tools came to something: repeat the calls that need other headers now, and list the
 * tools for those that were refused after the last listing began, unless one of the steps `before` lists them. A repeated call
 * is not repeated again.
 */
export function mismatchSteps(state: Readonly<SessionState>, policy: Policy, before: readonly Command[]): Command[] {
  if (!policy.retryHeaders || state.mismatched.size === 0) return [];
  const calls = [...state.mismatched.values()];
  const { asked = -1 } = state.lists.tools;
  const lists = before.some((step) => step.do === 'request' && step.method === 'tools/list');
  const waits = !lists && calls.some(({ s, relisted }) => !relisted && s > asked) && !isListing(state, 'tools/list');
  return [
    ...calls.flatMap(({ relisted, params }): Command[] =>
      relisted ? [{ do: 'request', method: 'tools/call', params }] : [],
    ),
    ...(waits ? [{ do: 'request', method: 'tools/list' } as const] : []),
  ];
}
