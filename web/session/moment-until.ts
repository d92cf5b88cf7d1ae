import type { OperationLine } from '#shared/operations';
import { timeNow } from '../base/time-now.ts';
import type { SessionView } from './session-view.svelte.ts';

/**
 * Until when a call goes on: microseconds of the session. That is the last moment shown; for what is pending in a live
 * session, the present one. Reactive: four times a second.
 */
export function momentUntil(view: SessionView, line: OperationLine | undefined): number {
  const goesOn = line !== undefined && line.span.to === undefined && view.source.live;
  if (!goesOn || view.shown !== view.log.length) return view.moment;
  return Math.max(view.moment, (timeNow() - Date.parse(view.header.startedAt)) * 1000);
}
