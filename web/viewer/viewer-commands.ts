/** Commands of the page of an exported recording. */
import { lookCommands } from '../app/look-commands.ts';
import { playbackCommands } from '../app/playback-commands.ts';
import { save } from '../app/request-save.ts';
import { words } from '../i18n/index.svelte.ts';
import type { Command } from '../state/commands.svelte.ts';
import type { SessionView } from '../state/session-view.svelte.ts';

/** The list for this session. */
export function viewerCommands(view: SessionView): Command[] {
  return [
    ...lookCommands(),
    { id: 'save', title: () => words.now.app.saveRecording, keys: ['Ctrl+S'], run: () => void save(view) },
    ...playbackCommands(() => view),
  ];
}
