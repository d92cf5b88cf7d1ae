/** The findings of a session as the panel lists them: a group for each rule and side, worst first. */
import {
  bySeverity,
  levelOf,
  severityOf,
  weightOf,
  type Finding,
  type Level,
  type Rule,
  type Severity,
  type Side,
} from '#shared/findings';

export interface RuleGroup {
  /** `rule side`. */
  readonly key: string;
  readonly rule: Rule;
  readonly side: Side;
  readonly level: Level;
  readonly severity: Severity;
  readonly findings: readonly Finding[];
}

export interface Wanted {
  /** Only what must be. */
  readonly must: boolean;
  readonly side: Side | undefined;
  /** Part of an id, a title or a sentence, in lower case. */
  readonly text: string;
}

/** Group findings; `ruleOf` knows the rules, `says` gives what of a finding can be searched. */
export function groupsOf(
  found: readonly Finding[],
  wanted: Wanted,
  ruleOf: (id: string) => Rule | undefined,
  says: (finding: Finding) => string,
): readonly RuleGroup[] {
  const groups = new Map<string, { readonly rule: Rule; readonly side: Side; readonly findings: Finding[] }>();
  for (const finding of found) {
    const rule = ruleOf(finding.rule);
    if (!rule || !passes(finding, rule, wanted)) continue;
    if (wanted.text !== '' && !says(finding).toLowerCase().includes(wanted.text)) continue;
    const key = `${rule.id} ${finding.side}`;
    const group = groups.get(key);
    if (group) group.findings.push(finding);
    else groups.set(key, { rule, side: finding.side, findings: [finding] });
  }
  return [...groups]
    .map(([key, group]): RuleGroup => {
      const revision = group.findings[0]?.revision ?? '';
      return { key, ...group, level: levelOf(group.rule, revision), severity: severityOf(group.rule, revision) };
    })
    .sort((a, b) => bySeverity(a, b) || b.findings.length - a.findings.length);
}

function passes({ revision, side }: Finding, rule: Rule, { must, side: only }: Wanted): boolean {
  return (only === undefined || side === only) && (!must || weightOf(rule, revision) === 'must');
}
