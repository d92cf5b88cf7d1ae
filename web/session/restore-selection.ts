/** Where a person stood in a session: what they had selected, filtered and opened, there again after a reload. */
import { textMember } from '#shared/jsonrpc';
import { savedViewState } from './saved-view-state.svelte.ts';
import type { SessionView } from './session-view.svelte.ts';
import { slot } from './slot.ts';

const awaited = slot((view) => {
  const before = savedViewState(view).part('view', () => ({
    selected: view.selected,
    filter: view.filterText,
    routine: view.routine,
    panel: view.panel,
    composing: view.composing,
    draft: view.draft,
    follow: view.follow,
  }));
  const panel = textMember(before, 'panel');
  const draft = textMember(before, 'draft');
  if (panel !== undefined) view.panel = panel;
  view.composing = before['composing'] === true;
  if (draft !== undefined) view.draft = draft;
  if (before['filter'] || before['routine'] === true)
    view.setFilter(textMember(before, 'filter') ?? '', before['routine'] === true);
  const { selected } = before;
  return {
    event: typeof selected === 'number' && selected >= 0 && view.selected < 0 ? selected : undefined,
    follow: before['follow'] !== false,
  };
});

/** Take up what was kept of a session; call again while its events come in, until the selected one is there. */
export function restoreSelection(view: SessionView): void {
  const wanted = awaited(view);
  if (wanted.event === undefined || view.timeline.processed <= wanted.event) return;
  const s = wanted.event;
  wanted.event = undefined;
  // What was selected since goes before.
  if (view.selected >= 0) return;
  if (!wanted.follow) view.follow = false;
  view.select(s);
}
