/** `mcp-lifeline lint`: recordings, what they break, and an exit code for CI. */
import { judgeRecording } from '#shared/findings';
import { findingsWordsIn, type FindingsWords } from '#shared/findings/words';
import { ENGLISH } from '#shared/words';
import { type CommandIo, defineCommand, ends, EXIT, jsonLine, written } from '../command/index.ts';
import { loadRecording, shortOf, writeForOwner } from '../recording/index.ts';
import { tellingOf, type Told } from '../report/index.ts';
import { LINT_HELP, readLintArgs, type LintRequest } from './args.ts';
import { readBaseline, withoutKnown, writeBaseline } from './baseline.ts';
import { lintJson } from './json.ts';
import { fails, lintJunit } from './junit.ts';
import { toldOf, type LintedFile } from './linted.ts';
import { lintSarif } from './sarif.ts';
import { lintText, type TextOptions } from './text.ts';

const USUAL_WIDTH = 100;

export const lintCommand = defineCommand<LintRequest>({
  usage: 'lint [options] FILE…',
  summary: 'judge recordings by the rules of the specification',
  help: LINT_HELP,
  output: 'data',
  opensFiles: true,
  translated: true,
  read: readLintArgs,
  carryOut: lint,
});

async function lint(request: LintRequest, io: CommandIo): Promise<number> {
  const { baseline, updateBaseline, failOn } = request;
  const { judged, unread } = await judge(request, io);
  if (baseline !== undefined && updateBaseline && !unread) {
    const problem = written(baseline, () =>
      writeBaseline(
        baseline,
        judged.map(({ linted }) => linted),
      ),
    );
    return problem === undefined ? EXIT.good : ends(io, EXIT.notRun, problem);
  }
  const known = baseline === undefined ? new Set<string>() : readBaseline(baseline);
  if (typeof known === 'string') return ends(io, EXIT.notRun, known);
  const left = judged.map(({ linted, tell }) => ({ tell, ...withoutKnown(linted, known) }));
  const english = await findingsWordsIn('en');
  const spoken = io.words?.common.locale === 'zh-CN' ? await findingsWordsIn('zh-CN') : english;
  const files = left.map(({ linted }) => linted);
  if (request.json) io.print(jsonLine(lintJson(files, english)));
  else
    for (const each of left)
      io.print(each.tell(lintText(each.linted, { ...textOptions(request, io), findings: spoken, known: each.known })));
  const problem = reports(request, files, english);
  if (problem !== undefined) return ends(io, EXIT.notRun, problem);
  if (unread) return EXIT.notRun;
  const bad = files.some((each) => toldOf(each, english).some((one) => fails(one, failOn)));
  return bad ? EXIT.bad : EXIT.good;
}

interface JudgedFile {
  readonly linted: LintedFile;
  /** Without the secrets of the recording, unless they are wanted. */
  readonly tell: Told;
}

async function judge(
  { files, all, only, without, redact }: LintRequest,
  io: CommandIo,
): Promise<{ readonly judged: readonly JudgedFile[]; readonly unread: boolean }> {
  const judged: JudgedFile[] = [];
  let unread = false;
  for (const file of files) {
    const loaded = await loadRecording(file, io);
    if (!loaded.ok) {
      io.warn(loaded.sentence);
      unread = true;
      continue;
    }
    const short = shortOf(file, loaded);
    if (short !== undefined) io.say(`${short}; what comes before is judged.`);
    const linted = { file, ...judgeRecording(loaded.recorded, { all, without, ...(only ? { only } : {}) }) };
    const tell = tellingOf([loaded.recorded], redact);
    judged.push({
      linted: linted.findings.length === 0 ? linted : { ...linted, findings: tell(linted.findings) },
      tell,
    });
  }
  return { judged, unread };
}

function textOptions(
  { color }: LintRequest,
  { words = ENGLISH, env }: CommandIo,
): Omit<TextOptions, 'findings' | 'known'> {
  const columns = process.stdout.isTTY ? process.stdout.columns : USUAL_WIDTH;
  return { words, columns, color: color && process.stdout.isTTY && (env['NO_COLOR'] ?? '') === '' };
}

/** Write the reports that were asked for. Gives a sentence about one that can't be written. */
function reports(
  { sarif, junit, failOn }: LintRequest,
  files: readonly LintedFile[],
  words: FindingsWords,
): string | undefined {
  return (
    (sarif === undefined ? undefined : written(sarif, () => writeForOwner(sarif, lintSarif(files, words)))) ??
    (junit === undefined ? undefined : written(junit, () => writeForOwner(junit, lintJunit(files, words, failOn))))
  );
}
