/** What a server of a configuration is called, and how it stands. */
import type { ConfigEntry } from '#shared/client-config';
import type { HostServer } from '#shared/relay-protocol';
import { isGone } from './program.ts';

/** The name of a server, with its project where a file has several. */
export const entryName = ({ path, name }: ConfigEntry): string =>
  path[0] === 'projects' && path.length > 2 ? `${name} (${path[1] ?? ''})` : name;

/** The state of a server, also for a tap whose program is missing. */
export const shownState = ({ state, tap }: ConfigEntry): HostServer['state'] => (tap && isGone(tap) ? 'gone' : state);
