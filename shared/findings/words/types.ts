/** The sentences about rules and findings, in one language. */
import type { Culprit, DiagnosisKind } from '../diagnosis.ts';
import type { Unsure } from '../finding.ts';
import type { Level, Severity, Side } from '../rule.ts';

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
  readonly mend: string | { readonly client: string; readonly server: string };
}

/** What reports about findings say around the rules. */
export interface FindingsReportWords {
  readonly severity: { readonly [severity in Severity]: string };
  readonly side: { readonly [side in Side | 'both']: string };
  /** Above what one side broke. */
  readonly by: { readonly [side in Side]: string };
  readonly why: string;
  readonly mend: string;
  readonly see: string;
  readonly example: string;
  readonly kept: string;
  readonly heuristic: string;
  /** Before the reason why a rule is never judged. */
  readonly leftOut: string;
  /** In the place of a value that is not there. */
  readonly absent: string;
  /** What the validator says of a value that does not fit a schema, which is given in English. */
  readonly misfit: (message: string) => string;
  readonly event: (s: number) => string;
  /** The level of a rule as it holds in some revisions: `MUST in 2025-06-18`. */
  readonly levelIn: (level: Level, revisions: string) => string;
  /** The other events at which the same rule was broken: the first of them, and how many more there are. */
  readonly also: (events: string, more: number) => string;
  /** A finding that only follows from another: `follows: event 9: sentence (rule)`. */
  readonly follows: (s: number, rule: string, sentence: string) => string;
  readonly counts: (counts: { readonly [severity in Severity]: number }) => string;
  readonly nothing: string;
  /** How many rules were looked at, broken, and not judged. */
  readonly checked: (checked: number, broken: number, unchecked: number) => string;
  readonly known: (findings: number) => string;
}

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
  /** Why a rule could not be judged. */
  readonly unsure: { readonly [why in Unsure]: string };
  readonly report: FindingsReportWords;
  readonly diagnosis: DiagnosisWords;
}
