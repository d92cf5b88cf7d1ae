/** A recording that was judged, as reports take it. */
import type { Finding, Judged, Level, Rule, Severity } from '#shared/findings';
import { levelOf, ruleById, sentenceOf } from '#shared/findings';
import type { FindingsWords } from '#shared/findings/words';

export interface LintedFile extends Judged {
  /** Path as typed. */
  readonly file: string;
}

/** A finding with the facts of its rule. */
export interface Told {
  readonly finding: Finding;
  readonly rule: Rule;
  readonly level: Level;
  readonly severity: Severity;
  readonly text: string;
}

/** What reports say of the findings of a recording, in its order. */
export function toldOf({ findings }: Judged, words: FindingsWords): Told[] {
  return findings.flatMap((finding) => {
    const rule = ruleById(finding.rule);
    if (!rule) return [];
    const level = levelOf(rule, finding.revision);
    return [{ finding, rule, level, severity: severityOf(rule, level), text: sentenceOf(words, finding) }];
  });
}

/** A heuristic rule is never more than advice, and a SHOULD never an error. */
function severityOf({ heuristic, severity }: Rule, level: Level): Severity {
  if (heuristic) return 'info';
  return severity === 'error' && level.startsWith('SHOULD') ? 'warning' : severity;
}
