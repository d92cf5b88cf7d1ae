/** Saving a session as a file. */
import type { SessionView } from '../state/session-view.svelte.ts';

/** A file name from the session's title and start. */
export function fileName(view: SessionView): string {
  const title =
    view.header.title
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'session';
  return `${title}-${view.header.startedAt.slice(0, 19).replace(/[:T]/g, '')}.mcprec`;
}

/** Hand the recording to the browser as a download. Rejects with a sentence when it cannot be had. */
export async function saveRecording(view: SessionView): Promise<string> {
  const blob = await view.source.recording();
  const name = fileName(view);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has its own reference by the time a minute has passed.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return name;
}
