/** `mcp-lifeline lint`: checks recordings against the rules of the specification, with an exit code for CI. */
import { defined } from '#shared/base';
import { apart } from '#shared/findings';
import { counted } from '#shared/words';
import {
  ACCEPT_DAMAGED,
  commandLine,
  defineCommand,
  ends,
  EXIT,
  jsonLine,
  NO_COLOR,
  NO_REDACT,
  SERVER_OF,
  written,
  type AskedOf,
  type CommandIo,
} from '../command/index.ts';
import {
  JUDGE,
  judgedText,
  judgeFiles,
  lintJson,
  lintJunit,
  readJudge,
  writeBaseline,
  writeSarif,
} from '../findings/index.ts';
import { writeForOwner } from '../recording/index.ts';

const LINE = commandLine({
  name: 'lint',
  about: `Checks recordings against the rules of the specification, for the protocol version in force. Prints every broken rule with the
message that broke it, why it matters, and how to fix it.`,
  options: {
    ...JUDGE,
    ...ACCEPT_DAMAGED,
    'update-baseline': 'with --baseline: write the current findings to the file',
    json: `print one JSON object: of each file its findings, and how many rules were checked, how many of them have
      a finding of any level (broken), and which could not be checked (unchecked)`,
    'junit FILE': 'write a JUnit report with a test case for each rule',
    ...NO_REDACT,
    ...NO_COLOR,
    'lang LANGUAGE': 'language of the report: en (default) or zh-CN; JSON, SARIF and JUnit are always English',
    quiet: 'print nothing; see the exit code',
    ...SERVER_OF,
  },
  after: `mcp-lifeline explain RULE explains a rule: why it matters, how to fix it, and an example.

Exit codes: 0 no finding of the --fail-on level or above; 1 at least one; 2 wrong usage; 3 a file could not be read or written, or
a recording is damaged or ends early.
`,
  read({ values, positionals: files }) {
    if (files.length === 0) return 'Name a file';
    const judge = readJudge(values);
    if (typeof judge === 'string') return judge;
    if (values.updateBaseline && judge.baseline === undefined) return '--update-baseline needs --baseline';
    return { ...judge, files, redact: !values.noRedact };
  },
});

type LintRequest = AskedOf<typeof LINE>;

export const lintCommand = defineCommand(LINE, 'data', lint);

async function lint(request: LintRequest, io: CommandIo): Promise<number> {
  const { files, baseline, updateBaseline, json, junit, sarif, failOn, noColor, quiet } = request;
  // With --update-baseline, the file is not read: it need not exist, and its findings are not left out.
  const { baseline: _, ...withoutBaseline } = request;
  const judged = await judgeFiles(files, updateBaseline ? withoutBaseline : request, io);
  if (typeof judged === 'string') return ends(io, EXIT.notRun, judged);
  const { bad, english } = judged;
  const hasUnread = judged.unread.length > 0;
  const linted = judged.files.map((each) => each.linted);
  if (updateBaseline && baseline !== undefined && !hasUnread) {
    const problem = written(baseline, () =>
      writeBaseline(
        baseline,
        judged.files.map(({ all }) => all),
      ),
    );
    if (problem !== undefined) return ends(io, EXIT.notRun, problem);
    // Findings that follow from another are in the file, but are not counted.
    const count = judged.files.reduce((sum, { all }) => sum + apart(all.findings).own.length, 0);
    if (!json && !quiet) io.warn(`Written: ${baseline}, with ${counted(count, 'finding')}.`);
    return EXIT.good;
  }
  if (json) io.print(jsonLine(lintJson(linted, english)));
  else if (!quiet) io.print(await judgedText(judged, io, !noColor));
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
  return hasUnread ? EXIT.notRun : bad ? EXIT.bad : EXIT.good;
}
