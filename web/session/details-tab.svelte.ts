/** Which of the views of the selected event is asked for: it stays for the next event when that event has it too. */
import type { SessionView } from './session-view.svelte.ts';
import { slot } from './slot.ts';

export type DetailsTabId =
  | 'call'
  | 'message'
  | 'negotiated'
  | 'event'
  | 'tap'
  | 'raw'
  | 'http'
  | 'findings'
  | 'code'
  | 'state';

class DetailsTab {
  wanted: DetailsTabId = $state('call');
}

export const detailsTab = slot(() => new DetailsTab());

export function openFindings(view: SessionView, s: number): void {
  view.select(s);
  detailsTab(view).wanted = 'findings';
}
