/** The sentences about a rule, in one language. */
import type { Unsure } from '../finding.ts';

export interface RuleWords {
  /** What to do, as a short imperative: `Set jsonrpc to exactly "2.0" on every message`. */
  readonly title: string;
  /** What was seen, as one sentence; `{0}`, `{1}` are the finding's values. */
  readonly found: string;
  /** Why it matters: what goes wrong for people when it is broken. One or two sentences. */
  readonly why: string;
  /** How to mend it, in code that people write; by side where both can break it and mend it differently. */
  readonly mend: string | { readonly client: string; readonly server: string };
}

/** By rule. */
export type CategoryWords<Id extends string = string> = { readonly [id in Id]: RuleWords };

export interface FindingsWords {
  readonly rules: { readonly [id: string]: RuleWords };
  /** Why a rule could not be judged. */
  readonly unsure: { readonly [why in Unsure]: string };
}
