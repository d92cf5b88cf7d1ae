/** What a tap did with the messages of an operation, as far as the log tells. Times are microseconds of the session. */
import { eventAt, type EventList, type TapBody } from '#shared/recording';
import { leavesTap, stopsAtTap } from './at-tap.ts';
import type { NoteTable } from './note-table.ts';
import type { Operation } from './operation-table.ts';

interface Source {
  readonly events: EventList;
  readonly notes: Pick<NoteTable, 'get'>;
}

export interface TapSummary {
  /** Time that its messages waited at the tap: nobody on either side took it. */
  readonly held: number;
  /** Event of a message that still waits there. */
  readonly waits?: number;
  /** What was done with its messages, in order, and each thing once. */
  readonly acts: readonly TapBody['act'][];
  /** The side that asked never got the response: it was dropped. */
  readonly unheard?: true;
}

/** While a message of an operation waited at the tap. */
export interface TapWait {
  readonly at: number;
  readonly from: number;
  /** Absent while it waits. */
  readonly to: number | undefined;
}

/** Read the acts on an operation; undefined for one that no tap touched. Costs its events. */
export function tapSummary(source: Source, operation: Operation): TapSummary | undefined {
  if (operation.tapped === undefined) return undefined;
  const acts = new Set<TapBody['act']>();
  let unheard = false;
  for (const s of operation.events) {
    const event = source.events.at(s);
    if (event?.k !== 'tap' || event.at === undefined) continue;
    const { act, at } = event;
    if (act !== 'hold') acts.add(act);
    const dropped = eventAt(source.events, at);
    if (act === 'drop' && dropped?.k === 'message' && dropped.dir !== operation.dir && at === operation.closed)
      unheard = true;
  }
  const waits = tapWaits(source, operation);
  const waiting = waits.find(({ to }) => to === undefined);
  return {
    held: waits.reduce((sum, { from, to }) => sum + (to ?? from) - from, 0),
    acts: [...acts],
    ...(waiting ? { waits: waiting.at } : {}),
    ...(unheard ? { unheard } : {}),
  };
}

/**
 * When requests and responses of an operation waited at the tap, as of event `asOf`; what was over at once is left out. Notifications
 * are none of them: nobody waits for those. Nor is what the tap itself asked, whose response is for the tap.
 */
export function tapWaits({ events, notes }: Source, operation: Operation, asOf = Infinity): TapWait[] {
  if (operation.tapped === undefined || operation.tapped > asOf || operation.by === 'tap') return [];
  const waiting = new Map<number, number>();
  const found: TapWait[] = [];
  for (const s of operation.events) {
    if (s > asOf) break;
    const event = events.at(s);
    if (!event) continue;
    if (stopsAtTap(event) && notes.get(s)?.kind !== 'notification') waiting.set(s, event.t);
    const at = leavesTap(event);
    const from = at === undefined ? undefined : waiting.get(at);
    if (at === undefined || from === undefined) continue;
    waiting.delete(at);
    if (event.t > from) found.push({ at, from, to: event.t });
  }
  const { outcome, closed = Infinity } = operation;
  const isOver = closed <= asOf && (outcome === 'ended' || outcome === 'no-answer');
  const over = isOver ? operation.closedAt : undefined;
  for (const [at, from] of waiting) found.push({ at, from, to: over });
  return found;
}

/** How much of that time was before the moment `end`. */
export function heldUntil(waits: readonly TapWait[], end: number): number {
  return waits.reduce((sum, { from, to = end }) => sum + Math.max(0, Math.min(to, end) - from), 0);
}
