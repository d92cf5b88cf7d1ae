/** `mcp-lifeline lint`: recordings, what they break, and an exit code for CI. */
import { defined } from '#shared/base';
import { apart } from '#shared/findings';
import { counted } from '#shared/words';
import { type CommandIo, defineCommand, ends, EXIT, jsonLine, written } from '../command/index.ts';
import { judgedText, judgeFiles, lintJson, lintJunit, writeBaseline, writeSarif } from '../findings/index.ts';
import { writeForOwner } from '../recording/index.ts';
import { LINT_HELP, readLintArgs, type LintRequest } from './args.ts';

export const lintCommand = defineCommand<LintRequest>({
  help: LINT_HELP,
  output: 'data',
  opensFiles: true,
  judges: true,
  translated: true,
  read: readLintArgs,
  carryOut: lint,
});

async function lint(request: LintRequest, io: CommandIo): Promise<number> {
  const { files, baseline, updateBaseline, json, junit, sarif, failOn, color, quiet } = request;
  // A baseline that is written anew need not be there.
  const { baseline: _, ...without } = request;
  const judged = await judgeFiles(files, updateBaseline ? without : request, io);
  if (typeof judged === 'string') return ends(io, EXIT.notRun, judged);
  const { bad, english } = judged;
  const unread = judged.unread.length > 0;
  const linted = judged.files.map((each) => each.linted);
  if (updateBaseline && baseline !== undefined && !unread) {
    const problem = written(baseline, () =>
      writeBaseline(
        baseline,
        judged.files.map(({ all }) => all),
      ),
    );
    if (problem !== undefined) return ends(io, EXIT.notRun, problem);
    const known = judged.files.reduce((sum, { all }) => sum + apart(all.findings).own.length, 0);
    if (!json && !quiet) io.warn(`Written: ${baseline}, with ${counted(known, 'finding')}.`);
    return EXIT.good;
  }
  if (json) io.print(jsonLine(lintJson(linted, english)));
  else if (!quiet) io.print(await judgedText(judged, io, color));
  const problem =
    writeSarif(sarif, judged) ??
    (junit === undefined
      ? undefined
      : written(junit, () =>
          writeForOwner(
            junit,
            lintJunit(linted, english, failOn, {
              ...defined({ acceptsDamaged: io.acceptsDamaged }),
              unread: judged.unread,
            }),
          ),
        ));
  if (problem !== undefined) return ends(io, EXIT.notRun, problem);
  return unread ? EXIT.notRun : bad ? EXIT.bad : EXIT.good;
}
