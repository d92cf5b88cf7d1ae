/** Whether phases that ended well fold into their heads: not in the first session that a person opens, then unless they chose otherwise. */
import { keepState, keptState } from '../base/kept-state.ts';

const KEY = 'phases';
type Choice = 'fold' | 'open';

class FoldedPhases {
  /** Of the page that opened a person's first session. */
  #first = false;

  /** Reactive. */
  get wanted(): boolean {
    return !this.#first && keptState(KEY) === 'fold';
  }
  set wanted(fold: boolean) {
    this.#first = false;
    keepState({ [KEY]: (fold ? 'fold' : 'open') satisfies Choice });
  }

  /** A session is shown: after the first one they fold. */
  shown(): void {
    if (keptState(KEY) !== undefined) return;
    this.#first = true;
    keepState({ [KEY]: 'fold' satisfies Choice });
  }
}

export const foldedPhases = new FoldedPhases();
