/** What is open around the session: sidebar, palette, help, the sharing of a session. */
import type { SessionView } from '../session/session-view.svelte.ts';

class Shell {
  sidebar = $state(window.innerWidth >= 1200);
  palette = $state(false);
  help = $state(false);
  /** The session that is about to be handed on. */
  sharing: SessionView | undefined = $state.raw();
}

export const shell = new Shell();
