/** The ways to the compare screen. What compares is loaded with the screen, and not before. */
import { withWords } from '../base/i18n/index.svelte.ts';
import { compareEntry } from './words/entry.ts';
import type { Command } from '../base/commands.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { titleOfView } from '../session/view-title.ts';
import { workspace } from '../workspace/workspace.svelte.ts';

export async function compareWith(view: SessionView): Promise<void> {
  const { comparing } = await withWords(import('./comparing.svelte.ts'));
  comparing.set(undefined, { id: view.id, title: titleOfView(view) }, { byAge: true });
  comparing.choosing = 'before';
  workspace.show(undefined, 'compare');
}

export function compareCommands(): Command[] {
  return [
    {
      id: 'compare',
      title: () => compareEntry.now.command,
      when: () => workspace.screen !== 'compare' || workspace.active !== undefined,
      run: () => workspace.show(undefined, 'compare'),
    },
    {
      id: 'compare-with',
      title: () => compareEntry.now.compareWith,
      when: () => workspace.active !== undefined,
      run: () => {
        if (workspace.active) void compareWith(workspace.active);
      },
    },
  ];
}
