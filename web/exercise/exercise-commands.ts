import { exerciseEntry } from './words/entry.ts';
import type { Command } from '../base/commands.svelte.ts';
import { workspace } from '../workspace/workspace.svelte.ts';

export function exerciseCommands(): Command[] {
  return [
    {
      id: 'exercise',
      title: () => exerciseEntry.now.open,
      when: () => workspace.active?.source.live === true,
      run: () => {
        workspace.active?.openPanel('exercise');
      },
    },
  ];
}
