/** Recordings on disk, judged: what commands tell of them, and whether that fails them. */
import { defined } from '#shared/base';
import { RecordingJudge, reportedFindings } from '#shared/findings';
import { findingsWordsIn, type FindingsWords } from '#shared/findings/words';
import type { Recorded } from '#shared/recording';
import { ENGLISH } from '#shared/words';
import { type CommandIo, terminalOf, written } from '../command/index.ts';
import { type FileDamage, type Follow, writeForOwner } from '../recording/index.ts';
import { readEach, tellingOf, type Told, type UnreadFile } from '../report/index.ts';
import type { JudgeRequest } from './args.ts';
import { readBaseline, withoutKnown } from './baseline.ts';
import { fails } from './junit.ts';
import type { LintedFile } from './json.ts';
import { lintSarif } from './sarif.ts';
import { lintText } from './text.ts';

export interface JudgedFile {
  /** Without the findings of the baseline. */
  readonly linted: LintedFile;
  readonly known: number;
  /** Every finding, as a new baseline has them. */
  readonly all: LintedFile;
  /** Removes the secrets of the recording, unless they are wanted. */
  readonly tell: Told;
}

export interface JudgedFiles {
  readonly files: readonly JudgedFile[];
  readonly unread: readonly UnreadFile[];
  readonly bad: boolean;
  readonly english: FindingsWords;
  /** Rules were selected by name: then those that could not be judged are listed, too. */
  readonly named: boolean;
}

/** Says what could not be read; gives a sentence when the baseline can't be used. */
export async function judgeFiles(
  paths: readonly string[],
  { baseline, all, only, without, failOn, redact }: JudgeRequest & { readonly redact: boolean },
  io: CommandIo,
): Promise<JudgedFiles | string> {
  const known = baseline === undefined ? new Set<string>() : readBaseline(baseline);
  if (typeof known === 'string') return known;
  const files: JudgedFile[] = [];
  let judge: RecordingJudge | undefined;
  const follow: Follow = (recorded) => {
    const own = (judge = new RecordingJudge(recorded));
    return (event) => own.take(event);
  };
  const take = (file: string, recorded: Recorded, damage?: FileDamage): void => {
    if (!judge) return;
    const judged = { file, ...defined({ damage }), ...judge.judged({ all, without, ...(only ? { only } : {}) }) };
    // Where nothing was found, nothing of the recording is printed.
    const tell = tellingOf(judged.findings.length === 0 ? [] : [recorded], redact);
    const whole = { ...judged, findings: tell(judged.findings) };
    files.push({ all: whole, tell, ...withoutKnown(whole, known) });
  };
  const unread = await readEach(paths, io, take, follow);
  const english = await findingsWordsIn('en');
  const bad = files.some(({ linted }) => reportedFindings(linted.findings, english).some((one) => fails(one, failOn)));
  return { files, unread, bad, english, named: only !== undefined };
}

export async function judgedText(
  { files, english, named }: JudgedFiles,
  { words = ENGLISH, env }: Pick<CommandIo, 'words' | 'env'>,
  color: boolean,
): Promise<string> {
  const findings = words.common.locale === 'zh-CN' ? await findingsWordsIn('zh-CN') : english;
  const options = { words, findings, reasons: named, ...terminalOf(env, color) };
  return files.map(({ linted, known, tell }) => tell(lintText(linted, { ...options, known }))).join('\n');
}

export function writeSarif(path: string | undefined, { files, unread, english }: JudgedFiles): string | undefined {
  if (path === undefined) return undefined;
  const linted = files.map((each) => each.linted);
  return written(path, () => writeForOwner(path, lintSarif(linted, english, unread)));
}
