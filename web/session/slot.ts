/** What a feature keeps with a session in the page, such as a draft, without the session knowing of it. */
import type { SessionView } from './session-view.svelte.ts';

/** A thing that each session has one of, made when it is first asked for. What `make` reads is not tracked. */
export function slot<Value>(make: (view: SessionView) => Value): (view: SessionView) => Value {
  return (view) => view.own(make);
}
