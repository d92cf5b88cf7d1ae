import { profileEntry } from './words/entry.ts';
import type { Command } from '../base/commands.svelte.ts';
import { titleOfView } from '../session/view-title.ts';
import { workspace } from '../workspace/workspace.svelte.ts';
import { showProfile } from '../workspace/library/recording-commands.ts';
import { profiling } from './profiling.svelte.ts';

export function profileCommands(): Command[] {
  return [
    {
      id: 'profile',
      title: () => profileEntry.now.command,
      when: () => workspace.active !== undefined,
      run: () => {
        const { active } = workspace;
        if (active) showProfile.run([{ id: active.id, title: titleOfView(active) }]);
      },
    },
    {
      id: 'profile-back',
      title: () => profileEntry.now.back,
      when: () => profiling.chosen.length > 0 && (workspace.active !== undefined || workspace.screen !== 'profile'),
      run: () => {
        // A session that goes on has done more since it was read.
        if (profiling.live) void profiling.again();
        workspace.show(undefined, 'profile');
      },
    },
  ];
}
