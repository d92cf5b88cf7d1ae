/** How a session stands and where it is recorded, in words that say no more than this page knows. */
import { hostOf, selfOf } from '#shared/library';
import { OBLIGATIONS, type Debtor, type SessionState } from '#shared/session';
import { words } from '../base/i18n/all.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { silenceOf } from './silence.svelte.ts';
import { workspace } from '../workspace/workspace.svelte.ts';

/** It goes on: here, or between two others at a tap that this page can reach. Reactive. */
const goesOn = ({ source }: SessionView): boolean => source.live || source.tap !== undefined;

/** The connection as it is now, also while an earlier event is looked at. Reactive. */
export function connectionWords(view: SessionView): string {
  const t = words.now.app;
  const silence = silenceOf(view);
  if (silence) return words.now.remedies.waiting(silence.seconds, silence.method);
  const { kind, live } = view.source;
  const { connection } = view.now;
  if (kind === 'file') return t.recordingTo.file;
  if (kind === 'relay' && view.header.route === 'tap') return tapWords(view);
  if (kind !== 'relay' || connection === 'closed' || connection === 'none') return t.connection[connection];
  const { status } = workspace.link;
  if (status === 'open') return live ? t.connection[connection] : t.connection.none;
  // What became of it since, nobody here knows.
  return t.lastKnown(t.connection[connection]);
}

/** A tapped session is live as long as its tap is, and its host or its server ends it. */
function tapWords(view: SessionView): string {
  const { app, problems, common } = words.now;
  const { atTap, lastKnown } = app;
  const { connection, closedBy = '', process, client } = view.now;
  if (connection === 'closed') {
    const { code = null, signal = null } = process.exit ?? {};
    const how = signal ?? (code === null ? '' : atTap.exitCode(code));
    if (closedBy === 'server-exited') return `${atTap.serverExited}${how === '' ? '' : common.aside(how)}`;
    return atTap.ended[closedBy] ?? problems.reasons[closedBy]?.title ?? atTap.over;
  }
  const self = selfOf(client.info);
  const host = hostOf({ header: view.header, facts: self ? { client: self } : {} });
  const live = atTap.live(host ?? '');
  if (view.source.tap !== undefined) return live;
  return workspace.link.status === 'open' ? atTap.gone : lastKnown(live);
}

const DEBTORS: readonly Debtor[] = ['tap', 'client', 'server'];

/** Who owes whom what, a text for each: `1 held at the tap`, `The server owes 2 answers`. `owed` is that of now, or of what is shown. Reactive. */
export function dueWords(view: SessionView, owed = (void view.version, view.log.follow(OBLIGATIONS)).owed): string[] {
  return DEBTORS.flatMap((by) => (owed[by].all > 0 ? words.now.timeline.owes.label[by](owed[by].all) : []));
}

export type SessionMark = SessionState['connection'] | 'failed' | 'file';

/** How a session stands now, for a mark: opening until it is initialized, and none where one that is not live any more never said that it was closed. Reactive. */
export function sessionMark(view: SessionView): SessionMark {
  if (view.source.kind === 'file') return 'file';
  const { connection, problem, closedBy, phase } = view.now;
  if (connection === 'closed') return problem !== undefined || closedBy === 'server-exited' ? 'failed' : 'closed';
  if (!goesOn(view)) return 'none';
  return connection === 'open' && (phase === 'connection' || phase === 'initialization') ? 'opening' : connection;
}

export function recordedWords(view: SessionView): string {
  const t = words.now.app;
  const { kind, live } = view.source;
  const unrecorded = workspace.link.sessions.find(({ id }) => id === view.id)?.unrecorded;
  if (kind === 'relay' && unrecorded) return t.notRecordedFrom(unrecorded.from);
  // While the relay does not respond, nobody here knows what it writes.
  if (kind === 'relay' && live && workspace.link.status !== 'open') return '';
  return kind === 'file' ? t.recordingTo.file : (goesOn(view) ? t.recordingTo : t.recordedTo)[kind];
}
