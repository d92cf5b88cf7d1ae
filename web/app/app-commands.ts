/** Commands of the page as a whole; features add their own. It connects their typed commands with the features that apply them. */
import { compareCommands } from '../compare/compare-commands.ts';
import { exerciseCommands } from '../exercise/exercise-commands.ts';
import { withWords, words } from '../base/i18n/index.svelte.ts';
import { shareEntry } from '../share/words/entry.ts';
import { hostsEntry } from '../hosts/words/entry.ts';
import { profileCommands } from '../profile/profile-commands.ts';
import { profiling } from '../profile/profiling.svelte.ts';
import { libraryCommands } from '../library/library-screen.svelte.ts';
import { rerunCommands, rerunScreen } from '../rerun/rerun-screen.svelte.ts';
import type { Command } from '../base/commands.svelte.ts';
import { newConnection } from '../workspace/connect/saved-server.ts';
import { planRerun, showComparison, showProfile } from '../workspace/library/recording-commands.ts';
import { workspace } from '../workspace/workspace.svelte.ts';
import { lookCommands, playbackCommands } from '../shell/page-commands.ts';
import { chooseFile, openExample } from './open-recording.ts';
import { shell } from '../shell/shell.svelte.ts';

export function appCommands(): Command[] {
  const t = (): typeof words.now.app => words.now.app;
  const active = (): boolean => workspace.active !== undefined;
  return [
    ...lookCommands(),
    { id: 'connect', title: () => t().newConnection, run: newConnection },
    ...libraryCommands(),
    ...compareCommands(),
    ...profileCommands(),
    ...rerunCommands(),
    ...exerciseCommands(),
    { id: 'open', title: () => t().openFileHint, keys: ['Ctrl+O'], run: chooseFile },
    {
      id: 'hosts',
      title: () => hostsEntry.now.open,
      when: () => workspace.link.status === 'open',
      run: () => (shell.hosts = true),
    },
    { id: 'example', title: () => words.now.connect.example, run: () => void openExample() },
    {
      id: 'save',
      title: () => shareEntry.now.title,
      keys: ['Ctrl+S'],
      when: active,
      run: () => (shell.sharing = workspace.active),
    },
    {
      id: 'disconnect',
      title: () => t().disconnect,
      when: () => workspace.active?.source.live === true,
      run: () => workspace.active?.source.close(),
    },
    ...playbackCommands(() => workspace.active),
  ];
}

/** Screens are loaded when they are first shown. */
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
