/** How long a session that has just been opened waits for its first response. */
import { silentOpening } from '#shared/failure';
import { timeNow } from '../base/time-now.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

/** Sooner than this (seconds) most servers respond, and what comes and goes would only distract. */
const SOON = 2;

/** What a live session waits for, and how many seconds since its beginning; undefined where it does not, or only just. Reactive. */
export function silenceOf(view: SessionView): { readonly method: string; readonly seconds: number } | undefined {
  const method = view.source.live ? silentOpening(view.now)?.method : undefined;
  if (method === undefined) return undefined;
  const seconds = Math.floor((timeNow() - Date.parse(view.header.startedAt)) / 1000);
  return seconds < SOON ? undefined : { method, seconds };
}
