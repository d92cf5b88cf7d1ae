/** What the commands call things. */
import type { ConfigEntry } from '#shared/client-config';

/** A server's name, with the project it is of where a file has those of several. */
export const entryName = ({ path, name }: ConfigEntry): string =>
  path[0] === 'projects' && path.length > 2 ? `${name} (${path[1] ?? ''})` : name;
