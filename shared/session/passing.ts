/** Messages that change nothing of a session but how long it is: what most of a long one consists of, told without reading them whole. */
import { idKey } from '#shared/jsonrpc';
import type { WireEvent } from '#shared/recording';
import { byToken } from './pending.ts';
import { PlainNotification, plainNotification } from './plain-notification.ts';
import type { SessionState } from './session-state.ts';
import { draftNote, type StepNote } from './step-note.ts';

/**
 * What the session's fold gives for an event that is surely one of these: a log message or progress of a server, without a fault.
 * Undefined for everything else, which has to be folded. `state` is the one before the event. Never throws.
 */
export function passing(state: Readonly<SessionState>, event: WireEvent): StepNote | undefined {
  if (event.k !== 'message' || event.dir !== 's2c' || event.raw === undefined) return undefined;
  // In an exchange it is that exchange's; the first message after discovery ends it.
  if (event.x !== undefined || event.of !== undefined || event.by !== undefined || event.unterminated) return undefined;
  if (state.phases.length === 0 || state.phase === 'discovery') return undefined;
  const decoded = plainNotification(event.raw);
  if (decoded?.method === 'notifications/message') return draftNote(decoded, []);
  if (decoded?.method !== 'notifications/progress') return undefined;
  const note = draftNote(decoded, []);
  const { token } = decoded;
  note.touches = token === undefined ? undefined : byToken(state, 's2c', idKey(token))?.op;
  return note;
}

/** True for the note of an event that is `passing`: nothing follows from it. */
export const isPassing = ({ decoded }: StepNote): boolean => decoded instanceof PlainNotification;
