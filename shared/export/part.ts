/** A part of a recording that still makes sense: with the requests of its answers, and the HTTP that carried them. */
import { selectEvents, type Recorded, type WireEvent } from '#shared/recording';
import { parseFilter, type FoundLookup } from '#shared/timeline';
import { logOf } from './diagram.ts';

/**
 * The events that pass a filter (the diagram's filter language) with what they need. An empty filter gives the whole. `found` is what
 * rules found at each event.
 */
export function filteredPart(recorded: Recorded, filter: string, found?: FoundLookup): Recorded {
  const log = logOf(recorded);
  const { empty, matches } = parseFilter(filter, found);
  return empty ? recorded : partOf(recorded, ({ s }) => matches(log, s), log);
}

/**
 * The events for which `keep` holds, the request of each answer among them (an answer alone would look like one to nothing),
 * and the HTTP steps of their exchanges.
 */
export function partOf(recorded: Recorded, keep: (event: WireEvent) => boolean, log = logOf(recorded)): Recorded {
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
    if (operation) add(log.events[operation.opened]);
  }
  return (event) => kept.has(event.s) || (event.k === 'http' && exchanges.has(event.x));
}
