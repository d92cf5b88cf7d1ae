/** The sessions that run, open in this page or not: their list, their end, and what is said when a tab is closed. */
import { errorText } from '#shared/base';
import { titleOf } from '#shared/library';
import { words } from '../base/i18n/index.svelte.ts';
import { notices } from '../base/notices.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { titleOfView } from '../session/view-title.ts';
import { workspace } from './workspace.svelte.ts';

type Running = ReturnType<typeof runningSessions>[number];

/** Sessions that the relay hosts and those of this page, the newest first. Reactive. */
export function runningSessions() {
  const { link, views } = workspace;
  const hosted = link.status === 'open' ? link.sessions.filter(({ live, elsewhere }) => live && !elsewhere) : [];
  const direct = views.filter(({ source }) => source.kind === 'direct' && source.live);
  return [...hosted, ...direct]
    .map(({ id, header }) => {
      const view = workspace.get(id);
      return { id, header, title: view ? titleOfView(view) : titleOf({ header }) };
    })
    .sort((a, b) => b.header.startedAt.localeCompare(a.header.startedAt));
}

export function showRunning({ id, header }: Running): void {
  workspace.openRecording(id, header).catch((error: unknown) => notices.add(errorText(error), 'error'));
}

/** Close a tab. Where its session goes on all the same, a notice says so and can end it. */
export function closeTab(view: SessionView): void {
  const t = words.now.app.running;
  const title = titleOfView(view);
  const goesOn = view.source.kind === 'relay' && view.source.live;
  workspace.close(view);
  if (goesOn) notices.add(t.goesOn(title), 'plain', { title: t.stopIt, run: () => workspace.stop(view.id) });
}
