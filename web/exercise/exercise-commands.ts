import { words } from '../base/i18n/index.svelte.ts';
import type { Command } from '../base/commands.svelte.ts';
import { workspace } from '../workspace/workspace.svelte.ts';

export function exerciseCommands(): Command[] {
  return [
    {
      id: 'exercise',
      title: () => words.now.exercise.open,
      when: () => workspace.active?.source.live === true,
      run: () => {
        if (workspace.active) workspace.active.dock = 'exercise';
      },
    },
  ];
}
