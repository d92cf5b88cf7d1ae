/** What a server of a configuration is called, and how it stands. */
import type { ConfigEntry } from '#shared/client-config';
import type { HostServer } from '#shared/relay-protocol';
import { isGone } from './program.ts';

/** A server's name, with the project it is of where a file has those of several. */
export const entryName = ({ path, name }: ConfigEntry): string =>
  path[0] === 'projects' && path.length > 2 ? `${name} (${path[1] ?? ''})` : name;

/** Its state, with one of its own for a tap whose program is not there any more. */
export const shownState = ({ state, tap }: ConfigEntry): HostServer['state'] => (tap && isGone(tap) ? 'gone' : state);
