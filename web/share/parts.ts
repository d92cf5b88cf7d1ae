/** Which events of a session go along. */
import type { SessionView } from '../session/session-view.svelte.ts';
import type { Part } from './share.task.ts';

export type PartKind = 'all' | 'filter' | 'operation' | 'range';

/** Events that have a row, or a part in that of their call, up to the playhead. */
export function filteredEvents(view: SessionView): number[] {
  const { timeline, shown } = view;
  return Array.from({ length: shown }, (_, s) => s).filter((s) => timeline.ownRow(s) >= 0);
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
