/** Messages that a tap kept from going on as they came: it may hand them on later, or something else, or nothing. */
import type { TapBody, WireEvent } from '#shared/recording';

/** True for a message of one side that crossed only the connection to the tap: a later event says what became of it. */
export function stopsAtTap(event: WireEvent): boolean {
  return (
    event.k === 'message' &&
    event.leg === (event.dir === 'c2s' ? 'client' : 'server') &&
    event.of === undefined &&
    event.by !== 'tap'
  );
}

/** After these nothing of the message goes on. */
const KEPT: ReadonlySet<TapBody['act']> = new Set(['drop', 'answer', 'fail', 'cut', 'kill']);

/** The event of the message that waits at the tap no longer after `event`: it went on, or nothing of it will. */
export function leavesTap(event: WireEvent): number | undefined {
  if (event.k === 'message') return event.of;
  return event.k === 'tap' && KEPT.has(event.act) ? event.at : undefined;
}
