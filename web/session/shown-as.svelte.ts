/** How a session is shown beside its details: message by message, or one line for each operation. */
import { diagramOf } from './diagram.svelte.ts';
import { savedViewState } from './saved-view-state.svelte.ts';
import type { SessionView } from './session-view.svelte.ts';
import { slot } from './slot.ts';

export type ShownAs = 'messages' | 'operations';

class Shown {
  value: ShownAs = $state('messages');
  /** How many operations the filter hides, as their list counts them. */
  hidden = $state(0);

  constructor(view: SessionView) {
    const saved = savedViewState(view).part('shown', () => ({ value: this.value }));
    if (saved['value'] === 'operations') this.value = 'operations';
  }
}

export const shownAs = slot((view) => new Shown(view));

export function showInDiagram(view: SessionView, s: number): void {
  shownAs(view).value = 'messages';
  view.select(s);
  diagramOf(view).centre(s);
}
