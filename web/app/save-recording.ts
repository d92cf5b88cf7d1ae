/** Saving a session as a file. */
import type { Missing } from '../state/gathered.ts';
import { fileStem } from '../state/file-stem.ts';
import type { SessionView } from '../state/session-view.svelte.ts';

export interface Saved {
  readonly name: string;
  /** What is not in the file; absent when it is the recording as it was written. */
  readonly missing?: Missing;
}

/** Hand the recording to the browser as a download. Rejects with a sentence when it cannot be had. */
export async function saveRecording(view: SessionView): Promise<Saved> {
  let missing: Missing | undefined;
  const blob = await view.source.recording((lacking) => (missing = lacking));
  const name = `${fileStem(view.header.title, view.header.startedAt)}.mcprec`;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has its own reference by the time a minute has passed.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return { name, ...(missing ? { missing } : {}) };
}
