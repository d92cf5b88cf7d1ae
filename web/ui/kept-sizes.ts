/** Where the sizes of panes are kept, as paneforge asks for them: texts by names. */
import { untrack } from 'svelte';
import { keepState, keptState } from '../base/kept-state.ts';

const SIZES = 'sizes ';

export const keptSizes = {
  // It asks once, when the panes are made.
  getItem(name: string): string | null {
    const text = untrack(() => keptState(SIZES + name));
    return typeof text === 'string' ? text : null;
  },
  setItem(name: string, text: string): void {
    if (text !== keptSizes.getItem(name)) keepState({ [SIZES + name]: text });
  },
};
