/** What is drawn in each place of the window. */
import type { Phase } from '#shared/session';
import type { RowView } from '#shared/timeline';
import type { SessionView } from '../session/session-view.svelte.ts';
import type { RowWindow } from '../ui/row-geometry.ts';
import type { RowCache } from '../session/row-cache.ts';

export interface VisibleRow {
  /** The place it takes among those that exist; rows far apart use the same one in turn. */
  readonly place: number;
  readonly index: number;
  readonly event: RowView | undefined;
  readonly phase: Phase | undefined;
  /** Microseconds, for a row of idle time. */
  readonly idle: number;
  /** The event as of which its words hold: the same number until they change. */
  readonly asOf: number;
}

/** The rows of a window as of the event shown last. */
export function visibleRows(view: SessionView, cache: RowCache, { first, end, places }: RowWindow): VisibleRow[] {
  const rows: VisibleRow[] = [];
  const asOf = view.shown - 1;
  for (let index = first; index < end; index++) {
    const row = view.timeline.row(index);
    if (!row) break;
    const event = row.type === 'event' ? cache.get(row.s, asOf) : undefined;
    rows.push({
      place: index % places,
      index,
      event,
      phase: row.type === 'phase' ? row.phase : undefined,
      idle: row.type === 'gap' ? row.idle : 0,
      // Words change only when the operation ends, so a row that was answered does not depend on what is shown.
      asOf: event?.operation?.closed ?? row.s,
    });
  }
  return rows;
}
