/** The findings of a recording as reports for people list them: a group for each rule and side, worst first. Plain data. */
import type { Judged } from './judged.ts';
import { sectionUrl, type Level, type Severity, type Side } from './rule.ts';
import { fixOf } from './sentence.ts';
import { countsOf, groupsOf, reportedFindings } from './reported-findings.ts';
import type { FindingsWords } from './words/types.ts';

/** A broken rule with what broke it. Texts may hold code between backticks. */
export interface BrokenRule {
  readonly rule: string;
  readonly title: string;
  readonly level: Level;
  readonly severity: Severity;
  readonly side: Side;
  readonly findings: readonly {
    readonly at: number;
    readonly text: string;
    /** What follows from it: `event 9: … (rule)`. */
    readonly consequences: readonly string[];
  }[];
  readonly why: string;
  /** How the side that broke it mends it. */
  readonly fix: string;
  /** Address of its section in the specification. */
  readonly section: string;
}

export interface FindingsReport {
  /** `2 errors, 1 warning`. */
  readonly verdict: string;
  /** How many rules were looked at, broken, and not judged. */
  readonly checked: string;
  readonly broken: readonly BrokenRule[];
  readonly labels: Pick<FindingsWords['report'], 'severity' | 'side' | 'why' | 'fix'>;
}

/** What reports say of a judged recording. */
export function findingsReport(judged: Omit<Judged, 'log'>, words: FindingsWords): FindingsReport {
  const reported = reportedFindings(judged.findings, words);
  const broken = groupsOf(reported).map((group): BrokenRule => {
    const [{ rule, level, severity, finding }] = group;
    const { id } = rule;
    const { title = id, why = '' } = words.rules[id] ?? {};
    return {
      ...{ rule: id, title, level, severity, side: finding.side, why },
      findings: group.map(({ finding: { at }, text, consequences }) => ({
        ...{ at, text },
        consequences: consequences.map((each) => words.report.follows(each.finding.at, each.rule.id, each.text)),
      })),
      fix: fixOf(words, id, finding.side),
      section: sectionUrl(rule, finding.revision, finding.found),
    };
  });
  const { report } = words;
  return {
    verdict: broken.length === 0 ? report.nothing : report.counts(countsOf(reported)),
    checked: report.checked(judged.checked, judged.broken, judged.unchecked.length),
    broken,
    labels: report,
  };
}
