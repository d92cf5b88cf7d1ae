/** Puts messages into the composer from elsewhere in the page. */
import type { SessionView } from '../session/session-view.svelte.ts';
import { workspace } from '../workspace/workspace.svelte.ts';
import { editMessage, keepSent } from '../session/message-commands.ts';
import { composeState } from './compose-state.svelte.ts';
import { hexOf } from './hex-text.ts';
import { sentHistory } from './sent-history.ts';

class Composer {
  wantsFocus = $state(false);
  /** The list of ways to break the message is to open. */
  wantsVariants = $state(false);

  /** Open the composer with this exact message: of the live session opened last, where this one can send nothing. */
  edit(view: SessionView, message: string | Uint8Array): void {
    const target = view.source.live ? view : (workspace.views.findLast(({ source }) => source.live) ?? view);
    composeState(target).fill(message);
    target.openPanel('compose');
    this.wantsFocus = true;
    if (target !== view) workspace.show(target);
  }

  /** Open the composer with the list of ways to break its message. */
  breakIt(view: SessionView): void {
    view.openPanel('compose');
    this.wantsVariants = true;
  }
}

export const composer = new Composer();

/** Carry out what other features ask of the composer; the result ends that. */
export function handleMessageCommands(): () => void {
  const ends = [
    editMessage.handle(({ view, message }) => composer.edit(view, message)),
    keepSent.handle((message) =>
      typeof message === 'string' ? sentHistory.add(message) : sentHistory.add(hexOf(message), true),
    ),
  ];
  return () => ends.forEach((end) => end());
}
