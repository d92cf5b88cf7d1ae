/** Roots as the session gives them, and telling the server that they changed (client/roots#root-list-changes). */
import type { Policy, Root } from '#shared/driver';
import { hasCapability } from '#shared/session';
import { setPolicy } from '../session/set-policy.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

/** True when this client promised to tell: only in the handshake era, and only where it declared so. */
export function announcesRoots(view: SessionView): boolean {
  const { client, era, initialized } = view.state;
  return initialized && era?.era !== 'per-request' && hasCapability(client, 'roots.listChanged');
}

/** Put other roots in force; the server hears of it where that was promised. */
export function setRoots(view: SessionView, policy: Policy, roots: readonly Root[]): void {
  setPolicy(view, { ...policy, roots });
  if (view.source.live && announcesRoots(view))
    view.source.send('{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}');
}
