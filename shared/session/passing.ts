/** Messages that change nothing of a session but how long it is: what most of a long one consists of, told without reading them whole. */
import { idKey } from '#shared/jsonrpc';
import type { WireEvent } from '#shared/recording';
import { stepDelivered, stepSse } from './http-exchanges.ts';
import { byToken } from './pending.ts';
import { PlainNotification, plainNotification } from './plain-notification.ts';
import type { SessionState } from './session-state.ts';
import { draftNote, type StepNote } from './step-note.ts';

/**
 * Advance `state` by an event that is surely one of these: a log message or progress of a server, without a fault. Gives its note;
 * undefined for everything else, which has to be folded and leaves the state as it is. Never throws.
 */
export function stepPassing(state: SessionState, event: WireEvent): StepNote | undefined {
  if (event.k !== 'message' || event.dir !== 's2c' || event.raw === undefined) return undefined;
  if (event.of !== undefined || event.by !== undefined || event.unterminated) return undefined;
  // The first message after discovery ends it.
  if (state.phases.length === 0 || state.phase === 'discovery') return undefined;
  const decoded = plainNotification(event.raw);
  if (!decoded) return undefined;
  state.events = event.s + 1;
  state.lastT = event.t;
  if (event.x !== undefined) {
    stepDelivered(state, event.x);
    if (event.sse) stepSse(state, { x: event.x, ...event.sse });
  }
  const note = draftNote(decoded, []);
  const { token } = decoded;
  if (token !== undefined) note.touches = byToken(state, 's2c', idKey(token))?.op;
  return note;
}

/** True for the note of an event that is `passing`: nothing follows from it. */
export const isPassing = ({ decoded }: StepNote): boolean => decoded instanceof PlainNotification;
