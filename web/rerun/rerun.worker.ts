/** Reads, plans and compares recordings away from the page: long ones take their seconds. */
import { defined } from '#shared/base';
import { compareRecordings, suggestMasks, type CompareOptions, type Masks, type Pair } from '#shared/compare';
import { comparedFindings } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';
import { isLoss, type Recorded } from '#shared/recording';
import { planRerun, type PlanOptions } from '#shared/rerun';
import { recordedIn } from '../base/plain-bytes.ts';
import { headlineOf } from '../base/reason.ts';
import { answerRequests } from '../base/answer-requests.ts';
import type { ComparedStep, Read, Verdict } from './rerun-messages.ts';

let before: Recorded | undefined;

const calls = {
  /** Take in the recording that everything else is about. */
  async read(file: Blob): Promise<Read> {
    const { recorded, summary } = await recordedIn(file);
    before = recorded;
    return {
      damaged: summary.damage !== undefined || recorded.events.some(isLoss),
      redacted: (recorded.header.redacted ?? []).length > 0,
    };
  },
  plan: (options: PlanOptions) => planRerun(loaded(), options),
  /** Compare it with a new recording. */
  async compare(file: Blob, options: Omit<CompareOptions, 'judge'>): Promise<Verdict> {
    const judge = comparedFindings({ en: await findingsWordsIn('en'), 'zh-CN': await findingsWordsIn('zh-CN') });
    const comparison = compareRecordings(loaded(), (await recordedIn(file)).recorded, { ...options, judge });
    const { same, counts, definitions, facts } = comparison;
    return {
      same,
      counts,
      definitions: definitions.length,
      facts: facts.filter((fact) => fact.counts).length,
      headline: headlineOf(comparison),
      steps: new Map(comparison.pairs.flatMap(comparedStep)),
    };
  },
  /** What two runs differ in. */
  async calibrate(first: Blob, second: Blob, masks: Masks) {
    const [one, other] = await Promise.all([recordedIn(first), recordedIn(second)]);
    return suggestMasks(one.recorded, other.recorded, masks);
  },
};
export type RerunCalls = typeof calls;
answerRequests(calls);

function comparedStep({ verdict, before: one, after: other }: Pair): readonly (readonly [number, ComparedStep])[] {
  return one ? [[one.s, { verdict, ...defined({ before: one.ms, after: other?.ms }) }]] : [];
}

function loaded(): Recorded {
  if (!before) throw new Error('nothing was read');
  return before;
}
