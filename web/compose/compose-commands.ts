/** The composer's commands, for keys and palette. */
import { words } from '../base/i18n/index.svelte.ts';
import type { Command } from '../base/commands.svelte.ts';

/** `canBreak` says whether there is a text to break now. */
export function composeCommands(
  toggleTemplates: () => void,
  toggleVariants: () => void,
  canBreak: () => boolean,
): Command[] {
  return [
    {
      id: 'compose.templates',
      title: () => words.now.compose.templates,
      keys: ['Ctrl+J', 't'],
      run: toggleTemplates,
    },
    {
      id: 'compose.break',
      title: () => words.now.compose.breakIt,
      keys: ['Ctrl+E', 'b'],
      when: canBreak,
      run: toggleVariants,
    },
  ];
}
