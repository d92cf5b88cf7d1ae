/** The recordings in this browser's own storage, as a library lists them. */
import { FACTS, FACTS_VERSION, factsOf, metaOfHeader, storedFacts, type LibraryEntry } from '#shared/library';
import { encodeEnd, encodeEvent, type EventList, utf8Length } from '#shared/recording';
import { lockedSessions } from '../../base/tab-lock.ts';
import { gapAfter, missingOf } from '../../session/direct/missing.ts';
import { changeSession, removeSession, storedSession, storedSessions } from '../../session/direct/store.ts';
import { findingsOf } from '../../session/findings.svelte.ts';
import { judgeLog } from '../../session/judging.ts';
import type { SessionView } from '../../session/session-view.svelte.ts';
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

/** The view of a session of this page. Of one that another page hosts, a view has what was there when it was opened. */
const ownView = (id: string): SessionView | undefined => (workspace.isMine(id) ? workspace.get(id) : undefined);

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
    const view = ownView(id);
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

/** Count what is in a session that is over, and remember it: of one of this page as its log has it, of another one as it is stored. */
export async function readStored(id: string): Promise<void> {
  const session = await storedSession(id);
  if (!session) return;
  const { kind, ending, header } = session;
  const view = ownView(id);
  const log = view?.log ?? (await (await import('../views.ts')).readLog(id, [FACTS]));
  const missing = view ? undefined : missingOf(session, log.events);
  if (missing) log.append(gapAfter(log.events, missing));
  const known = await (view ? findingsOf(view).whole() : judgeLog(log, header));
  const findings = (await import('../../session/rule-facts.ts')).findingFacts(known);
  const { state } = log;
  // A file says whether it is whole: it may be a part of a session.
  const cutShort = kind === 'file' ? ending?.problem !== undefined : state.connection !== 'closed';
  const partial = ending?.problem !== undefined && ending.problem !== 'cut-short';
  const facts = factsOf(state, log.follow(FACTS), { cutShort, partial, findings });
  const bytes = utf8Length(encodeEnd(header)) + 1 + (session.bytes ?? (await lengthOf(log.events)));
  // It goes on in another page meanwhile.
  if (!workspace.isMine(id) && (await lockedSessions()).has(id)) return;
  await changeSession(id, (stored) => ({ ...stored, read: { facts, bytes, version: FACTS_VERSION } }));
}

/** Length of the events' lines (bytes). */
async function lengthOf(events: EventList): Promise<number> {
  let length = 0;
  for (const event of events) {
    length += utf8Length(encodeEvent(event)) + 1;
    await yieldToPage();
  }
  return length;
}

/** Delete a session, or have it back. */
export function setDeleted(id: string, deleted: boolean): Promise<void> {
  return changeSession(id, ({ deleted: _, ...session }) => (deleted ? { ...session, deleted: Date.now() } : session));
}
