/** What a feature keeps with a session in the page, such as a draft, without the session knowing of it. */
import type { SessionView } from './session-view.svelte.ts';

/** A kind of thing that each session has one of. `SessionView.own` gives it. */
export interface Slot<Value> {
  readonly make: (view: SessionView) => Value;
}

/** A slot whose thing is made when it is first asked for: untracked. */
export function slot<Value>(make: (view: SessionView) => Value): Slot<Value> {
  return { make };
}
