/** A session of this page as one side of a comparison. */
import type { Chosen } from '../workspace/library/chosen.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { workspace } from '../workspace/workspace.svelte.ts';

/** By its id while it is open, or kept; an opened file leaves the browser with its tab, and goes along as it is. */
export async function chosenOf(view: SessionView): Promise<Chosen> {
  const { id, source, header } = view;
  if (workspace.views.includes(view) || source.kind !== 'file') return { id, title: header.title };
  return { blob: await source.recording(), title: header.title };
}
