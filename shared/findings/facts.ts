/** What a library says of the findings of a recording, without opening it. */
import type { FindingFacts, FindingsJudge } from '#shared/library';
import { RULES } from './catalogue/index.ts';
import { findingsFold } from './fold.ts';
import { severityOf, type Severity } from './rule.ts';
import type { FindingsState } from './state.ts';

const MOST_RULES = 30;
const WORST_FIRST: readonly Severity[] = ['error', 'warning', 'info'];

/** Judges a recording by all rules but heuristic ones; what they count is by severity, and the rules are the worst ones first. */
export function findingsJudge(header: Parameters<typeof findingsFold>[0]): FindingsJudge<FindingsState> {
  return { fold: findingsFold(header), facts };
}

function facts({ tallies }: Readonly<FindingsState>): FindingFacts {
  const counts = { error: 0, warning: 0, info: 0 };
  const broken = new Map<string, Severity>();
  for (const [revision, tally] of tallies)
    for (const rule of RULES) {
      const times = (tally.broken.client[rule.index] ?? 0) + (tally.broken.server[rule.index] ?? 0);
      if (times === 0 || rule.heuristic) continue;
      const severity = severityOf(rule, revision);
      counts[severity] += times;
      broken.set(rule.id, severity);
    }
  const rules = [...broken].sort(([, a], [, b]) => WORST_FIRST.indexOf(a) - WORST_FIRST.indexOf(b));
  return {
    ...counts,
    rules: rules.slice(0, MOST_RULES).map(([id]) => id),
    moreRules: Math.max(0, rules.length - MOST_RULES),
  };
}
