/** Findings with the facts of their rules and their sentences, as reports have them. */
import { ruleById } from './rules/index.ts';
import { apart } from './consequences.ts';
import type { Finding } from './finding.ts';
import { bySeverity, levelOf, severityOf, type Level, type Rule, type Severity } from './rule.ts';
import { sentenceOf } from './sentence.ts';
import type { FindingsWords } from './words/types.ts';

export interface ReportedFinding {
  readonly finding: Finding;
  readonly rule: Rule;
  readonly level: Level;
  readonly severity: Severity;
  readonly text: string;
  /** What follows from it. */
  readonly consequences: readonly ReportedFinding[];
}

/** What reports say of findings of their own, in their order, each with what follows from it; those of rules that are not known are left out. */
export function reportedFindings(findings: readonly Finding[], words: FindingsWords): ReportedFinding[] {
  const { own, following } = apart(findings);
  const tell = (finding: Finding): ReportedFinding[] => {
    const rule = ruleById(finding.rule);
    if (!rule) return [];
    const { revision } = finding;
    const facts = { level: levelOf(rule, revision), severity: severityOf(rule, revision) };
    const consequences = following(finding).flatMap(tell);
    return [{ finding, rule, ...facts, text: sentenceOf(words, finding), consequences }];
  };
  return own.flatMap(tell);
}

/** A group for each rule and side, the worst first; what its first finding says of level and severity holds for all of it. */
export function groupsOf(
  reported: readonly ReportedFinding[],
): readonly (readonly [ReportedFinding, ...ReportedFinding[]])[] {
  const groups = new Map<string, [ReportedFinding, ...ReportedFinding[]]>();
  for (const each of reported) {
    const key = `${each.rule.id} ${each.finding.side}`;
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()].sort(([a], [b]) => bySeverity(a, b));
}

/** How many there are of each severity. */
export function countsOf(reported: readonly ReportedFinding[]): { [severity in Severity]: number } {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of reported) counts[severity]++;
  return counts;
}
