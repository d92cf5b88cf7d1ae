/** The hosts of this computer for a page: which of their servers are tapped, and what a person's changes make of their files. */
import { tapServers, untapServers, type ConfigEntry } from '#shared/client-config';
import type { HostFile, HostFiles, HostProblem, TapChange } from '#shared/relay-protocol';
import { shownDiff } from './diff.ts';
import { entryName, shownState } from './entry-words.ts';
import { findFiles, shortPath, type ConfigFile } from './files.ts';
import { programWords, startedNow } from './program.ts';
import { saveConfig } from './save.ts';

/** The files with their servers and the effect of the changes. With `write` they are made; then the files as they are. Never throws. */
export function changeHosts(changes: readonly TapChange[], write: boolean, env: NodeJS.ProcessEnv): HostFiles {
  const { words, fetched } = programWords(startedNow());
  const look = (some: readonly TapChange[]): { planned: readonly Planned[]; problems: readonly HostProblem[] } => {
    const { files, problems } = findFiles({ hosts: [], configs: [] }, env);
    const unread = problems.map(({ path, detail }) => ({ shown: shortPath(path, env), detail }));
    return { planned: files.map((file) => plan(file, some, words)), problems: unread };
  };
  const { planned, problems } = look(changes);
  const answer = (some: readonly Planned[]): HostFile[] => some.map((each) => asHostFile(each, env));
  if (!write) return { files: answer(planned), problems, written: [], fetched };
  const saved = new Map(
    planned.filter(({ file, text }) => text !== file.text).map(({ file, text }) => [file.path, saveConfig(file, text)]),
  );
  const after = answer(look([]).planned).map((each): HostFile => {
    const problem = saved.get(each.file)?.problem;
    const refused = planned.find(({ file }) => file.path === each.file)?.refused ?? [];
    return { ...each, refused, ...(problem === undefined ? {} : { problem }) };
  });
  const written = planned.filter(({ file }) => saved.has(file.path) && saved.get(file.path)?.problem === undefined);
  return { files: after, problems, written: [...new Set(written.map(({ file }) => file.hostName))], fetched };
}

interface Planned {
  readonly file: ConfigFile;
  readonly text: string;
  readonly refused: readonly string[];
}

function plan(file: ConfigFile, changes: readonly TapChange[], program: readonly string[]): Planned {
  const own = new Map(
    changes.filter((each) => each.file === file.path).map((each) => [JSON.stringify(each.server), each.tapped]),
  );
  const wanted = ({ path }: ConfigEntry): boolean | undefined => own.get(JSON.stringify(path));
  const put = tapServers(file, (entry) => wanted(entry) === true, program);
  const taken = untapServers({ ...file, text: put.text }, (entry) => wanted(entry) === false);
  return { file, text: taken.text, refused: [...put.refused, ...taken.refused].map(entryName) };
}

function asHostFile({ file, text, refused }: Planned, env: NodeJS.ProcessEnv): HostFile {
  return {
    host: file.hostName,
    file: file.path,
    shown: shortPath(file.path, env),
    ofProject: file.ofProject,
    servers: file.entries.map((entry) => ({ path: entry.path, label: entryName(entry), state: shownState(entry) })),
    diff: shownDiff(file, text),
    refused,
  };
}
