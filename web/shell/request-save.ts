/** Saving a session as it is, where nobody is asked. */
import { words } from '../base/i18n/index.svelte.ts';
import { notices } from '../base/notices.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { saveRecording } from './save-recording.ts';

/** Save the whole recording exactly as it is; what happened is said in a notice. */
export async function save(view: SessionView): Promise<void> {
  const t = words.now.app;
  await saveRecording(view).then(
    (name) => notices.add(words.now.common.saved(name)),
    (error: unknown) =>
      notices.add(
        t.saveFailed(error instanceof Error && error.message !== 'relay-lost' ? error.message : t.link.lost),
        'error',
      ),
  );
}
