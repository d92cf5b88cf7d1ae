/** Copies of a session's state, for checkpoints. */
import { copyList, isFixed, type ListState } from './list-state.ts';
import type { SessionState } from './session-state.ts';
import { copyTables } from './tables.ts';

/** A copy that later steps on the original do not change. */
export function copyState(state: SessionState): SessionState {
  return { ...copyTables(state), lists: eachList(state, (list) => (isFixed(list) ? list : copyList(list))) };
}

/** The lists of a state, each changed. */
export function eachList({ lists }: SessionState, change: (list: ListState) => ListState): SessionState['lists'] {
  const changed = Object.entries(lists).map(([name, list]) => [name, change(list)]);
  return Object.fromEntries(changed) as SessionState['lists'];
}
