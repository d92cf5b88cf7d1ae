/** What is drawn in each place of the window. */
import type { OperationLine } from '#shared/operations';
import { countOf, type Row, type RowView, type Run } from '#shared/timeline';
import type { Diagram } from '../session/diagram.svelte.ts';
import type { LineCache } from '../session/line-cache.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

const KINDS = ['call', 'event', 'finding', 'phase', 'gap'] as const;
type Kind = (typeof KINDS)[number];

type Part =
  /** Open, it stands above the messages of the call. */
  | { readonly kind: 'call'; readonly s: number; readonly line: OperationLine; readonly open: boolean }
  /** `asOf`: the event as of which its words hold, the same number until they change. */
  | {
      readonly kind: 'event';
      readonly s: number;
      readonly event: RowView;
      readonly run: Run | undefined;
      readonly asOf: number;
    }
  /** What was found at event `s`, whose row is above. */
  | { readonly kind: 'finding'; readonly s: number }
  /** `at`: place of the phase among those of the session. */
  | { readonly kind: 'phase'; readonly at: number }
  /** Microseconds in which nothing was shown; with `waiting`, a request was open. */
  | { readonly kind: 'gap'; readonly idle: number; readonly waiting: boolean };

/**
 * A row in the window. Rows far apart have the same `key` in turn, and with it one element, but only those of one kind:
 * what an element reads of its row is there whichever row it has become.
 */
export type VisibleRow = Part & { readonly key: number; readonly index: number };

type Shown = Pick<SessionView, 'log' | 'shown' | 'timeline'>;
type Window = Pick<Diagram, 'rowCache' | 'window'> & { readonly lines: Pick<LineCache, 'get'> };

/** The rows in the window of the diagram, as of what the view shows. */
export function visibleRows(view: Shown, diagram: Window): VisibleRow[] {
  const { first, end, places } = diagram.window;
  const rows: VisibleRow[] = [];
  for (let index = first; index < end; index++) {
    const row = view.timeline.row(index);
    const part = row && partOf(row, view, diagram);
    if (part) rows.push({ ...part, index, key: (index % places) * KINDS.length + placeOf(part.kind) });
  }
  return rows;
}

function placeOf(kind: Kind): number {
  return KINDS.indexOf(kind);
}

function partOf(row: Row, view: Shown, diagram: Window): Part | undefined {
  if (row.type === 'phase') return { kind: 'phase', at: row.at };
  if (row.type === 'gap') return { kind: 'gap', idle: row.idle, waiting: row.waiting === true };
  if (row.type === 'line') return { kind: 'finding', s: row.s };
  const asOf = view.shown - 1;
  const { s } = row;
  if (row.type === 'call') {
    const line = diagram.lines.get(view.log.notes.opOf(s), asOf);
    return line && { kind: 'call', s, line, open: row.open };
  }
  const event = diagram.rowCache.get(s, asOf);
  if (!event) return undefined;
  // What an earlier moment knows of a run may be its first event alone.
  const run = row.type === 'run' && (row.run.open || countOf(row.run, asOf) > 1) ? row.run : undefined;
  // Words change only when the operation ends, so a row that was answered does not depend on what is shown.
  const holds = run ? Math.min(asOf, run.events.at(-1) ?? asOf) : (event.operation?.closed ?? s);
  return { kind: 'event', s, event, run, asOf: holds };
}
