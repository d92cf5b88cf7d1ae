/** What the dialog and its worker say to each other. */
import type { ExportFormat } from '#shared/formats';
import type { Language } from '#shared/words';

/** Events that go along: all of them, a range (both ends included), or a list in ascending order. */
export type Part =
  | { readonly kind: 'all' }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'list'; readonly events: readonly number[] };

/** One place of a secret, as the preview shows it. */
export interface SecretPlace {
  /** Event, -1 for the first line of the file. */
  readonly s: number;
  /** A header's name, or where in the event's line: `raw`. */
  readonly path: string;
  /** What stands before and after the secret there. */
  readonly before: string;
  readonly after: string;
}

/** A secret that was found, cut to what a preview shows. */
export interface FoundSecret {
  /** Stands for the value and the rule that found it: placeholders are numbered anew whenever something is marked. */
  readonly key: number;
  readonly placeholder: string;
  readonly rule: string;
  readonly value: string;
  readonly count: number;
  readonly places: readonly SecretPlace[];
}

export interface ExportOptions {
  readonly format: ExportFormat;
  /** Replace the secrets of the last plan, but those with these keys. Without it nothing is replaced. */
  readonly redact?: { readonly keep: readonly number[] };
  /** Draw the operations in place of the sequence diagram. */
  readonly operations: boolean;
  readonly theme: 'light' | 'dark';
  readonly language: Language;
  readonly gzip: boolean;
  /** The page's viewer, for `html`. */
  readonly viewer?: string;
}
