/** Puts messages into the composer from elsewhere in the page. */
import type { SessionView } from '../session/session-view.svelte.ts';
import { workspace } from '../workspace/workspace.svelte.ts';
import { composeState } from './compose-state.svelte.ts';

class Composer {
  /** True while the composer should take the keyboard as soon as it can. */
  wantsFocus = $state(false);

  /**
   * Open the composer with this exact message. From a session that can send nothing it goes to the live one that was opened
   * last, if there is one.
   */
  edit(view: SessionView, message: string | Uint8Array): void {
    const target = view.source.live ? view : (workspace.views.findLast(({ source }) => source.live) ?? view);
    composeState(target).fill(message);
    target.dock = 'compose';
    this.wantsFocus = true;
    if (target !== view) workspace.show(target);
  }
}

export const composer = new Composer();
