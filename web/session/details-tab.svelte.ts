/** Which of the views of the selected event is asked for: it stays for the next event when that event has it too. */
import type { SessionView } from './session-view.svelte.ts';
import { slot } from './slot.ts';

export type DetailsTabId =
  | 'message'
  | 'negotiated'
  | 'event'
  | 'tap'
  | 'raw'
  | 'http'
  | 'operation'
  | 'findings'
  | 'code'
  | 'state';

export const detailsTab = slot(() => {
  let wanted: DetailsTabId = $state('message');
  return {
    get wanted(): DetailsTabId {
      return wanted;
    },
    set wanted(tab: DetailsTabId) {
      wanted = tab;
    },
  };
});

/** Select event `s` and show what it breaks. */
export function openFindings(view: SessionView, s: number): void {
  view.select(s);
  detailsTab(view).wanted = 'findings';
}
