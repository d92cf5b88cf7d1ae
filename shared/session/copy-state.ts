/** Copies of a session's state, for checkpoints. */
import { SERVER_LISTS } from '#shared/mcp';
import { copyList, isFixed, type ListState } from './list-state.ts';
import type { SessionState } from './state.ts';

/** A copy that later steps on the original do not change: steps replace what is in the tables, save for sets of keys and lists that grow. */
export function copyState(state: SessionState): SessionState {
  const sent = new Map(state.sent);
  for (const [s, keys] of sent) if (typeof keys === 'object') sent.set(s, new Set(keys));
  return {
    ...state,
    phases: [...state.phases],
    pending: new Map(state.pending),
    carried: new Map([...state.carried].map(([x, keys]) => [x, new Set(keys)])),
    sent,
    malformed: [...state.malformed],
    tokens: new Map(state.tokens),
    exchanges: new Map(state.exchanges),
    dropped: new Map(state.dropped),
    awaited: new Map(state.awaited),
    mismatched: new Map(state.mismatched),
    tasks: new Map(state.tasks),
    subscriptions: new Map(state.subscriptions),
    subscribed: new Set(state.subscribed),
    paces: new Map(state.paces),
    repeated: new Map(state.repeated),
    lists: eachList(state, (list) => (isFixed(list) ? list : copyList(list))),
  };
}

/** The lists of a state, each changed. */
export function eachList({ lists }: SessionState, change: (list: ListState) => ListState): SessionState['lists'] {
  const { tools, resources, resourceTemplates, prompts } = lists;
  return {
    tools: change(tools),
    resources: change(resources),
    resourceTemplates: change(resourceTemplates),
    prompts: change(prompts),
  };
}

/** Entries of a state's tables: what a copy of it costs. Those of `sent` are in `pending` too. */
export function tableSize(state: Readonly<SessionState>): number {
  const { pending, carried, tokens, exchanges, dropped, awaited, mismatched, tasks, subscriptions } = state;
  const tables = [pending, carried, tokens, exchanges, dropped, awaited, mismatched, tasks, subscriptions];
  let size =
    state.subscribed.size + state.paces.size + state.repeated.size + state.phases.length + state.malformed.length;
  for (const table of tables) size += table.size;
  for (const { list } of SERVER_LISTS) {
    const { items, cursors } = state.lists[list];
    if (!isFixed(state.lists[list])) size += items.length + cursors.size;
  }
  return size;
}
