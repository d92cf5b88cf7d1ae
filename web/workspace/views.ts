/** Views of sessions: the relay's, those of this page, files, and what is in the browser's storage. With the first one comes what folds events. */
import type { LibraryEntry } from '#shared/library';
import type { RecordingHeader, WireEvent } from '#shared/recording';
import { SessionLog, type Fold } from '#shared/session';
import { words } from '../base/i18n/index.svelte.ts';
import { withAuthorizationSecrets } from './authorization-secrets.ts';
import { AtRelay, idAtRelay } from '../session/direct/at-relay.ts';
import type { Diagnose } from '../session/direct/direct-source.svelte.ts';
import type { FileEnding } from '../session/file-ending.ts';
import { FileSource } from '../session/file-source.ts';
import { fullPolicy } from '../base/full-policy.ts';
import { gapAfter, missingOf } from '../session/direct/missing.ts';
import { withModelKey } from '../session/model-key.ts';
import { raiseReached, writeReached } from '../session/direct/reach.ts';
import type { RelayLink } from '../session/relay/relay-link.svelte.ts';
import { RelaySource } from '../session/relay/relay-source.svelte.ts';
import { SessionView } from '../session/session-view.svelte.ts';
import { changeSession, notStored, putEvents, storedEvents, type StoredSession } from '../session/direct/store.ts';
import { yieldToPage } from '../base/yield-to-page.ts';

export { readFile } from './read-file.ts';
export { SessionView } from '../session/session-view.svelte.ts';

export const relayView = (link: RelayLink, id: string, header: RecordingHeader): SessionView =>
  new SessionView(id, header, (opened) => new RelaySource(link, opened));

/** An opened file, which is `read` from its beginning. */
export const fileView = (id: string, header: RecordingHeader, read: Promise<void>, link?: RelayLink): SessionView =>
  new SessionView(id, header, (opened) => new FileSource(opened, keeping(id, true, link)), { read, follow: false });

/** A direct session as its host shows it, ready to be opened again. Rejects when it can't be read. */
export async function hostedView(
  session: StoredSession,
  { spec, policy, began }: NonNullable<StoredSession['resume']>,
  diagnose: Diagnose,
  link: RelayLink | undefined,
): Promise<SessionView> {
  const { DirectSource } = await import('../session/direct/direct-source.svelte.ts');
  const log = await readLog(session.id);
  await forgetFacts(session.id);
  const options = {
    spec: withAuthorizationSecrets(spec),
    policy: withModelKey(fullPolicy(policy)),
    began,
    missing: missingOf(session, log.events),
    diagnose,
    link,
  };
  return new SessionView(session.id, session.header, (view) => new DirectSource(view, options), { log });
}

/** A stored session to look at; what was not stored is a gap, if it is `mine`: else another page may host it. Rejects when unreadable. */
export async function shownView(session: StoredSession, mine: boolean, link?: RelayLink): Promise<SessionView> {
  const { id, reading } = session;
  let { ending } = session;
  const log = await readLog(id, [], (read) => (ending ??= read));
  const source = (opened: SessionView): FileSource => new FileSource(opened, keeping(id, mine, link));
  const view = new SessionView(id, session.header, source, { log, follow: false });
  if (ending) view.ending = ending;
  // Its bytes are not here: an earlier version stored what it had read.
  else if (reading && mine) view.ending = { problem: 'cut-short' };
  if (reading && mine)
    await changeSession(id, ({ reading: _, ...stored }) => ({ ...stored, ending: view.ending })).catch(notStored);
  const missing = mine ? missingOf(session, view.log.events) : undefined;
  if (!missing) return view;
  const gap = gapAfter(view.log.events, missing);
  view.append([gap]);
  // Only a gap that is stored takes the place of the mark.
  const safe = await putEvents(id, [gap]).then(() => true, notStored);
  if (safe) {
    writeReached(id, { events: gap.s + 1, exact: true });
    await forgetFacts(id);
  }
  return view;
}

/** Stores what is added to a session that is over, when this page may (`mine`): another one may still host it. */
const keeping =
  (id: string, mine: boolean, link?: RelayLink) =>
  async (events: readonly WireEvent[]): Promise<void> => {
    if (!mine) throw new Error(words.now.library.openElsewhere);
    const last = events.at(-1);
    if (last) raiseReached(id, last.s + 1);
    await forgetFacts(id, (await putEvents(id, events).catch(notStored)) ?? undefined);
    // Of an opened file that nobody keeps the relay has nothing.
    for (const event of events)
      if (link && event.k === 'note')
        await link
          .ask({ type: 'note', recording: idAtRelay(id), at: event.at, text: event.text }, 'done')
          .catch(() => undefined);
  };

/** What was counted of a session no longer holds: it has got longer, by `added` bytes where that is known. */
async function forgetFacts(id: string, added?: number): Promise<void> {
  await changeSession(id, ({ read: _, bytes, ...session }) => ({
    ...session,
    ...(bytes === undefined || added === undefined ? {} : { bytes: bytes + added }),
  })).catch(notStored);
}

/** Have the relay keep what is stored of a recording. Rejects in its words. */
export async function keepAtRelay(link: RelayLink, { id, header }: LibraryEntry): Promise<void> {
  await new AtRelay(link, header, await readLog(id)).grown();
}

/**
 * A stored session as a log, which follows some folds from its first event on; `ended` is told how an opened file ends. Rejects when it
 * can't be read.
 */
export async function readLog(
  id: string,
  folds: readonly Fold<object>[] = [],
  ended?: (ending: FileEnding) => void,
): Promise<SessionLog> {
  const log = new SessionLog();
  for (const fold of folds) log.follow(fold);
  for await (const piece of storedEvents(id, ended))
    for (const event of piece) {
      log.append(event);
      const wait = yieldToPage();
      if (wait) await wait;
    }
  return log;
}
