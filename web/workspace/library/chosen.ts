/** What can be compared: a recording of the library, an open session, or a file in hand; and how to get at its bytes. */
import { recordingLines } from '#shared/recording';
import { importFile, isRecording } from '../open/import-file.ts';
import { lockedSessions } from '../../base/tab-lock.ts';
import { withMissing } from '../../session/direct/missing.ts';
import { relayAccess } from '../../session/relay/relay-access.svelte.ts';
import { readSession } from '../../session/direct/store.ts';
import { workspace } from '../workspace.svelte.ts';

/** A recording to compare: by the id under which the library or a tab has it, or as a file. `title` is what a person reads. */
export interface Chosen {
  readonly id?: string;
  readonly blob?: Blob;
  readonly title: string;
}

export type SideName = 'before' | 'after';

/** True for a session that goes on: it is compared as it is now. Reactive. */
export const isLive = ({ id }: Chosen): boolean => id !== undefined && workspace.get(id)?.source.live === true;

/** The recording as a file of our own format. Rejects with a sentence when it can't be had. */
export async function fileOf({ id, blob, title }: Chosen): Promise<Blob> {
  if (blob) return ownFormat(blob, title);
  if (id === undefined) throw new Error(title);
  const view = workspace.get(id);
  if (view) return view.source.recording();
  const stored = await readSession(id).catch(() => undefined);
  if (stored) {
    const { session } = stored;
    // Of a session that another tab hosts, more is to come.
    const hosted = (await lockedSessions()).has(id) && !workspace.isMine(id);
    const events = hosted ? stored.events : withMissing(session, stored.events);
    const lines: string[] = [];
    for (const line of recordingLines({ header: session.header, events })) lines.push(line, '\n');
    return new Blob(lines);
  }
  const answer = await relayAccess.fetch(`api/sessions/${encodeURIComponent(id)}/recording`);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer.blob();
}

/** Another program's file is brought into our format; what is not known at all is left to whoever reads it to refuse. */
async function ownFormat(file: Blob, name: string): Promise<Blob> {
  if (await isRecording(file)) return file;
  const reply = await importFile(file, name);
  return reply.type === 'imported' ? reply.recording : file;
}
