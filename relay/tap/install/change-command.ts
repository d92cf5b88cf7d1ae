/** `mcp-lifeline tap install` and `tap uninstall`: show what would change in the configurations of hosts, ask, and write. */
import { defined } from '#shared/base';
import { type CliCommand, type CommandIo, defineCommand, ends, EXIT, jsonLine } from '../../command/index.ts';
import { entryName, problemWords } from './entry-words.ts';
import { findFiles, shortPath } from './files.ts';
import { planChange, type Direction, type LeftWhy, type PlannedFile } from './plan.ts';
import { programWords, startedNow } from './program.ts';
import { saveConfig, type Saved } from './save.ts';
import { keepTapped, tappedFiles } from './tapped-files.ts';
import { type ChangeRequest, LINES } from './args.ts';
import { createInterface } from 'node:readline/promises';

const commandOf = (direction: Direction): CliCommand =>
  defineCommand(LINES[direction], 'report', (selection, io) => change(direction, selection, io));

export const tapInstallCommand = commandOf('install');
export const tapUninstallCommand = commandOf('uninstall');

async function change(direction: Direction, selection: ChangeRequest, io: CommandIo): Promise<number> {
  const more = direction === 'uninstall' ? tappedFiles(io.env) : [];
  const { files, problems } = findFiles({ ...selection, more }, io.env);
  for (const problem of problems) io.warn(problemWords(problem));
  const program = programWords(startedNow());
  const planned = planChange(direction, files, selection.servers, program.words);
  const isNamed = selection.servers.length + selection.configs.length > 0;
  if (planned.length === 0 && (direction === 'install' || isNamed))
    return ends(io, EXIT.notRun, nothingFound(selection));
  if (!selection.json) for (const each of planned) for (const line of planLines(each, direction, io.env)) io.say(line);
  const toWrite = planned.filter(({ changed }) => changed.length > 0);
  const good = planned.some(({ left }) => left.some(({ why }) => why === 'unsafe')) ? EXIT.bad : EXIT.good;
  if (toWrite.length === 0) {
    io.say(direction === 'install' ? 'Nothing to install.' : 'Nothing to uninstall.');
    if (selection.json) io.print(jsonLine(asJson(planned, new Map())));
    return good;
  }
  if (direction === 'install' && program.fetched) io.say(FETCHED);
  if (direction === 'install' && io.env['LIFELINE_HOME']) io.say(ELSEWHERE);
  const consent = selection.yes || (!selection.json && (await askPerson(question(toWrite), io.signal)));
  const results = new Map(toWrite.map((each) => [each, consent ? saveConfig(each.file, each.text) : {}]));
  if (selection.json) io.print(jsonLine(asJson(planned, results)));
  if (!consent)
    return ends(
      io,
      EXIT.notRun,
      consent === undefined ? 'Nothing was written. Use --yes to write without asking.' : 'Nothing was written.',
    );
  for (const [{ file }, { problem, backup }] of results) {
    const path = shortPath(file.path, io.env);
    if (problem === undefined && direction === 'install' && file.host === 'file') keepTapped(file.path, io.env);
    if (problem !== undefined) io.warn(`${path} can’t be written: ${problem}.`);
    else
      io.say(
        `Written: ${path}${backup === undefined ? '' : `; a copy from before the first tap is ${shortPath(backup, io.env)}`}`,
      );
  }
  const written = [...results]
    .filter(([, { problem }]) => problem === undefined)
    .map(([{ file }]) => (file.host === 'file' ? `the host that reads ${file.hostName}` : file.hostName));
  if (written.length > 0) io.say(`Restart ${[...new Set(written)].join(', ')} for the changes to take effect.`);
  return written.length < results.size ? EXIT.notRun : good;
}

const FETCHED =
  'Lifeline runs from the npx cache, so a tapped server takes about a second longer to start. To avoid this, run npm install --global mcp-lifeline first.';

const ELSEWHERE = 'LIFELINE_HOME is set here. A host started without it keeps its recordings in the default folder.';
const OF_PROJECT =
  'This file is in the working directory. Do not commit it while a server is tapped: it contains paths of this computer.';

const question = (files: readonly PlannedFile[]): string =>
  `Write ${files.length === 1 ? 'this file' : `these ${files.length} files`}?`;

function nothingFound({ servers, hosts, configs }: ChangeRequest): string {
  const where = hosts.length > 0 ? ` of ${hosts.join(', ')}` : configs.length > 0 ? ` in ${configs.join(', ')}` : '';
  return servers.length > 0
    ? `No server “${servers.join('”, “')}” found${where}.`
    : `No configuration with servers found${where}. Use --config FILE to name one.`;
}

const WHY: { readonly [why in LeftWhy]: (direction: Direction) => string } = {
  done: (direction) => (direction === 'install' ? 'already tapped' : 'not tapped'),
  http: () => 'HTTP; use mcp-lifeline tap --listen',
  form: () => 'no command that can be tapped',
  unsafe: (direction) =>
    direction === 'install'
      ? 'can’t be edited safely; left unchanged'
      : 'edited since; the tap can’t be removed safely',
};

function planLines(
  { file, changed, left, diff }: PlannedFile,
  direction: Direction,
  env: NodeJS.ProcessEnv,
): readonly string[] {
  // Servers that were not named and need no change are not listed.
  const told = left.filter(({ why }) => direction === 'install' || why !== 'done');
  if (changed.length === 0 && told.length === 0) return [];
  return [
    `${file.hostName}: ${shortPath(file.path, env)}`,
    ...diff.map((line) => `  ${line}`),
    ...(file.ofProject && direction === 'install' && changed.length > 0 ? [`  ${OF_PROJECT}`] : []),
    ...told.map(({ entry, why }) => `  ${entryName(entry)}: ${WHY[why](direction)}`),
    '',
  ];
}

function asJson(planned: readonly PlannedFile[], results: ReadonlyMap<PlannedFile, Saved>): object {
  return {
    files: planned.map((each) => {
      const { file, changed, left, diff } = each;
      const { backup, problem } = results.get(each) ?? {};
      return {
        host: file.host,
        file: file.path,
        changed: changed.map(({ path }) => path),
        left: left.map(({ entry, why }) => ({ server: entry.path, why })),
        diff,
        written: results.has(each) && problem === undefined,
        ...defined({ backup, problem }),
      };
    }),
  };
}

/** Undefined where nobody can be asked, or the command is to end. Never rejects. */
async function askPerson(question: string, signal: AbortSignal): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `, { signal })).trim());
  } catch {
    return undefined;
  } finally {
    lines.close();
  }
}
