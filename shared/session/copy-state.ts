/** Copies of a session's state, for checkpoints. */
import { copyList, isFixed, type ListState } from './list-state.ts';
import type { SessionState } from './session-state.ts';
import { copyTables, sizeOfTables } from './tables.ts';

/** A copy that later steps on the original do not change: steps replace what is in the tables, save for sets of keys and lists that grow. */
export function copyState(state: SessionState): SessionState {
  const { carried, sent, ...copied } = copyTables(state);
  for (const [x, keys] of carried) carried.set(x, new Set(keys));
  for (const [s, keys] of sent) if (typeof keys === 'object') sent.set(s, new Set(keys));
  return { ...copied, carried, sent, lists: eachList(state, (list) => (isFixed(list) ? list : copyList(list))) };
}

/** The lists of a state, each changed. */
export function eachList({ lists }: SessionState, change: (list: ListState) => ListState): SessionState['lists'] {
  const changed = Object.entries(lists).map(([name, list]) => [name, change(list)]);
  return Object.fromEntries(changed) as SessionState['lists'];
}

/** Entries of a state's tables: what a copy of it costs. Those of `sent` are in `pending` too. */
export function tableSize(state: Readonly<SessionState>): number {
  const growing = Object.values(state.lists).filter((list) => !isFixed(list));
  const inLists = growing.reduce((sum, { items, cursors }) => sum + items.length + cursors.size, 0);
  return sizeOfTables(state) - state.sent.size + inLists;
}
