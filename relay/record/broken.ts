/** What a server wrote that is no message, or a broken one: what people record a session for. */
import type { Fault } from '#shared/jsonrpc';
import type { RecordedSession } from './session.ts';

export interface Broken {
  /** Messages of the server with a fault. */
  readonly count: number;
  /** Events of the first of them. */
  readonly events: readonly number[];
  /** How often each fault was found. */
  readonly faults: { readonly [fault in Fault]?: number };
}

/** Events that are named. */
const MOST_EVENTS = 20;

/** Watch a session from here on; the result gives what was found so far, undefined where nothing was. */
export function watchBroken(session: RecordedSession): () => Broken | undefined {
  const events: number[] = [];
  const faults: { [fault in Fault]?: number } = {};
  let count = 0;
  session.watch((event, note) => {
    if (event.k !== 'message' || event.dir !== 's2c' || note.faults.length === 0) return;
    count++;
    if (events.length < MOST_EVENTS) events.push(event.s);
    for (const fault of new Set(note.faults)) faults[fault] = (faults[fault] ?? 0) + 1;
  });
  return () => (count === 0 ? undefined : { count, events, faults });
}

/** `Broken messages of the server: 2 (not-json 2), at events 4, 7`. */
export function brokenLine({ count, events, faults }: Broken): string {
  const kinds = Object.entries(faults).map(([fault, times]) => `${fault} ${times}`);
  const more = count > events.length ? '…' : '';
  return `Broken messages of the server: ${count} (${kinds.join(', ')}), at ${count === 1 ? 'event' : 'events'} ${events.join(', ')}${more}`;
}
