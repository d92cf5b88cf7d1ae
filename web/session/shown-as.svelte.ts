/** Whether the rows of a session are calls or messages: as the person left it, in this session or in the last. */
import { keptState } from '../base/kept-state.ts';
import { savedViewState } from './saved-view-state.svelte.ts';
import { slot } from './slot.ts';

/** What is kept under this name is `calls` or `messages`. */
export const ROWS = 'rows';

/** Take it up, once for a session. */
export const restoreRows = slot((view) => {
  const saved = savedViewState(view).part(ROWS, () => ({ calls: view.calls }));
  view.calls = typeof saved['calls'] === 'boolean' ? saved['calls'] : keptState(ROWS) !== 'messages';
  return true;
});
