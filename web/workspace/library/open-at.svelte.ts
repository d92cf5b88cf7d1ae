import { untrack } from 'svelte';
import { words } from '../../base/i18n/index.svelte.ts';
import { library } from './library.svelte.ts';
import { openContent } from '../open/open-content.ts';
import { notices } from '../../base/notices.svelte.ts';
import type { SessionView } from '../../session/session-view.svelte.ts';
import { slot } from '../../session/slot.ts';
import { workspace } from '../workspace.svelte.ts';
import type { Chosen } from './chosen.ts';

const openedFor = slot((): { blob?: Blob } => ({}));

/** Show the recording with event `s` selected. What goes wrong is said in a notice. */
export async function openAt(chosen: Chosen, s: number): Promise<void> {
  const view = await viewOf(chosen).catch(() => undefined);
  if (!view) return notices.add(words.now.library.problems.other(chosen.title), 'error');
  workspace.show(view);
  const stop = $effect.root(() => {
    // A recording of the relay's comes piece by piece.
    $effect(() => {
      void view.version;
      const here = workspace.views.includes(view);
      if (here && view.timeline.processed <= s) return;
      untrack(() => {
        if (!here) return;
        view.follow = false;
        view.select(s);
      });
      stop();
    });
  });
}

async function viewOf({ id, blob, title }: Chosen): Promise<SessionView | undefined> {
  const known =
    id === undefined ? workspace.views.find((view) => blob && openedFor(view).blob === blob) : workspace.get(id);
  if (known) return known;
  if (id !== undefined) {
    const entry = library.get(id);
    if (entry) return library.open(entry);
    const stored = await workspace.openStored(id);
    if (stored) return stored;
    await library.refresh();
    const found = library.get(id);
    return found && library.open(found);
  }
  const view = blob && (await openContent(blob, title));
  if (view && blob) openedFor(view).blob = blob;
  return view;
}
