/** The panels that tell what the server offers and what it said, as tabs of the dock. */
import { messagesFrom, NOTICES } from '#shared/lenses';
import { findingsOf } from '../session/findings.svelte.ts';
import { serverHasTasks } from '../session/task-of.ts';
import type { Messages } from '../base/i18n/all.ts';
import { exploreWords } from '../explore/words/index.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

export type ServerPanelId = 'tools' | 'resources' | 'prompts' | 'tasks' | 'server' | 'log' | 'findings';

export interface PanelTab {
  readonly id: ServerPanelId;
  readonly title: string;
  readonly count?: number | undefined;
}

/** The server's lists, then its tasks where it has them, as of what is shown. Reactive. */
export function listTabs(view: SessionView, words: Messages): PanelTab[] {
  const { lists, tasks } = view.state;
  const tab = (id: 'tools' | 'resources' | 'prompts'): PanelTab => ({
    id,
    title: words.app.docks[id],
    count: lists[id].pages > 0 ? lists[id].items.length : undefined,
  });
  // A panel that most servers have no use for stands there when this one does, or when it is open.
  const hasTasks = serverHasTasks(view.state) || tasks.size > 0 || view.panel === 'tasks';
  return [
    tab('tools'),
    tab('resources'),
    tab('prompts'),
    ...(hasTasks ? [{ id: 'tasks' as const, title: exploreWords.now.tasks.dock, count: tasks.size || undefined }] : []),
  ];
}

/** The server itself, its log, and what the session breaks. Reactive. */
export function serverTabs(view: SessionView, words: Messages): PanelTab[] {
  const messages = messagesFrom(view.asOf(NOTICES), 'debug').length;
  return [
    { id: 'server', title: exploreWords.now.server.dock },
    { id: 'log', title: exploreWords.now.log.dock, count: messages || undefined },
    { id: 'findings', title: words.app.docks.findings, count: findingsOf(view).counts.all || undefined },
  ];
}
