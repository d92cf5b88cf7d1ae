/** How a session stands and where it is recorded, in words that say no more than this page knows. */
import type { SessionState } from '#shared/session';
import type { Messages } from '../base/i18n/index.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { workspace } from '../workspace/workspace.svelte.ts';

/** The connection as it is now, also while an earlier event is looked at. Reactive. */
export function connectionWords(view: SessionView, words: Messages): string {
  void view.version;
  const t = words.app;
  const { kind, live } = view.source;
  const { connection } = view.log.state;
  if (kind === 'file') return t.recordingTo.file;
  if (kind !== 'relay' || connection === 'closed' || connection === 'none') return t.connection[connection];
  const { status } = workspace.link;
  if (status === 'open') return live ? t.connection[connection] : t.connection.none;
  // What became of it since, nobody here knows.
  return t.lastKnown(t.connection[connection]);
}

/** The connection for a mark: as it is now, and none where a session that is not live any more never said that it was closed. Reactive. */
export function connectionMark(view: SessionView): SessionState['connection'] {
  void view.version;
  const { connection } = view.log.state;
  return view.source.live || connection === 'closed' ? connection : 'none';
}

/** Where the session is recorded, or from where on it is not. Reactive. */
export function recordedWords(view: SessionView, words: Messages): string {
  const t = words.app;
  const { kind, live } = view.source;
  const unrecorded = workspace.link.sessions.find(({ id }) => id === view.id)?.unrecorded;
  if (kind === 'relay' && unrecorded) return t.notRecordedFrom(unrecorded.from);
  // While the relay does not respond, nobody here knows what it writes.
  if (kind === 'relay' && live && workspace.link.status !== 'open') return '';
  return kind === 'file' ? t.recordingTo.file : (live ? t.recordingTo : t.recordedTo)[kind];
}
