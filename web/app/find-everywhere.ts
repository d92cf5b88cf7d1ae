/** What the page has to be found by name beside its commands: open sessions, servers, recordings. */
import { titleOf } from '#shared/library';
import type { Command, Finder } from '../base/commands.svelte.ts';
import { words } from '../base/i18n/index.svelte.ts';
import { servers } from '../session/servers.svelte.ts';
import { titleOfView } from '../session/view-title.ts';
import { connectServer } from '../workspace/connect/saved-server.ts';
import { library } from '../workspace/library/library.svelte.ts';
import { workspace } from '../workspace/workspace.svelte.ts';

type Kind = 'session' | 'server' | 'recording';

function found(kind: Kind, id: string, title: string, run: () => unknown): Command {
  return { id: `${kind}:${id}`, title: () => title, kind: () => words.now.palette.kinds[kind], near: false, run };
}

export const EVERYWHERE: Finder = {
  all: () => {
    const { connect } = words.now.palette;
    return [
      ...workspace.views.map((view) => found('session', view.id, titleOfView(view), () => workspace.show(view))),
      ...servers.all.map((each) => found('server', each.name, connect(each.name), () => connectServer(each))),
      ...library.entries.map((entry) => found('recording', entry.id, titleOf(entry), () => library.open(entry))),
    ];
  },
};
