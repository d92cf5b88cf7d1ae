/** What a run came to: for a person in words, for a machine one JSON object, and the files that were asked for. */
import { defined } from '#shared/base';
import { verdictOf, type Comparison } from '#shared/compare';
import type { RerunResult } from '#shared/rerun';
import { jsonLine, type CommandIo } from '../command/index.ts';
import { damageSentence } from '../recording/index.ts';
import { textReport, type Reports, type Told } from '../report/index.ts';
import type { RerunRequest } from './args.ts';

export interface Reported {
  /** What is told of the two recordings, without their secrets. */
  readonly told: Told;
  readonly request: RerunRequest;
  /** Paths of the two recordings. */
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
