/** Connects the features' typed commands with the features that carry them out. Screens are loaded when they are first shown. */
import { withWords } from '../base/i18n/index.svelte.ts';
import { rerunScreen } from '../rerun/rerun-screen.svelte.ts';
import { planRerun, showComparison, showProfile } from '../workspace/library/recording-commands.ts';
import { profiling } from '../profile/profiling.svelte.ts';
import { workspace } from '../workspace/workspace.svelte.ts';

export function handleScreenCommands(): () => void {
  const ends = [
    planRerun.handle((view) => rerunScreen.open(view)),
    showComparison.handle(async ({ before, after, ...options }) => {
      const { comparing } = await withWords(import('../compare/comparing.svelte.ts'));
      comparing.set(before, after, options);
      workspace.show(undefined, 'compare');
    }),
    showProfile.handle((chosen) => {
      profiling.set(chosen);
      workspace.show(undefined, 'profile');
    }),
  ];
  return () => ends.forEach((end) => end());
}
