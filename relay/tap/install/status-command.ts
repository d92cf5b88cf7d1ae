/** `mcp-lifeline tap status`: which servers of which hosts are tapped, and whether what passes can be recorded. */
import { visibleText } from '#shared/plain-text';
import type { HostServer } from '#shared/relay-protocol';
import { defineCommand, EXIT, jsonLine, type CommandIo } from '../../command/index.ts';
import { defaultFolder, refusalIn } from '../../recording/index.ts';
import { behindIn, mebibytes, setAsideIn } from '../stdio/index.ts';
import { entryName, problemWords, shownState } from './entry-words.ts';
import { findFiles, shortPath } from './files.ts';
import { tappedFiles } from './tapped-files.ts';
import { LINES, type StatusRequest } from './args.ts';

export const tapStatusCommand = defineCommand(LINES.status, 'data', (selection, io) =>
  Promise.resolve(status(selection, io)),
);

const STATES: { readonly [state in HostServer['state']]: string } = {
  tapped: 'tapped',
  gone: 'tapped, but can’t start: Lifeline was moved or removed; run mcp-lifeline tap uninstall',
  direct: 'not tapped',
  http: 'HTTP',
  other: 'no command',
};

function status(selection: StatusRequest, io: CommandIo): number {
  const { files, problems } = findFiles({ ...selection, more: tappedFiles(io.env) }, io.env);
  for (const problem of problems) io.warn(problemWords(problem));
  const { servers } = selection;
  const listed = files
    .map((file) => ({
      file,
      entries: file.entries.filter(({ name }) => servers.length === 0 || servers.includes(name)),
    }))
    .filter(({ entries }) => entries.length > 0);
  const all = listed.flatMap(({ file, entries }) =>
    entries.map((entry) => ({ file, entry, state: shownState(entry) })),
  );
  if (selection.json)
    io.print(
      jsonLine(all.map(({ file, entry, state }) => ({ host: file.host, file: file.path, server: entry.path, state }))),
    );
  else {
    const width = Math.max(0, ...all.map(({ entry }) => entryName(entry).length));
    const lines = listed.flatMap(({ file, entries }) => [
      `${file.hostName}: ${shortPath(file.path, io.env)}`,
      ...entries.map((entry) => `  ${entryName(entry).padEnd(width)}  ${STATES[shownState(entry)]}`),
    ]);
    const visible = visibleText(lines.join('\n'), { layout: 'block' });
    if (lines.length > 0) io.print(`${visible}\n`);
    else io.say('No configuration with servers found. Use --config FILE to name one.');
  }
  const folder = defaultFolder(io.env);
  const refusal = refusalIn(folder);
  if (refusal !== undefined) io.warn(`Taps record nothing: ${folder} can’t be written to (${refusal}).`);
  for (const path of setAsideIn(folder))
    io.warn(`What a killed tap had passed can’t be recorded. Delete it if nobody needs it: ${path}`);
  for (const { pid, bytes } of behindIn(folder))
    io.warn(`The recording of the tap with process ID ${pid} is up to ${mebibytes(bytes)} behind what has passed.`);
  if (refusal !== undefined || all.some(({ state }) => state === 'gone')) return EXIT.bad;
  return problems.length > 0 ? EXIT.notRun : EXIT.good;
}
