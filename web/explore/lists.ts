/** What the panels say about the state of a server's list. */
import { SERVER_LISTS, type ServerList } from '#shared/mcp';
import { hasCapability, type SessionState } from '#shared/session';
import { exploreWords } from './words/index.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { sendRequest } from '../session/send.ts';

/** Ask for a list again from its first page, or for the page after `cursor`. */
export function sendList(view: SessionView, list: ServerList, cursor?: string): void {
  const method = SERVER_LISTS.find((facts) => facts.list === list)?.method;
  if (method === undefined) return;
  sendRequest(view, method, () => (cursor === undefined ? undefined : JSON.stringify({ cursor })));
}

export function listNotes(lists: SessionState['lists'], list: ServerList): string[] {
  const { error, unread, repeats, stale, cursor, pages } = lists[list];
  const t = exploreWords.now.listNotes;
  return [
    ...(error === undefined ? [] : [t.refused(error)]),
    ...(unread === undefined ? [] : [t.unread[unread]]),
    ...(repeats ? [t.repeats] : []),
    ...(stale === undefined ? [] : [t.stale(stale)]),
    ...(cursor === undefined ? [] : [t.incomplete(pages)]),
  ];
}

export function emptyList(state: Readonly<SessionState>, list: ServerList): string {
  const t = exploreWords.now.empty;
  const capability = SERVER_LISTS.find((facts) => facts.list === list)?.capability ?? list;
  const { pages, error, unread } = state.lists[list];
  if (state.server.capabilities === undefined)
    return state.connection === 'closed' ? t.neverInitialized : t.notInitialized;
  // Said above the list already.
  if (unread !== undefined) return '';
  if (pages > 0) return t.none[list];
  if (!hasCapability(state.server, capability)) return t.notDeclared[list];
  return error === undefined ? t.notListed : '';
}
