/** What is open around the session: sidebar, palette, help, the question before saving. */
import type { SessionView } from '../state/session-view.svelte.ts';

class Shell {
  sidebar = $state(window.innerWidth >= 1200);
  palette = $state(false);
  help = $state(false);
  /** The session about to be saved, while the person is asked about the secrets in it. */
  saving: { readonly view: SessionView; readonly secrets: readonly string[] } | undefined = $state.raw();
}

export const shell = new Shell();
