/** Messages that a tap did not forward as they came: it may forward them later, or something else, or nothing. */
import type { TapBody, WireEvent } from '#shared/recording';

/** True for a message of one side that crossed only the connection to the tap: a later event says what was done with it. */
export function stopsAtTap(event: WireEvent): boolean {
  return (
    event.k === 'message' &&
    event.leg === (event.dir === 'c2s' ? 'client' : 'server') &&
    event.of === undefined &&
    event.by !== 'tap'
  );
}

/** After these nothing of the message is forwarded. */
const KEPT: ReadonlySet<TapBody['act']> = new Set(['drop', 'answer', 'fail', 'cut', 'kill']);

/** The event of the message that waits at the tap no longer after `event`: it was forwarded, or nothing of it will be. */
export function leavesTap(event: WireEvent): number | undefined {
  if (event.k === 'message') return event.of;
  return event.k === 'tap' && KEPT.has(event.act) ? event.at : undefined;
}
