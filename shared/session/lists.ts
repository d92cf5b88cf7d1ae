/** How the lists of tools, resources, templates and prompts grow page by page (server/utilities/pagination). */
import { defined } from '#shared/base';
import { isObject, type DecodedResponse, type IdKey, type JsonObject, type LargePart } from '#shared/jsonrpc';
import { listByMethod, SERVER_LISTS, type ServerList, type ListFacts } from '#shared/mcp';
import { type MessageEvent, textOf } from '#shared/recording';
import { copyList, emptyList, isFixed, type ListState } from './list-state.ts';
import type { Pending, SessionState } from './session-state.ts';

function put(state: SessionState, list: ServerList, value: ListState): void {
  state.lists = { ...state.lists, [list]: value };
}

/** A list request was answered: a first page replaces the list, a later one extends it. */
function answered(state: SessionState, pending: Pending, response: DecodedResponse, event: MessageEvent): void {
  const { s } = event;
  const facts = pending.method === undefined ? undefined : listByMethod(pending.method);
  if (!facts) {
    for (const { list } of SERVER_LISTS) {
      const { doubt, ...settled } = state.lists[list];
      if (doubt === 'restless') put(state, list, settled);
    }
    return;
  }
  const before = state.lists[facts.list];
  if (response.outcome === 'error') {
    const message =
      isObject(response.error) && typeof response.error['message'] === 'string' ? response.error['message'] : '';
    const { unread: _unread, ...rest } = before;
    put(state, facts.list, { ...rest, complete: true, error: message, s });
    return;
  }
  const large = isObject(response.result) ? largeList(event, response, facts) : undefined;
  if (!isObject(response.result) || large === 'too-large') {
    const { error: _error, ...rest } = before;
    put(state, facts.list, { ...rest, complete: true, unread: large === 'too-large' ? large : 'no-list', s });
    return;
  }
  const items = large ? large.value : response.result[facts.member];
  const asked =
    isObject(pending.params) && typeof pending.params['cursor'] === 'string' ? pending.params['cursor'] : undefined;
  const next = response.result['nextCursor'];
  const {
    items: all,
    cursors,
    answers,
  } = asked === undefined ? emptyList() : isFixed(before) ? copyList(before) : before;
  if (Array.isArray(items)) for (const item of items) all.push(item);
  if (asked !== undefined) cursors.set(asked, true);
  if (response.key !== undefined) answers.set(response.key, event);
  const { doubt } = asked === undefined && before.doubt === 'twice' ? {} : before;
  const repeats = typeof next === 'string' && cursors.has(next);
  // A change announced while the pages came in is not in all of them; one announced before the first was asked for is.
  const stillStale = before.stale !== undefined && (asked !== undefined || before.stale > pending.s);
  const isFirst = asked === undefined;
  put(state, facts.list, {
    ...{ items: all, cursors, answers, s, operations: state.operations },
    pages: isFirst ? 1 : before.pages + 1,
    complete: typeof next !== 'string' || repeats,
    ...defined({
      grows: !isFirst && (before.grows || before.complete) ? true : undefined,
      doubt,
      asked: isFirst ? pending.s : before.asked,
      before: isFirst ? (before.pages > 0 ? before.items : undefined) : before.before,
      cursor: typeof next === 'string' && !repeats ? next : undefined,
      repeats: repeats ? true : undefined,
      unread: Array.isArray(items) ? undefined : 'no-list',
      stale: stillStale ? before.stale : undefined,
    }),
  });
}

/** A response came to a request that was answered before: the last page of a list may be another one. */
function answeredAgain(state: SessionState, key: IdKey): void {
  for (const { list } of SERVER_LISTS)
    if (state.lists[list].answers.has(key)) put(state, list, { ...state.lists[list], doubt: 'twice' });
}

/** The server announced in event `s` that a list changed. */
function changed(state: SessionState, method: string, s: number): void {
  for (const { list, changed: announces } of SERVER_LISTS) {
    if (announces !== method) continue;
    const before = state.lists[list];
    const isRestless = before.complete && before.doubt === undefined && before.operations === state.operations;
    put(state, list, { ...before, stale: s, ...(isRestless ? { doubt: 'restless' as const } : {}) });
  }
}

export const stepLists = { answered, answeredAgain, changed };

/** Some hundred thousand tools. */
const MAX_LIST_CHARS = 64 * 1024 * 1024;

const MEMBERS: ReadonlySet<string> = new Set(SERVER_LISTS.map(({ member }) => member));

/** JSON of a `result` with a server's list; undefined if none or over `MAX_LIST_CHARS`. `part`: what was found of it. */
export function largeListText(event: MessageEvent, part: LargePart | undefined): string | undefined {
  if (part?.key !== 'result' || part.end - part.start > MAX_LIST_CHARS) return undefined;
  return part.members.some(({ key }) => MEMBERS.has(key)) ? textOf(event).slice(part.start, part.end) : undefined;
}

/** What is in the list's place in an answer of small members: `too-large` beyond the bound, undefined if absent. Never throws. */
function largeList(
  event: MessageEvent,
  { part }: DecodedResponse,
  { member }: ListFacts,
): { readonly value: unknown } | 'too-large' | undefined {
  if (!part?.members.some(({ key }) => key === member)) return undefined;
  const text = event.large ? event.large.result : largeListText(event, part);
  if (text === undefined) return 'too-large';
  try {
    return { value: (JSON.parse(text) as JsonObject)[member] };
  } catch {
    // A view that was handed something else.
    return undefined;
  }
}
