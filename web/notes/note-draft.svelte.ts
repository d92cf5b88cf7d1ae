/** Notes that are being written: one a session, kept while something else is looked at. */
import { errorText } from '#shared/base';
import { NOTES } from '#shared/lenses';
import type { Command } from '../base/commands.svelte.ts';
import { words } from '../base/i18n/index.svelte.ts';
import { notices } from '../base/notices.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { slot } from '../session/slot.ts';
import { noteTarget } from '../session/note-target.ts';

class NoteDraft {
  /** Event it will be on; undefined while none is written. */
  at: number | undefined = $state();
  text = $state('');
  readonly #view: SessionView;

  constructor(view: SessionView) {
    this.#view = view;
  }

  begin(at: number): void {
    this.text = this.#view.asOf(NOTES).texts.get(at) ?? '';
    this.at = at;
  }
  cancel(): void {
    this.at = undefined;
  }
  async save(): Promise<void> {
    if (this.at !== undefined && (await writeNote(this.#view, this.at, this.text.trim()))) this.cancel();
  }
}

export const draftOf = slot((view) => new NoteDraft(view));

export function beginNote(view: SessionView): void {
  const at = noteTarget(view, view.selected);
  if (at !== undefined) draftOf(view).begin(at);
}

/** Put a note on event `at`; an empty text takes it away. Gives false, and says why, when that is not possible. */
export async function writeNote(view: SessionView, at: number, text: string): Promise<boolean> {
  const t = words.now.library;
  try {
    await view.source.note(at, text);
  } catch (error) {
    const detail = errorText(error);
    notices.add(t.notes.failed(detail === 'relay-lost' ? t.relayLost : detail), 'error');
    return false;
  }
  if (view.playback.head !== undefined) notices.add(t.notes.later);
  return true;
}

export function noteCommands(view: SessionView): Command[] {
  return [
    {
      id: 'note',
      title: () => words.now.library.notes.add,
      keys: ['m'],
      when: () => noteTarget(view, view.selected) !== undefined,
      run: () => beginNote(view),
    },
    { id: 'notes', title: () => words.now.library.notes.list, run: () => view.openPanel('notes') },
  ];
}
