import type { Command } from '../base/commands.svelte.ts';
import { words } from '../base/i18n/index.svelte.ts';
import { noteTarget } from '../session/note-target.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { beginNote } from './note-draft.svelte.ts';

/** Those of a session to which notes can be added. */
export function noteCommands(view: SessionView): Command[] {
  return [
    {
      id: 'note',
      title: () => words.now.library.notes.add,
      keys: ['m'],
      when: () => noteTarget(view, view.selected) !== undefined,
      run: () => beginNote(view),
    },
    { id: 'notes', title: () => words.now.library.notes.list, run: () => (view.dock = 'notes') },
  ];
}
