/** What the steps of an HTTP exchange mean for a session (basic/transports#streamable-http). */
import type { HttpBody, WireEvent } from '#shared/recording';
import type { SessionState } from './state.ts';
import { NOTHING, type Closing, type StepNote } from './step-note.ts';

/** Advance `state` in place by one step of an exchange. Never throws. */
export function stepHttp(state: SessionState, event: HttpBody & WireEvent): StepNote {
  switch (event.phase) {
    case 'request':
      state.exchanges.set(event.x, 0);
      return NOTHING;
    case 'response':
      return answered(state, event);
    default:
      return ended(state, event);
  }
}

/** The head of the response came: a session id may be given or gone, and what was sent has arrived. */
function answered(state: SessionState, event: HttpBody): StepNote {
  const status = event.status ?? 0;
  state.exchanges.set(event.x, status);
  const given = event.headers?.find(([name]) => name.toLowerCase() === 'mcp-session-id')?.[1];
  if (given && status < 400) {
    state.httpSession = given;
    delete state.httpSessionLost;
  }
  // A server without a standalone stream may answer GET with 404; only what a message meets speaks of the session.
  const carries = [...state.pending.values()].some(({ x }) => x === event.x) || state.initializedIn === event.x;
  if (status === 404 && carries && state.httpSession !== undefined) state.httpSessionLost = true;
  if (state.initializedIn !== event.x) return NOTHING;
  delete state.initializedIn;
  return { ...NOTHING, initialized: true };
}

/** The exchange is over, and with it what it might still have answered. */
function ended(state: SessionState, event: HttpBody): StepNote {
  const status = state.exchanges.get(event.x) ?? 0;
  state.exchanges.delete(event.x);
  if (state.initializedIn === event.x) delete state.initializedIn;
  // 202 promises an answer elsewhere; anything else has had its only chance to carry one.
  if (status === 202) return NOTHING;
  const closed: Closing[] = [];
  for (const [key, pending] of state.pending) {
    if (pending.x !== event.x || pending.dir !== 'c2s') continue;
    state.pending.delete(key);
    closed.push({
      pending,
      outcome: pending.kind === 'malformed' && status > 0 && status < 400 ? 'silence' : 'no-answer',
    });
  }
  return { ...NOTHING, closed };
}
