/** Sessions whose events this page holds whole: their bytes and their recording come from its own log. */
import { eventBytes } from '#shared/recording';
import { recordingText } from '../base/recording-text.ts';
import type { SessionView } from './session-view.svelte.ts';

/** Exact bytes that event `s` carried. Rejects when it carried none. */
export function heldPayload(view: SessionView, s: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = eventBytes(view.log.events[s]);
  return bytes ? Promise.resolve(new Uint8Array(bytes)) : Promise.reject(new Error(`event ${s} carried no bytes`));
}

export async function heldRecording(view: SessionView): Promise<Blob> {
  // Never the beginning of a file as if it were all of it.
  await view.read;
  return recordingText(view.header, view.log, view.endReason);
}
