/** How a session is shown beside its details: message by message, or one line for each operation. */
import { savedViewState } from './saved-view-state.svelte.ts';
import { slot } from './slot.ts';

export type ShownAs = 'messages' | 'operations';

/** Kept with the session, so that another one can be looked at in between. */
export const shownAs = slot((view) => {
  let value: ShownAs = $state('messages');
  let hidden = $state(0);
  if (savedViewState(view).part('shown', () => ({ value }))['value'] === 'operations') value = 'operations';
  return {
    get value(): ShownAs {
      return value;
    },
    set value(now: ShownAs) {
      value = now;
    },
    /** How many operations the filter hides, as their list counts them. */
    get hidden(): number {
      return hidden;
    },
    set hidden(now: number) {
      hidden = now;
    },
  };
});
