/** Saving a session as a file. */
import { fileStem } from '../base/file-stem.ts';
import { labelledFile } from '../session/labelled-file.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

/** Hand the recording to the browser as a download. Rejects with a sentence when it cannot be had. */
export async function saveRecording(view: SessionView): Promise<string> {
  const blob = await labelledFile(await view.source.recording(), view.header);
  const name = `${fileStem(view.header.title, view.header.startedAt)}.mcprec`;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has its own reference by the time a minute has passed.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return name;
}
