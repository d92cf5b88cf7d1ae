/** The findings of a recording as reports for people list them: a group for each rule and side, worst first. Plain data. */
import type { Finding } from './finding.ts';
import { ruleById } from './catalogue/index.ts';
import type { Judged } from './judged.ts';
import { levelOf, sectionUrl, severityOf, type Level, type Severity, type Side } from './rule.ts';
import { sentenceOf } from './sentence.ts';
import type { FindingsWords } from './words/types.ts';

/** A broken rule with what broke it. Texts may hold code between backticks. */
export interface BrokenRule {
  readonly rule: string;
  readonly title: string;
  readonly level: Level;
  readonly severity: Severity;
  readonly side: Side;
  readonly findings: readonly { readonly at: number; readonly text: string }[];
  readonly why: string;
  /** How the side that broke it mends it. */
  readonly mend: string;
  /** Address of its section in the specification. */
  readonly section: string;
}

export interface FindingsReport {
  /** `2 errors, 1 warning`. */
  readonly verdict: string;
  /** How many rules were looked at, broken, and not judged. */
  readonly checked: string;
  readonly broken: readonly BrokenRule[];
  readonly labels: Pick<FindingsWords['report'], 'severity' | 'side' | 'why' | 'mend'>;
}

const WORST_FIRST: readonly Severity[] = ['error', 'warning', 'info'];

/** What reports say of a judged recording. */
export function findingsReport(judged: Omit<Judged, 'log'>, words: FindingsWords): FindingsReport {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of judged.findings) {
    const key = `${finding.rule} ${finding.side}`;
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  const counts = { error: 0, warning: 0, info: 0 };
  const broken = [...groups.values()].flatMap((group): BrokenRule[] => {
    const [{ rule: id, side, revision }] = group;
    const rule = ruleById(id);
    if (!rule) return [];
    const severity = severityOf(rule, revision);
    counts[severity] += group.length;
    const { title = id, why = '', mend = '' } = words.rules[id] ?? {};
    return [
      {
        ...{ rule: id, title, level: levelOf(rule, revision), severity, side, why },
        findings: group.map((finding) => ({ at: finding.at, text: sentenceOf(words, finding) })),
        mend: typeof mend === 'string' ? mend : mend[side],
        section: sectionUrl(rule, revision),
      },
    ];
  });
  const { report } = words;
  return {
    verdict: broken.length === 0 ? report.nothing : report.counts(counts),
    checked: report.checked(judged.checked, judged.broken, judged.unchecked.length),
    broken: broken.sort((a, b) => WORST_FIRST.indexOf(a.severity) - WORST_FIRST.indexOf(b.severity)),
    labels: report,
  };
}
