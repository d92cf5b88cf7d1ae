/** Words about configurations: the name and state of a server, and why a file is not used. */
import type { ConfigEntry } from '#shared/client-config';
import type { HostServer } from '#shared/relay-protocol';
import type { FileProblem } from './files.ts';
import { isGone } from './program.ts';

/** The name of a server, with its project where a file has several. */
export const entryName = ({ path, name }: ConfigEntry): string =>
  path[0] === 'projects' && path.length > 2 ? `${name} (${path[1] ?? ''})` : name;

/** The state of a server, also for a tap whose program is missing. */
export const shownState = ({ state, tap }: ConfigEntry): HostServer['state'] => (tap && isGone(tap) ? 'gone' : state);

const WHY: { readonly [why in FileProblem['why']]: (problem: FileProblem) => string } = {
  missing: () => 'can’t be read: no such file',
  'no-file': () => 'can’t be read: not a file',
  empty: () => 'has no servers',
  format: ({ format }) => `can’t be parsed as ${format.toUpperCase()}; left unchanged`,
  system: ({ detail }) => `can’t be read: ${detail}`,
};

export const problemWords = (problem: FileProblem): string => `${problem.path} ${WHY[problem.why](problem)}.`;
