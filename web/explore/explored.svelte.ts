/** What a person looks at and has typed in the panels of one session; kept while another panel is open. */
import { SvelteMap } from 'svelte/reactivity';
import { isObject } from '#shared/jsonrpc';
import { savedViewState } from '../session/saved-view-state.svelte.ts';
import { slot } from '../session/slot.ts';
import type { CallOptions } from './call-options.ts';

export class Panel {
  search = $state('');
  selected: string | undefined = $state();
  /** Operation shown, when it is not the latest. */
  shown: number | undefined = $state();
  mode: 'form' | 'json' = $state('form');
  /** Arguments by the key of their entry, as JSON text. */
  readonly drafts = new SvelteMap<string, string>();
  readonly options = new SvelteMap<string, CallOptions>();

  select(key: string): void {
    if (key !== this.selected) this.shown = undefined;
    this.selected = key;
  }
  kept(): { readonly selected: string | undefined; readonly mode: string; readonly drafts: readonly unknown[] } {
    return { selected: this.selected, mode: this.mode, drafts: [...this.drafts] };
  }
  restore(kept: unknown): void {
    if (!isObject(kept)) return;
    const { selected, mode, drafts } = kept;
    if (typeof selected === 'string') this.selected = selected;
    if (mode === 'json') this.mode = mode;
    for (const pair of Array.isArray(drafts) ? drafts : [])
      if (Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string')
        this.drafts.set(pair[0], pair[1]);
  }
}

class Explored {
  readonly tools = new Panel();
  readonly resources = new Panel();
  readonly prompts = new Panel();
  readonly tasks = new Panel();
  logLevel = $state('debug');
}

const KEPT = ['tools', 'resources', 'prompts'] as const;

export const exploredOf = slot((view) => {
  const explored = new Explored();
  const before = savedViewState(view).part('explored', () =>
    Object.fromEntries(KEPT.map((panel) => [panel, explored[panel].kept()])),
  );
  for (const panel of KEPT) explored[panel].restore(before[panel]);
  return explored;
});
