/** Which events of a session go along. */
import type { SessionView } from '../session/session-view.svelte.ts';
import type { Part } from './share.task.ts';

export type PartKind = 'all' | 'filter' | 'operation' | 'range';

/** Events that the present filter shows, up to the playhead, steps that are left out of the rows among them. */
export function filteredEvents(view: SessionView): number[] {
  const events: number[] = [];
  const { timeline } = view;
  for (let index = 0; index < view.rowCount; index++) {
    const row = timeline.row(index);
    if (row?.type === 'event') events.push(row.s);
  }
  return events;
}

/** Events of the selected event's operation, or the selected event alone; none when nothing is selected. */
export function selectedEvents(view: SessionView): number[] {
  if (view.selected < 0) return [];
  return [...new Set(view.log.operationOf(view.selected)?.events ?? [view.selected])].sort((a, b) => a - b);
}

export function partOf(view: SessionView, kind: PartKind, range: { readonly from: number; readonly to: number }): Part {
  switch (kind) {
    case 'all':
      return { kind: 'all' };
    case 'filter':
      return { kind: 'list', events: filteredEvents(view) };
    case 'operation':
      return { kind: 'list', events: selectedEvents(view) };
    case 'range':
      return { kind: 'range', ...range };
  }
}
