/** What a run came to: for a person in words, for a machine one JSON object, and the files that were asked for. */
import { defined } from '#shared/base';
import { type Comparison, verdictOf } from '#shared/compare';
import type { RerunResult } from '#shared/rerun';
import { type CommandIo, jsonLine } from '../command/index.ts';
import { damageSentence } from '../recording/index.ts';
import { type Reports, shellWord, textReport, type Told } from '../report/index.ts';
import type { Words } from '#shared/words';
import type { RerunRequest } from './args.ts';

export interface Reported {
  /** What is told of the two recordings, without their secrets. */
  readonly told: Told;
  readonly request: RerunRequest;
  readonly before: string;
  readonly after: string;
  /** The file of masks that applies; absent when the built-in ones alone do. */
  readonly masks?: string;
  readonly result: RerunResult;
  /** Lines for a person before the verdict, and what to type next. */
  readonly more: readonly string[];
  readonly next: readonly string[];
  readonly reports: Reports;
}

/** Print the comparison, and hand it to the reports. */
export function report(
  compared: Comparison,
  { told, request, before, after, masks, result, more, next, reports }: Reported,
  { print, words, damaged }: CommandIo,
): void {
  const comparison = told(compared);
  const { strict, failOn, verbose, quiet, showMasked: masked } = request;
  const context = { before, after, strict, failOn, ...defined({ words }), damaged: damaged?.map(damageSentence) };
  if (request.json) {
    const { steps, replaced, answered, complete } = result;
    const declined = steps.filter(({ became }) => became === 'declined').length;
    const run = told({
      complete,
      declined,
      steps: steps.map(({ step, ...rest }) => ({ s: step.s, ...rest })),
      replaced,
      answered,
    });
    const verdict = verdictOf(comparison);
    print(jsonLine({ before, after, ...(masks === undefined ? {} : { masks }), run, comparison, verdict, damaged }));
  } else print(textReport(comparison, context, { masked, verbose, quiet, more: told(more), next: told(next) }));
  reports.compared(comparison, context);
}

/** Where to find masks; undefined if none could cover a difference. One run alone can't tell noise from a change. */
export function calibrateHint(
  { pairs }: Pick<Comparison, 'pairs'>,
  { calibrate }: Pick<Words['comparison'], 'calibrate'>,
): string | undefined {
  if (!pairs.some(({ verdict }) => verdict === 'changed')) return undefined;
  return calibrate;
}

/** Advice for answers that come and go: the second run met data the first left. Baseline and first did not. */
export function keptDataHint(baseline: string, first: string): string {
  const command = ['npx', 'mcp-lifeline', 'compare', '--calibrate', '--write-masks', baseline, first];
  return [
    'If the server keeps data, the second run found what the first one had left. If the first run started with the same data as',
    `the recording, compare those two instead: ${command.map(shellWord).join(' ')}`,
  ].join('\n');
}
