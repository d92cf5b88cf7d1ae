/** Discovery: which lists are read by themselves, page by page, and what is listened to. */
import { SERVER_LISTS, type ServerList } from '#shared/mcp';
import { hasCapability, type SessionState } from '#shared/session';
import type { Command } from './command.ts';
import type { Policy } from './policy.ts';

/** Of one list, followed automatically; a server may give new cursors for ever. */
export const MAX_PAGE_COUNT = 1000;

/** The server is ready: listen to it, and read what it has. */
export function afterInitialized(state: Readonly<SessionState>, policy: Policy): Command[] {
  return [
    ...listenSteps(state, policy),
    ...(policy.discover
      ? readLists(
          state,
          SERVER_LISTS.map(({ list }) => list),
        )
      : []),
  ];
}

/** Ask for those of the lists that the server declares. */
export function readLists(state: Readonly<SessionState>, lists: readonly ServerList[]): Command[] {
  return SERVER_LISTS.filter(
    ({ list, capability }) => lists.includes(list) && hasCapability(state.server, capability),
  ).map(({ method }) => ({ do: 'request', method }));
}

/** Open what brings the server's own messages: the standalone stream, or a subscription to every change it announces. */
export function listenSteps(state: Readonly<SessionState>, policy: Policy): Command[] {
  if (!policy.listen) return [];
  if (state.era?.era !== 'per-request') return state.endpoint === undefined ? [{ do: 'listen' }] : [];
  const filter = {
    ...(hasCapability(state.server, 'tools.listChanged') ? { toolsListChanged: true } : {}),
    ...(hasCapability(state.server, 'prompts.listChanged') ? { promptsListChanged: true } : {}),
    ...(hasCapability(state.server, 'resources.listChanged') ? { resourcesListChanged: true } : {}),
  };
  if (Object.keys(filter).length === 0) return [];
  return [{ do: 'request', method: 'subscriptions/listen', params: JSON.stringify({ notifications: filter }) }];
}

/** After a page: the next one, or the list anew when it changed while its pages came in. */
export function nextListing(state: Readonly<SessionState>, list: ServerList, policy: Policy): Command[] {
  const { cursor, complete, pages, stale } = state.lists[list];
  const method = SERVER_LISTS.find((facts) => facts.list === list)?.method;
  if (method === undefined || isListing(state, method)) return [];
  if (pages >= MAX_PAGE_COUNT && cursor !== undefined)
    return [{ do: 'record', body: { k: 'connection', event: 'slowed', reason: 'list-pages' } }];
  if (cursor !== undefined)
    return policy.discover || policy.refresh || isRelisting(state, list, policy)
      ? [{ do: 'request', method, params: JSON.stringify({ cursor }) }]
      : [];
  return complete && stale !== undefined && policy.refresh ? [{ do: 'request', method }] : [];
}

/** The server announced that lists changed: read them again. */
export function refreshSteps(state: Readonly<SessionState>, announced: string): Command[] {
  return SERVER_LISTS.filter(
    ({ method, changed, capability }) =>
      changed === announced && hasCapability(state.server, capability) && !isListing(state, method),
  ).map(({ method }) => ({ do: 'request', method }));
}

/** A list that was to be read has waited: read it, unless that has become needless. */
export function listAfterWait(state: Readonly<SessionState>, list: ServerList, policy: Policy): Command[] {
  const facts = SERVER_LISTS.find((each) => each.list === list);
  if (!facts || !hasCapability(state.server, facts.capability) || isListing(state, facts.method)) return [];
  const { stale, complete } = state.lists[list];
  const wanted =
    (stale !== undefined && policy.refresh) || (!complete && policy.discover) || isRelisting(state, list, policy);
  return wanted ? [{ do: 'request', method: facts.method }] : [];
}

/** The list is read because calls wait for it. */
const isRelisting = (state: Readonly<SessionState>, list: ServerList, policy: Policy): boolean =>
  policy.retryHeaders && list === 'tools' && state.mismatched.size > 0;

/** Is a page of this list on its way? */
export function isListing(state: Readonly<SessionState>, method: string): boolean {
  for (const pending of state.pending.values()) if (pending.method === method && pending.dir === 'c2s') return true;
  return false;
}
