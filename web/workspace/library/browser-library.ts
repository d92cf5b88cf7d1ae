/** The recordings in this browser's own storage, as a library lists them. */
import { FACTS_VERSION, metaOfHeader, storedFacts, type LibraryEntry } from '#shared/library';
import { encodeEnd, encodeEvent, utf8Length } from '#shared/recording';
import { lockedSessions } from '../../base/tab-lock.ts';
import { withMissing } from '../../session/direct/missing.ts';
import { changeSession, readSession, removeSession, storedSessions } from '../../session/direct/store.ts';
import { yieldToPage } from '../../base/yield-to-page.ts';
import { workspace } from '../workspace.svelte.ts';

/** Milliseconds that a deleted session stays in storage. */
const STAYS = 86_400_000;

/** A stored session as it is listed, and what else the library's screen has to know of it. */
export interface BrowserEntry extends LibraryEntry {
  readonly home: 'browser';
  /** A file that was opened, not a session that was recorded here. */
  readonly file: boolean;
}

/** Every stored session, and the ids of those that are deleted and not yet gone for good. Removes for good what was deleted long ago. Rejects when the storage can't be read. */
export async function browserState() {
  const hosted = await lockedSessions();
  const entries: BrowserEntry[] = [];
  const deleted: string[] = [];
  for (const { id, header, kind, meta, read, deleted: since, resume } of await storedSessions()) {
    if (since !== undefined) {
      if (Date.now() - since > STAYS) await removeSession(id);
      else deleted.push(id);
      continue;
    }
    const view = workspace.get(id);
    const live = view
      ? view.source.live
      : resume !== undefined && read === undefined && hosted.has(id) && !workspace.isMine(id);
    const stored = read?.version === FACTS_VERSION ? storedFacts(read.facts) : undefined;
    const facts = view && live ? view.facts : stored;
    entries.push({
      id,
      home: 'browser',
      file: kind === 'file',
      header,
      bytes: read?.bytes ?? 0,
      live,
      meta: meta ?? metaOfHeader(header),
      ...(facts ? { facts } : {}),
    });
  }
  return { entries, deleted };
}

/** Read a session that is over for its facts, and remember them. */
export async function readStored(id: string): Promise<void> {
  const stored = await readSession(id);
  if (!stored) return;
  const [{ FactFold }, { findingsJudge }] = await Promise.all([import('../views.ts'), import('#shared/findings')]);
  const fold = new FactFold();
  fold.judgeBy(findingsJudge(stored.session.header));
  let bytes = utf8Length(encodeEnd(stored.session.header)) + 1;
  for (const event of withMissing(stored.session, stored.events)) {
    fold.append(event);
    bytes += utf8Length(encodeEvent(event)) + 1;
    await yieldToPage();
  }
  const { kind, ending } = stored.session;
  // A file says whether it is whole: it may be a part of a session.
  const cutShort = kind === 'file' ? ending?.problem !== undefined : fold.state.connection !== 'closed';
  const facts = fold.facts({ cutShort, partial: ending?.problem !== undefined && ending.problem !== 'cut-short' });
  await changeSession(id, (session) => ({ ...session, read: { facts, bytes, version: FACTS_VERSION } }));
}

/** Delete a session, or have it back. */
export function setDeleted(id: string, deleted: boolean): Promise<void> {
  return changeSession(id, ({ deleted: _, ...session }) => (deleted ? { ...session, deleted: Date.now() } : session));
}
