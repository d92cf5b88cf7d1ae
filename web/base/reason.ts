/** Why a comparison came out as it did, in little enough to be handed to a page. */
import { verdictOf, type Comparison, type ComparisonVerdict, type Finding } from '#shared/compare';
import { findingWords, type Told } from '#shared/words';
import type { Messages } from './i18n/all.ts';

const MAX_REASON_CHARS = 600;

/** What a comparison comes to, and of the comparison only what the first of its findings is about. */
export interface Headline extends ComparisonVerdict {
  readonly told: Told;
}

export function headlineOf(comparison: Comparison): Headline {
  const verdict = verdictOf(comparison);
  return { ...verdict, told: toldOf(comparison, verdict.reason) };
}

const LISTS = {
  definition: 'definitions',
  operation: 'pairs',
  session: 'facts',
  broken: 'broken',
  rule: 'rules',
  list: 'lists',
  latency: 'latency',
  notification: 'ambient',
} as const satisfies { readonly [of in Finding['of']]: keyof Told };

/** The lists of a comparison with what a finding is about alone, as the first. */
function toldOf(comparison: Comparison, finding: Finding | undefined): Told {
  const nothing = { definitions: [], pairs: [], facts: [], broken: [], rules: [], lists: [], latency: [], ambient: [] };
  if (!finding) return nothing;
  const one = <Item>(items: readonly Item[], at: number): readonly Item[] => items.slice(at, at + 1);
  const [slower] = finding.of === 'latency' ? one(comparison.latency, finding.at) : [];
  if (slower) return { ...nothing, pairs: one(comparison.pairs, slower.pair), latency: [{ ...slower, pair: 0 }] };
  const list = LISTS[finding.of];
  return { ...nothing, [list]: one<unknown>(comparison[list], finding.at) };
}

/** The first of what counts; empty where nothing does. */
export function headlineReason({ worst, reason, told }: Headline, now: Messages): string {
  if (!reason || worst === 'same' || worst === 'informational') return '';
  return findingWords(told, { ...reason, at: 0 }, now).slice(0, MAX_REASON_CHARS);
}

/** The reason, and how many others there are that count. */
export function headlineWords(headline: Headline, now: Messages): string {
  const { worst, counts } = headline;
  const why = headlineReason(headline, now);
  if (why === '') return '';
  const isBreaking = worst === 'breaking';
  const also = now.findings.also(counts.breaking - (isBreaking ? 1 : 0), counts.changed - (isBreaking ? 0 : 1));
  return [why, also].filter((each) => each !== '').join(' · ');
}
