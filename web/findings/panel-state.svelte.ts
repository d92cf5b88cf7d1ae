/** What a person set in the panel of findings, kept with the session. */
import type { Side } from '#shared/findings';
import { SvelteSet } from 'svelte/reactivity';
import { slot } from '../session/slot.ts';

class PanelState {
  level: 'all' | 'must' = $state('all');
  side: Side | 'all' = $state('all');
  text = $state('');
  /** Keys of the groups that are folded open. */
  readonly open = new SvelteSet<string>();
  /** The list of what could not be checked, or of muted rules, is open. */
  unchecked = $state(false);
  muted = $state(false);
}

export const panelOf = slot(() => new PanelState());
