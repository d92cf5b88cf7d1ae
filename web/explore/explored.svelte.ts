/** What a person looks at and has typed in the panels of one session; kept while another panel is open. */
import { isObject } from '#shared/jsonrpc';
import { savedViewState } from '../session/saved-view-state.svelte.ts';
import { slot } from '../session/slot.ts';
import type { CallOptions } from './call-options.ts';

export class Panel {
  search = $state('');
  /** Key of the selected entry. */
  selected: string | undefined = $state();
  /** Operation shown, when it is not the latest. */
  shown: number | undefined = $state();
  mode: 'form' | 'json' = $state('form');
  /** Arguments by entry, as JSON text. */
  #drafts: ReadonlyMap<string, string> = $state.raw(new Map());

  #options: ReadonlyMap<string, CallOptions> = $state.raw(new Map());

  draft(key: string): string | undefined {
    return this.#drafts.get(key);
  }
  setDraft(key: string, text: string): void {
    this.#drafts = new Map([...this.#drafts, [key, text]]);
  }
  options(key: string): CallOptions | undefined {
    return this.#options.get(key);
  }
  setOptions(key: string, options: CallOptions): void {
    this.#options = new Map([...this.#options, [key, options]]);
  }
  select(key: string): void {
    if (key !== this.selected) this.shown = undefined;
    this.selected = key;
  }
  /** What is kept of it, and what of that is there again. */
  kept(): { readonly selected: string | undefined; readonly mode: string; readonly drafts: readonly unknown[] } {
    return { selected: this.selected, mode: this.mode, drafts: [...this.#drafts] };
  }
  restore(kept: unknown): void {
    if (!isObject(kept)) return;
    const { selected, mode, drafts } = kept;
    if (typeof selected === 'string') this.selected = selected;
    if (mode === 'json') this.mode = mode;
    for (const pair of Array.isArray(drafts) ? drafts : [])
      if (Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string')
        this.setDraft(pair[0], pair[1]);
  }
}

class Explored {
  readonly tools = new Panel();
  readonly resources = new Panel();
  readonly prompts = new Panel();
  readonly tasks = new Panel();
  /** Least severe level shown in the log. */
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
