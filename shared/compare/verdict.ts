/** What a comparison comes to: each change with its weight and why it has it, the worst of them, and whether a gate lets it pass. */
import type { Comparison, DefinitionReason, FactChange, Pair } from './types.ts';

const WEIGHTS = ['informational', 'changed', 'breaking'] as const;
/** `breaking`: working clients may fail. `changed`: counts too (other answer, new tool). `informational`: only told. */
export type Weight = (typeof WEIGHTS)[number];

export const GATES = ['breaking', 'changed', 'any'] as const;
/** What makes a check fail: what is breaking alone, everything that counts, or everything that is told. */
export type Gate = (typeof GATES)[number];

/** Of what a finding is, and so which list of the comparison `at` is an index into. */
export type FindingOf =
  | 'session'
  | 'definition'
  | 'operation'
  | 'broken'
  | 'rule'
  | 'list'
  | 'latency'
  | 'notification';

export type OperationReason =
  /** It was answered with a result, and now with an error. */
  | 'fails'
  /** It was answered, and now it is not. */
  | 'unanswered'
  /** The run did not get to it. */
  | 'not-reached'
  | 'missing'
  | 'extra'
  | 'changed'
  | 'moved';
export type SessionReason = 'crashed' | 'failed' | 'capability-removed' | 'capability-added' | 'changed';
export type BrokenReason = 'noise' | 'fault' | 'no-longer' | 'more' | 'less';

interface FindingBase<Of extends FindingOf, Why extends string> {
  readonly of: Of;
  readonly weight: Weight;
  readonly why: Why;
  readonly at: number;
}
/** A change that a comparison tells of: `at` is the index of what it is about in the list of the comparison that has it. */
export type Finding =
  | FindingBase<'session', SessionReason>
  | FindingBase<'definition', DefinitionReason>
  | FindingBase<'operation', OperationReason>
  | FindingBase<'broken', BrokenReason>
  | FindingBase<'rule', 'came' | 'went'>
  | FindingBase<'list', 'order' | 'page-size'>
  | FindingBase<'latency', 'slower' | 'faster'>
  | FindingBase<'notification', 'count'>;

export type Judged = Pick<
  Comparison,
  'definitions' | 'facts' | 'broken' | 'rules' | 'lists' | 'ambient' | 'latency' | 'strict' | 'isRun'
> & { readonly pairs: readonly JudgedPair[] };
type JudgedPair = Pick<Pair, 'kind' | 'dir' | 'failing'> & { readonly verdict: string };

/** All that a comparison tells of, worst first, and of one weight what explains the others first. */
export function findingsOf(comparison: Judged): Finding[] {
  const counted = (counts: boolean): Weight => (counts || comparison.strict === true ? 'changed' : 'informational');
  const facts = comparison.facts.map((fact, at): Finding => {
    const why = factReason(fact);
    const weight = fact.counts && BREAKING.has(why) ? 'breaking' : counted(fact.counts);
    return { of: 'session', at, why, weight };
  });
  const found: Finding[] = [
    // A server that ended, or lacks a capability, is why the rest is as it is.
    ...facts.filter(({ weight }) => weight === 'breaking'),
    ...comparison.definitions.map(({ class: kind, reason }, at): Finding => {
      const weight = kind === 'breaking' ? 'breaking' : counted(kind === 'behavioural');
      return { of: 'definition', at, why: reason, weight };
    }),
    ...comparison.pairs.flatMap((pair, at): Finding[] => {
      const why = operationReason(pair, comparison.isRun === true);
      if (why === undefined) return [];
      const breaks = why === 'fails' || why === 'unanswered' || why === 'not-reached';
      return [{ of: 'operation', at, why, weight: breaks ? 'breaking' : 'changed' }];
    }),
    ...comparison.broken.map(({ what, before, after, counts }, at): Finding => {
      const why = before === 0 ? what : after === 0 ? 'no-longer' : after > before ? 'more' : 'less';
      return { of: 'broken', at, why, weight: counts ? 'breaking' : 'informational' };
    }),
    ...comparison.rules.map(({ what, weight: asked, counts }, at): Finding => {
      const weight = !counts ? 'informational' : asked === 'must' ? 'breaking' : 'changed';
      return { of: 'rule', at, why: what, weight };
    }),
    ...facts.filter(({ weight }) => weight !== 'breaking'),
    ...comparison.lists.map(({ what }, at): Finding => ({ of: 'list', at, why: what, weight: 'changed' })),
    ...comparison.latency.map(({ before, after, counts }, at): Finding => {
      const why = after > before ? 'slower' : 'faster';
      return { of: 'latency', at, why, weight: counts ? 'changed' : 'informational' };
    }),
    ...comparison.ambient.map(({ counts }, at): Finding => {
      return { of: 'notification', at, why: 'count', weight: counts ? 'changed' : 'informational' };
    }),
  ];
  const rank = ({ weight }: Finding): number => WEIGHTS.indexOf(weight);
  return found.sort((one, other) => rank(other) - rank(one));
}

export type ComparisonVerdict = ReturnType<typeof verdictOf>;

/** `worst` is `same` where there is nothing to tell. `reason`: the first of the worst findings, what to say in one line. */
export function verdictOf(comparison: Judged) {
  const findings = findingsOf(comparison);
  const counts = { informational: 0, changed: 0, breaking: 0 };
  for (const { weight } of findings) counts[weight]++;
  const [reason] = findings;
  return { worst: reason?.weight ?? ('same' as const), counts, ...(reason ? { reason } : {}) };
}

/** True when something of this weight makes the check fail. */
export function failsAt(weight: Weight | 'same', gate: Gate): boolean {
  if (weight === 'same') return false;
  const least: Weight = gate === 'any' ? 'informational' : gate;
  return WEIGHTS.indexOf(weight) >= WEIGHTS.indexOf(least);
}

function factReason({ fact, before, after }: FactChange): SessionReason {
  switch (fact) {
    case 'exit':
      return after === undefined || after === '0' ? 'changed' : 'crashed';
    case 'problem':
      return after === undefined ? 'changed' : 'failed';
    case 'capability':
      if (after === undefined || (before === 'true' && after === 'false')) return 'capability-removed';
      return before === undefined ? 'capability-added' : 'changed';
    case 'revision':
      return after === undefined ? 'failed' : 'changed';
    default:
      return 'changed';
  }
}

const BREAKING: ReadonlySet<SessionReason> = new Set(['crashed', 'failed', 'capability-removed']);
function operationReason(pair: JudgedPair, isRun: boolean): OperationReason | undefined {
  const { verdict, kind, dir, failing } = pair;
  switch (verdict) {
    case 'missing':
      // A client decides what it asks; a run asks for all that it gets to.
      return isRun && dir === 'c2s' && kind === 'request' ? 'not-reached' : 'missing';
    case 'extra':
    case 'moved':
      return verdict;
    case 'changed':
      return failing ?? 'changed';
    default:
      return undefined;
  }
}
