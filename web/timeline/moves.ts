/** Moving the selection through the rows. Events that are not shown (filter, playback) are passed over. */
import { isTrouble } from '#shared/timeline';
import { findingsOf } from '../session/findings.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

/** The event `steps` event rows from the selection (from the first row in view when nothing is selected), or -1. */
export function rowStep(view: SessionView, steps: number, firstSeen: number): number {
  const { timeline, rowCount } = view;
  const by = Math.sign(steps);
  let index = timeline.rowOf(view.selected < 0 ? firstSeen : view.selected);
  // The selection itself counts as a step only when it has no row or nothing was selected.
  const onRow = view.selected >= 0 && timeline.ownRow(view.selected) >= 0;
  if (!onRow && by > 0) index--;
  let found = -1;
  for (let left = Math.abs(steps); left > 0;) {
    index += by;
    const row = index < rowCount ? timeline.row(index) : undefined;
    if (!row) return found;
    if (!timeline.standsForEvents(index)) continue;
    found = row.s;
    left--;
  }
  return found;
}

/** First or last event row, or -1. */
export function endRow(view: SessionView, last: boolean): number {
  const { timeline, rowCount } = view;
  const by = last ? -1 : 1;
  for (let index = last ? rowCount - 1 : 0; index >= 0 && index < rowCount; index += by) {
    if (timeline.standsForEvents(index)) return timeline.row(index)?.s ?? -1;
  }
  return -1;
}

/** The next (`by` 1) or previous (-1) event of the selected event's operation, or -1. */
export function operationStep(view: SessionView, by: 1 | -1): number {
  const events = view.operations.of(view.selected)?.events ?? [];
  return (by > 0 ? events.find((s) => s > view.selected) : events.findLast((s) => s < view.selected)) ?? -1;
}

/** The next or previous row of an event that went wrong or breaks a rule, around the end if need be, or -1. */
export function troubleStep(view: SessionView, by: 1 | -1): number {
  const { timeline, rowCount, log } = view;
  const findings = findingsOf(view);
  const marked = new Set(findings.events().filter((s) => findings.ownAt(s).length > 0));
  const wrong = (s: number): boolean => marked.has(s) || isTrouble(log, s);
  const start = view.selected < 0 ? (by > 0 ? -1 : 0) : timeline.rowOf(view.selected);
  for (let step = 1; step <= rowCount; step++) {
    const row = timeline.row((((start + by * step) % rowCount) + rowCount) % rowCount);
    if (row?.type === 'event' && wrong(row.s)) return row.s;
    const events = row?.type === 'run' && !row.run.open ? findings.events(row.run.events) : [];
    const within = row?.type === 'call' ? timeline.eventsIn(row.s) : events;
    const inside = by > 0 ? within.find(wrong) : within.findLast(wrong);
    if (inside !== undefined) return inside;
  }
  return -1;
}
