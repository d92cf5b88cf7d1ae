/** What is drawn in each place of the window. */
import type { Phase } from '#shared/session';
import { countOf, type Run, type RowView } from '#shared/timeline';
import type { SessionView } from '../session/session-view.svelte.ts';
import type { RowWindow } from '../ui/row-geometry.ts';
import type { RowCache } from '../session/row-cache.ts';

export interface VisibleRow {
  /** The place it takes among those that exist; rows far apart use the same one in turn. */
  readonly place: number;
  readonly index: number;
  readonly event: RowView | undefined;
  readonly run: Run | undefined;
  readonly phase: { readonly at: number; readonly name: Phase } | undefined;
  /** It stands for the call that begins with its event; `open`: above its messages. */
  readonly call: { readonly open: boolean } | undefined;
  /** The event below whose row it says what was found there. */
  readonly line: number | undefined;
  /** Microseconds, for a row of idle time; a request was open during it. */
  readonly idle: number;
  readonly waiting: boolean;
  /** The event as of which its words hold: the same number until they change. */
  readonly asOf: number;
}

export function visibleRows(view: SessionView, cache: RowCache, { first, end, places }: RowWindow): VisibleRow[] {
  const rows: VisibleRow[] = [];
  const asOf = view.shown - 1;
  for (let index = first; index < end; index++) {
    const row = view.timeline.row(index);
    if (!row) break;
    const event =
      row.type === 'event' || row.type === 'run' || row.type === 'call' ? cache.get(row.s, asOf) : undefined;
    // What an earlier moment knows of a run may be its first event alone.
    const run = row.type === 'run' && (row.run.open || countOf(row.run, asOf) > 1) ? row.run : undefined;
    rows.push({
      place: index % places,
      index,
      event,
      run,
      phase: row.type === 'phase' ? { at: row.at, name: row.phase } : undefined,
      call: row.type === 'call' ? row : undefined,
      line: row.type === 'line' ? row.s : undefined,
      idle: row.type === 'gap' ? row.idle : 0,
      waiting: row.type === 'gap' && row.waiting === true,
      // Words change only when the operation ends, so a row that was answered does not depend on what is shown.
      asOf: run ? Math.min(asOf, run.events.at(-1) ?? asOf) : (event?.operation?.closed ?? row.s),
    });
  }
  return rows;
}
