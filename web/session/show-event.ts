import { diagramOf } from './diagram.svelte.ts';
import type { SessionView } from './session-view.svelte.ts';
import { shownAs } from './shown-as.svelte.ts';

export function showInDiagram(view: SessionView, s: number): void {
  shownAs(view).value = 'messages';
  view.select(s);
  diagramOf(view).centre(s);
}
