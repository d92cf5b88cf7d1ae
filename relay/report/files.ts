/** The report files of a command: written when it has ended, however it ended, so that no report of an earlier run stays there. */
import { appendFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defined, errorText } from '#shared/base';
import type { Comparison } from '#shared/compare';
import { codeWhere, EXIT, whereRead, type CommandIo } from '../command/index.ts';
import { damageSentence, writeForOwner } from '../recording/index.ts';
import type { Cause } from './cause.ts';
import { htmlProblem, htmlReport } from './html.ts';
import { junitReport, type Outcome } from './junit.ts';
import { markdownReport, MAX_SUMMARY_BYTES } from './markdown.ts';
import { tellingOf } from './told.ts';
import type { ReportContext } from './words.ts';

/** As typed. */
export interface ReportPaths {
  readonly junit?: string;
  readonly html?: string;
  /** `-` is standard output, in place of the text. */
  readonly markdown: readonly string[];
  /** Placeholders replace secrets in the reports. */
  readonly redact: boolean;
}

export interface Reports {
  compared(comparison: Comparison, context: ReportContext): void;
  /** It could not be run, because the session failed for this reason, without secrets. */
  failed(cause: Cause | undefined): void;
}

const MAX_SENTENCE_COUNT = 20;

/**
 * Carry out a command and write its reports. What it warned of is what they say where it could not be carried out. `context` is
 * what reports without a comparison are headed with. Gives its exit code, or that of a report that can't be written.
 */
export async function reporting(
  paths: ReportPaths,
  context: ReportContext,
  io: CommandIo,
  carryOut: (io: CommandIo, reports: Reports) => Promise<number>,
): Promise<number> {
  const { junit, html, markdown, redact } = paths;
  if ((junit ?? html ?? markdown[0]) === undefined)
    return carryOut(io, { compared: () => undefined, failed: () => undefined });
  const sentences: string[] = [];
  let compared: { readonly comparison: Comparison; readonly context: ReportContext } | undefined;
  let cause: Cause | undefined;
  const warn = (line: string): void => {
    sentences.push(line);
    io.warn(line);
  };
  const quiet = markdown.includes('-') ? { print: () => undefined } : {};
  const ended = await whereRead({ warn }, () =>
    carryOut(
      { ...io, warn, ...quiet },
      {
        compared: (comparison, of) => void (compared = { comparison, context: of }),
        failed: (why) => void (cause = why),
      },
    ),
  );
  const code = codeWhere(ended, io);
  // Neither compared nor failed: a plan was shown, or masks were offered.
  if (!compared && (code === EXIT.good || code === EXIT.bad)) return code;
  const told = tellingOf([], redact);
  const problem = told(sentences.slice(-MAX_SENTENCE_COUNT).join('\n')) || 'It could not be run.';
  const outcome: Outcome = {
    ...(compared ? { comparison: compared.comparison } : {}),
    ...(code === EXIT.good || code === EXIT.bad ? {} : { problem, ...defined({ cause }) }),
  };
  const damaged = io.damaged?.map(damageSentence) ?? [];
  const of = { ...defined({ words: io.words }), damaged, ...(compared?.context ?? context) };
  try {
    if (junit !== undefined) writeForOwner(junit, junitReport(outcome, of));
    if (html !== undefined)
      writeForOwner(html, compared ? htmlReport(compared.comparison, of) : htmlProblem(problem, of));
    for (const path of markdown)
      if (path === '-') io.print(markdownReport(outcome, of));
      else writeMarkdown(path, outcome, of, io);
  } catch (error) {
    io.warn(`The report can’t be written: ${errorText(error)}.`);
    return code === EXIT.notWhole ? code : EXIT.notRun;
  }
  return code;
}

/** Steps of a job append to its summary, of which nothing is shown beyond the limit; any other file is replaced. */
function writeMarkdown(path: string, outcome: Outcome, context: ReportContext, { env, warn }: CommandIo): void {
  const summary = env['GITHUB_STEP_SUMMARY'];
  if (summary === undefined || summary === '' || resolve(summary) !== resolve(path))
    return writeForOwner(path, markdownReport(outcome, context));
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const text = markdownReport(outcome, context, MAX_SUMMARY_BYTES - size - 2);
  if (text === '') warn('The job summary is full; nothing was added.');
  // A blank line ends what precedes.
  else appendFileSync(path, size > 0 ? `\n\n${text}` : text);
}
