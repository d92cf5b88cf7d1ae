import type { SessionView } from './session-view.svelte.ts';

/** The event that a person means when they write a note while event `s` is selected: a note is about what it is on. */
export function noteTarget(view: SessionView, s: number): number | undefined {
  const event = s >= 0 && s < view.shown ? view.log.event(s) : undefined;
  return event?.k === 'note' ? event.at : event?.s;
}
