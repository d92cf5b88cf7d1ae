/** What a tap did with the messages of an operation, as far as the log tells. */
import type { TapBody, WireEvent } from '#shared/recording';
import type { Operation } from './trace.ts';

export interface TapSummary {
  /** Microseconds that its messages waited at the tap: nobody on either side took that time. */
  readonly held: number;
  /** Event of a message that still waits there. */
  readonly waits?: number;
  /** What was done with its messages, in order, and each thing once. */
  readonly acts: readonly TapBody['act'][];
  /** The side that asked never got the response: it was dropped. */
  readonly unheard?: true;
}

/** Read the acts on an operation; undefined for one that no tap touched. Costs its events from the first act on. */
export function tapSummary(
  { events }: { readonly events: readonly WireEvent[] },
  operation: Operation,
): TapSummary | undefined {
  const { tapped } = operation;
  if (tapped === undefined) return undefined;
  const acts = new Set<TapBody['act']>();
  /** Messages that came to the tap and did not go on yet. */
  const waiting = new Set<number>();
  let held = 0;
  let unheard = false;
  const leave = (at: number, t: number): void => {
    if (waiting.delete(at)) held += t - (events[at]?.t ?? t);
  };
  for (const s of operation.events) {
    const event = events[s];
    if (event?.k === 'message' && event.of !== undefined) leave(event.of, event.t);
    if (event?.k !== 'tap' || event.at === undefined) continue;
    const { act, at } = event;
    if (act === 'hold' || act === 'delay') waiting.add(at);
    if (act !== 'hold') acts.add(act);
    if (act === 'drop' || act === 'answer' || act === 'fail') leave(at, event.t);
    const dropped = events[at];
    if (act === 'drop' && dropped?.k === 'message' && dropped.dir !== operation.dir && at === operation.closed)
      unheard = true;
  }
  const [waits] = waiting;
  return { held, acts: [...acts], ...(waits === undefined ? {} : { waits }), ...(unheard ? { unheard } : {}) };
}
