/** The sentences about rules and findings, in one language. */
import type { Culprit, DiagnosisKind } from '../diagnosis.ts';
import type { REPORT, UNSURE } from './en/report.ts';

export interface RuleWords {
  /** What to do, as a short imperative: `Set jsonrpc to exactly "2.0" on every message`. */
  readonly title: string;
  /** What was seen, as one sentence; `{0}`, `{1}` are the finding's values. */
  readonly found: string;
  /** The same of a finding with more values than that has places for: what a value should have been. */
  readonly differs?: string;
  /** Why it matters: what goes wrong for people when it is broken. One or two sentences. */
  readonly why: string;
  /** How to mend it, in code that people write; by side where both can break it and mend it differently. */
  readonly fix: string | { readonly client: string; readonly server: string };
}

/** The sentences about these rules, by id. */
export type WordsOf<Rules> = { readonly [id in keyof Rules]: RuleWords };

/** What goes wrong most, in plain words, with one remedy. */
export interface DiagnosisWords {
  readonly kinds: {
    readonly [kind in DiagnosisKind]: (name: string | undefined) => {
      readonly title: string;
      readonly text: string;
      readonly remedy: string;
    };
  };
  /** What writes to standard output, and how it is told not to. */
  readonly culprits: { readonly [culprit in Culprit]: string };
}

export interface FindingsWords {
  readonly rules: { readonly [id: string]: RuleWords };
  readonly unsure: typeof UNSURE;
  readonly report: typeof REPORT;
  readonly diagnosis: DiagnosisWords;
}
