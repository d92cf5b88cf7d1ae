/** What the page has to be found by name beside its commands: open sessions, servers, recordings. */
import { titleOf } from '#shared/library';
import type { Finder } from '../base/commands.svelte.ts';
import { words } from '../base/i18n/index.svelte.ts';
import { servers } from '../session/servers.svelte.ts';
import { titleOfView } from '../session/view-title.ts';
import { connectServer } from '../workspace/connect/saved-server.ts';
import { library } from '../workspace/library/library.svelte.ts';
import { workspace } from '../workspace/workspace.svelte.ts';

export const EVERYWHERE: Finder = {
  all: () => {
    const t = words.now.palette;
    return [
      ...workspace.views.map((view) => ({
        id: `session:${view.id}`,
        title: () => titleOfView(view),
        kind: () => t.kinds.session,
        near: false,
        run: () => workspace.show(view),
      })),
      ...servers.all.map((server) => ({
        id: `server:${server.name}`,
        title: () => t.connect(server.name),
        kind: () => t.kinds.server,
        near: false,
        run: () => void connectServer(server),
      })),
      ...library.entries.map((entry) => ({
        id: `recording:${entry.id}`,
        title: () => titleOf(entry),
        kind: () => t.kinds.recording,
        near: false,
        run: () => void library.open(entry),
      })),
    ];
  },
};
