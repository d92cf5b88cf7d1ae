/** Servers that are being connected to: one is remembered once it has answered, and until then known by its session. */
import { withoutAuthorizationSecrets } from './authorization-secrets.ts';
import { withoutModelKey } from '../session/model-key.ts';
import { isSameTarget, servers, type SavedServer } from '../session/servers.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { slot } from '../session/slot.ts';

class Attempt {
  server: SavedServer | undefined = $state.raw();
}

const attempt = slot(() => new Attempt());

/** Remember the server of a session as soon as it has said what it is capable of; one that never does is not remembered. */
export function rememberOnceConnected(view: SessionView, { policy, ...server }: SavedServer): void {
  const kept = attempt(view);
  kept.server = { ...server, policy };
  const look = (): void => {
    if (view.log.state.server.capabilities === undefined || kept.server === undefined) return;
    end();
    kept.server = undefined;
    const spec = withoutAuthorizationSecrets(server.spec);
    servers.remember({ ...server, spec, policy: withoutModelKey(view.source.policy ?? policy) });
  };
  const end = view.onEvents(look);
  look();
}

/** The server as given, else as remembered, best under the same title (anybody's). Undefined if unknown. Reactive. */
export function serverOf(view: SessionView): SavedServer | undefined {
  const { connection, title } = view.header;
  const same = servers.all.filter(({ spec }) => isSameTarget(spec, connection));
  return attempt(view).server ?? same.find(({ name }) => name === title) ?? same[0];
}
