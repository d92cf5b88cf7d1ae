/** Commands of the page of an exported recording. */
import { lookCommands } from '../shell/look-commands.ts';
import { playbackCommands } from '../shell/playback-commands.ts';
import { save } from '../shell/request-save.ts';
import { words } from '../base/i18n/index.svelte.ts';
import type { Command } from '../base/commands.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

/** The list for this session. */
export function viewerCommands(view: SessionView): Command[] {
  return [
    ...lookCommands(),
    { id: 'save', title: () => words.now.app.saveRecording, keys: ['Ctrl+S'], run: () => void save(view) },
    ...playbackCommands(() => view),
  ];
}
