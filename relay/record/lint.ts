/** `record --lint`: the recording that was just made, judged by the rules. */
import { codeWhere, type CommandIo, EXIT } from '../command/index.ts';
import { judgedText, judgeFiles, lintJson, writeSarif } from '../findings/index.ts';
import type { RecordRequest } from './args.ts';
import type { Summary } from './report.ts';

/** The summary with the broken rules and the resulting exit code, and the report as text; unchanged when no lint was requested. */
export async function linted(
  summary: Summary,
  { lint }: RecordRequest,
  io: CommandIo,
): Promise<{ readonly summary: Summary; readonly report: string }> {
  if (!lint || summary.recording === '') return { summary, report: '' };
  const judged = await judgeFiles([summary.recording], { ...lint, redact: true }, io);
  if (typeof judged === 'string') {
    io.warn(judged);
    return { summary: { ...summary, exitCode: EXIT.notRun }, report: '' };
  }
  const problem = writeSarif(lint.sarif, judged);
  if (problem !== undefined) io.warn(problem);
  const { exitCode } = summary;
  const own = problem !== undefined || judged.unread.length > 0 ? EXIT.notRun : judged.bad ? EXIT.bad : EXIT.good;
  const found = lintJson(
    judged.files.map((each) => each.linted),
    judged.english,
  );
  return {
    summary: { ...summary, lint: found, exitCode: codeWhere(exitCode === EXIT.good ? own : exitCode, io) },
    report: await judgedText(judged, io, true),
  };
}
