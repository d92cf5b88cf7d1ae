/** The findings of recordings as one JSON object. */
import { defined } from '#shared/base';
import { reportedFindings, type Judged } from '#shared/findings';
import type { FindingsWords } from '#shared/findings/words';
import type { FileDamage } from '../recording/index.ts';

/**
 * `files[].findings[].at` is the number of the event; what has `consequenceOf` only follows from that finding and is not counted;
 * `unchecked` are the rules that could not be judged, and why; `damaged` is what the files lack.
 */
export function lintJson(files: readonly LintedFile[], words: FindingsWords): object {
  return {
    files: files.map((linted) => ({
      file: linted.file,
      revision: linted.revision ?? null,
      findings: reportedFindings(linted.findings, words)
        .flatMap((told) => [told, ...told.consequences])
        .map(({ finding, rule, level, severity, text }) => ({
          rule: rule.id,
          level,
          severity,
          side: finding.side,
          at: finding.at,
          rests: finding.related,
          ...defined({ item: finding.item, pointer: finding.pointer, consequenceOf: finding.consequenceOf }),
          text,
        })),
      checked: linted.checked,
      broken: linted.broken,
      unchecked: linted.unchecked,
    })),
    damaged: files.flatMap(({ damage }) => damage ?? []),
  };
}

export interface LintedFile extends Judged {
  readonly file: string;
  /** What is missing or damaged, so that no rule was checked there. */
  readonly damage?: FileDamage;
}
