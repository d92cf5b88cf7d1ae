/** Runs events through the fold of rules. */
import { FINDINGS, type Finding } from '#shared/findings';
import type { EventBody, WireEvent } from '#shared/recording';
import { SessionFold } from '#shared/session';
import { toEvents } from '../../arbitraries.ts';

/** What a session of these events breaks. */
export function findingsIn(events: readonly WireEvent[]): readonly Finding[] {
  const fold = new SessionFold();
  const state = fold.follow(FINDINGS, FINDINGS.init());
  for (const event of events) fold.append(event);
  return state.found;
}

/** The same of bodies, a millisecond apart. */
export const findingsOf = (bodies: readonly EventBody[]): readonly Finding[] => findingsIn(toEvents([...bodies]));
