/** Reads, plans and compares recordings away from the page: long ones take their seconds. */
import { defined } from '#shared/base';
import { compareRecordings, suggestMasks, type CompareOptions, type Masks, type Pair } from '#shared/compare';
import { comparedFindings } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';
import { firstEvent, isLoss, type Recorded } from '#shared/recording';
import { planRerun, type PlanOptions } from '#shared/rerun';
import { recordedIn } from '../base/plain-bytes.ts';
import { headlineOf } from '../base/reason.ts';

let before: Recorded | undefined;

export async function read(file: Blob) {
  const { recorded, summary } = await recordedIn(file);
  before = recorded;
  return {
    /** Something in it can't be read; what comes before is there. */
    damaged: summary.damage !== undefined || firstEvent(recorded.events, isLoss) !== undefined,
    /** Secrets were replaced before it was handed on. */
    redacted: (recorded.header.redacted ?? []).length > 0,
  };
}

export const plan = (options: PlanOptions) => planRerun(loaded(), options);

export async function compare(file: Blob, options: Omit<CompareOptions, 'judge'>) {
  const judge = comparedFindings({ en: await findingsWordsIn('en'), 'zh-CN': await findingsWordsIn('zh-CN') });
  const comparison = compareRecordings(loaded(), (await recordedIn(file)).recorded, { ...options, judge });
  const { same, counts, definitions, facts } = comparison;
  return {
    same,
    counts,
    definitions: definitions.length,
    /** Facts of the session that changed and count. */
    facts: facts.filter((fact) => fact.counts).length,
    headline: headlineOf(comparison),
    /** Each operation that was run again, by the event that began it in the recording. */
    steps: new Map(comparison.pairs.flatMap(comparedStep)),
  };
}

/** What two runs differ in. */
export async function calibrate(first: Blob, second: Blob, masks: Masks) {
  const [one, other] = await Promise.all([recordedIn(first), recordedIn(second)]);
  return suggestMasks(one.recorded, other.recorded, masks);
}

export type Read = Awaited<ReturnType<typeof read>>;
export type Verdict = Awaited<ReturnType<typeof compare>>;
/** An operation before and after: how alike, and how many milliseconds each took. */
export type ComparedStep = ReturnType<typeof comparedStep>[number][1];

const comparedStep = ({ verdict, before: one, after: other }: Pair) =>
  one ? [[one.s, { verdict, ...defined({ before: one.ms, after: other?.ms }) }] as const] : [];

function loaded(): Recorded {
  if (!before) throw new Error('nothing was read');
  return before;
}
