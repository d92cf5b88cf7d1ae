/** Commands of time travel. */
import { words } from '../base/i18n/index.svelte.ts';
import type { Command } from '../base/commands.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

export function playbackCommands(active: () => SessionView | undefined): Command[] {
  const t = (): typeof words.now.app => words.now.app;
  const when = (): boolean => active() !== undefined;
  return [
    { id: 'play', title: () => t().shortcuts.playPause, keys: ['Space'], when, run: () => active()?.playback.toggle() },
    { id: 'step-back', title: () => t().stepBack, keys: ['['], when, run: () => active()?.playback.step(-1) },
    { id: 'step-forward', title: () => t().stepForward, keys: [']'], when, run: () => active()?.playback.step(1) },
  ];
}
