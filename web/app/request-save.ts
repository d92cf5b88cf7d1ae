/** Save at once, or ask first when the recording holds secrets. */
import { words } from '../i18n/index.svelte.ts';
import { notices } from '../state/notices.svelte.ts';
import type { SessionView } from '../state/session-view.svelte.ts';
import { findSecrets } from './find-secrets.ts';
import { saveRecording } from './save-recording.ts';
import { shell } from './shell.svelte.ts';

/** Start saving a session. */
export function requestSave(view: SessionView): void {
  const secrets = findSecrets(view.log.events);
  if (secrets.length > 0) shell.saving = { view, secrets };
  else void save(view);
}

/** Save without asking; what happened is said in a notice. */
export async function save(view: SessionView): Promise<void> {
  const t = words.now.app;
  await saveRecording(view).then(
    (name) => notices.add(t.saved(name)),
    (error: unknown) =>
      notices.add(
        t.saveFailed(error instanceof Error && error.message !== 'relay-lost' ? error.message : t.link.lost),
        'error',
      ),
  );
}
