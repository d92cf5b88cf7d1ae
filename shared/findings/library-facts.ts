/** What a library says of the findings of a recording, without opening it. */
import type { FindingFacts, FindingsJudge } from '#shared/library';
import { RULES } from './rules/index.ts';
import { findingsFold } from './fold.ts';
import { bySeverity, severityOf, weightOf, type Severity } from './rule.ts';
import type { FindingsState } from './findings-state.ts';
import { timesOf } from './tally.ts';

const MAX_RULE_COUNT = 30;

/** Judges a recording by what must and should be, without advice; what is broken is counted by severity, the rules are the worst ones first. */
export function findingsJudge(header: Parameters<typeof findingsFold>[0]): FindingsJudge<FindingsState> {
  return { fold: findingsFold(header), facts };
}

function facts({ tallies }: Readonly<FindingsState>): FindingFacts {
  const counts = { error: 0, warning: 0, info: 0 };
  const broken = new Map<string, Severity>();
  for (const [revision, tally] of tallies)
    for (const rule of RULES) {
      const times = timesOf(tally.broken, rule);
      if (times === 0 || weightOf(rule, revision) === 'advice') continue;
      const severity = severityOf(rule, revision);
      counts[severity] += times;
      broken.set(rule.id, severity);
    }
  const rules = [...broken].map(([id, severity]) => ({ id, severity })).sort(bySeverity);
  return {
    ...counts,
    rules: rules.slice(0, MAX_RULE_COUNT).map(({ id }) => id),
    moreRules: Math.max(0, rules.length - MAX_RULE_COUNT),
  };
}
