/** The connect form, empty or with a server that was connected to before: which one a session had, and connecting to one. */
import { errorText } from '#shared/base';
import { openValues } from '#shared/client-config';
import { words } from '../../base/i18n/index.svelte.ts';
import { notices } from '../../base/notices.svelte.ts';
import type { SessionView } from '../../session/session-view.svelte.ts';
import { servers, type SavedServer } from '../../session/servers.svelte.ts';
import { serverOf } from '../attempted.svelte.ts';
import { workspace } from '../workspace.svelte.ts';
import { draft } from './draft.svelte.ts';

/** The server of a session; undefined for files and for servers that were forgotten since. */
export function savedServerOf(view: SessionView): SavedServer | undefined {
  if (view.source.kind === 'file') return undefined;
  return serverOf(view);
}

export function newConnection(): void {
  draft.clear();
  workspace.show(undefined);
}

/** Show the form with a saved server, or with what is proposed in its place. */
export function editServer(saved: SavedServer, proposed = saved): void {
  draft.edit(saved, proposed);
  workspace.show(undefined);
}

/** Connect in a new tab; a refusal becomes a notice. Where values have to be given again, the form is filled with the rest. */
export async function connectServer(server: SavedServer): Promise<void> {
  const open = openValues(server.spec).map(({ name }) => name);
  if (servers.lacksValues(server.name) || open.length > 0) {
    editServer(server);
    const { app, connect } = words.now;
    const sentence = open.length > 0 ? connect.openValues.missing(open.join(', ')) : app.valuesMissing(server.name);
    notices.add(sentence, 'error');
    return;
  }
  await workspace
    .connect(server)
    .catch((error: unknown) => notices.add(words.now.connect.failed(errorText(error)), 'error'));
}
