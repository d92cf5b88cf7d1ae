/** What installing or uninstalling would change, before anything is written. */
import { tapServers, untapServers, type ConfigEntry } from '#shared/client-config';
import { shownDiff } from './diff.ts';
import type { ConfigFile } from './files.ts';

export type Direction = 'install' | 'uninstall';

export interface PlannedFile {
  readonly file: ConfigFile;
  readonly text: string;
  readonly changed: readonly ConfigEntry[];
  readonly left: readonly { readonly entry: ConfigEntry; readonly why: LeftWhy }[];
  readonly diff: readonly string[];
}

export type LeftWhy = 'done' | 'http' | 'form' | 'unsafe';

/** The files with selected servers (all where none is named), and the change of each. Never throws. */
export function planChange(
  direction: Direction,
  files: readonly ConfigFile[],
  names: readonly string[],
  program: readonly string[],
): readonly PlannedFile[] {
  const isAsked = ({ name }: ConfigEntry): boolean => names.length === 0 || names.includes(name);
  return files.flatMap((file): PlannedFile[] => {
    const asked = file.entries.filter(isAsked);
    if (asked.length === 0) return [];
    const { text, changed, refused } =
      direction === 'install' ? tapServers(file, isAsked, program) : untapServers(file, isAsked);
    const left = asked.flatMap((entry) => {
      const why = refused.some(({ path }) => String(path) === String(entry.path))
        ? 'unsafe'
        : LEFT[direction][entry.state];
      return why === undefined ? [] : [{ entry, why }];
    });
    return [{ file, text, changed, left, diff: shownDiff(file, text) }];
  });
}

const LEFT: { readonly [direction in Direction]: { readonly [state in ConfigEntry['state']]?: LeftWhy } } = {
  install: { tapped: 'done', http: 'http', other: 'form' },
  uninstall: { direct: 'done' },
};
