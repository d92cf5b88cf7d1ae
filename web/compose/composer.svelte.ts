/** Puts texts into the composer from elsewhere in the page. */
import type { SessionView } from '../state/session-view.svelte.ts';

class Composer {
  /** True while the composer should take the keyboard as soon as it can. */
  wantsFocus = $state(false);

  /** Open the composer of a session with this exact text. */
  edit(view: SessionView, text: string): void {
    view.draft = text;
    view.dock = 'compose';
    this.wantsFocus = true;
  }
}

export const composer = new Composer();
