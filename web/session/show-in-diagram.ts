import { diagramOf } from './diagram.svelte.ts';
import type { SessionView } from './session-view.svelte.ts';

/** Select an event, and bring its row to the middle of the diagram. */
export function showInDiagram(view: SessionView, s: number): void {
  view.select(s);
  diagramOf(view).centre(s);
}
