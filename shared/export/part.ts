/** A part of a recording that still makes sense: with the requests of its answers, and the HTTP that carried them. */
import { type HeldRecording, selectEvents, type Recorded, type WireEvent } from '#shared/recording';
import { parseFilter, type FoundLookup } from '#shared/timeline';
import { logOf } from './diagram.ts';

/** The events that a diagram filter passes, with what they need; all if it is empty. `found`: findings by event. */
export function filteredPart(recorded: Recorded, filter: string, found?: FoundLookup): Recorded {
  const log = logOf(recorded);
  const { empty, matches } = parseFilter(filter, found);
  return empty ? recorded : partOf(recorded, ({ s }) => matches(log, s), log);
}

/** Events that `keep` holds for, each answer's request (else it looks unasked-for), and their exchanges' HTTP steps. */
export function partOf(recorded: Recorded, keep: (event: WireEvent) => boolean, log = logOf(recorded)): HeldRecording {
  return selectEvents(recorded, eventsOfPart(recorded, keep, log));
}

/** Which events the part of `partOf` has: for a recording whose secrets are replaced before it is cut. */
export function eventsOfPart(
  recorded: Recorded,
  keep: (event: WireEvent) => boolean,
  log = logOf(recorded),
): (event: WireEvent) => boolean {
  const kept = new Set<number>();
  const exchanges = new Set<string>();
  const add = (event: WireEvent | undefined): void => {
    if (!event) return;
    kept.add(event.s);
    if (event.k === 'message' && event.x !== undefined) exchanges.add(event.x);
  };
  for (const event of recorded.events) {
    if (!keep(event)) continue;
    add(event);
    const operation = log.operationOf(event.s);
    if (operation) add(log.event(operation.opened));
  }
  return (event) => kept.has(event.s) || (event.k === 'http' && exchanges.has(event.x));
}
