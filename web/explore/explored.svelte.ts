/** What a person looks at and has typed in the panels of one session; kept while another panel is open. */
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
}

class Explored {
  readonly tools = new Panel();
  readonly resources = new Panel();
  readonly prompts = new Panel();
  readonly tasks = new Panel();
  /** Least severe level shown in the log. */
  logLevel = $state('debug');
}

/** The panels of a session. */
export const exploredOf = slot(() => new Explored());
