/** When what one side asked reached the other, where a tap held it. */
import type { Operation, SessionLog } from '#shared/session';

/** The event with which the request went on; its own where no tap stopped it, and undefined while, or if, it never did. */
export function reachedBy({ events }: SessionLog, { opened, events: own }: Operation): number | undefined {
  const asked = events[opened];
  if (asked?.k !== 'message' || asked.leg === undefined || asked.by === 'tap') return opened;
  return own.find((s) => {
    const event = events[s];
    return event?.k === 'message' && event.of === opened;
  });
}
