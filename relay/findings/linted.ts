/** A recording that was judged, as reports take it. */
import type { Finding, Judged, Level, Rule, Severity } from '#shared/findings';
import { levelOf, ruleById, sentenceOf, severityOf } from '#shared/findings';
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
    const { revision } = finding;
    const facts = { level: levelOf(rule, revision), severity: severityOf(rule, revision) };
    return [{ finding, rule, ...facts, text: sentenceOf(words, finding) }];
  });
}
