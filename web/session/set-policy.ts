import type { Policy } from '#shared/driver';
import { withoutModelKey } from './model-key.ts';
import type { SessionView } from './session-view.svelte.ts';
import { servers } from './servers.svelte.ts';

/** Put another policy in force for a session, and keep it with its server, if that is remembered. */
export function setPolicy(view: SessionView, policy: Policy): void {
  view.source.setPolicy(policy);
  if (view.source.kind !== 'file') servers.keepPolicy(view.header.title, withoutModelKey(policy));
}
