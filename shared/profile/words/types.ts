/** The sentences about what clients do, in one language. */
import type { FactGroup, FactName } from '../facts.ts';

export interface FactWords {
  /** A fragment; `subject` is a method, a capability, a header or a list. */
  readonly label: (subject: string) => string;
  /** What it means for the author of a server. One or two sentences. */
  readonly why: string;
}

export interface ProfileWords {
  readonly locale: string;
  readonly title: string;
  readonly fact: string;
  readonly groups: { readonly [group in FactGroup]: string };
  readonly facts: { readonly [name in FactName]: FactWords };
  readonly lists: { readonly [list: string]: string };
  /** Values that are codes of the program; others are from the wire, and shown as they are. */
  readonly values: { readonly [name in FactName]?: { readonly [value: string]: string } };
  readonly yes: string;
  readonly no: string;
  /** Some times, of all. */
  readonly partly: (times: number, all: number) => string;
  readonly times: (times: number) => string;
  /** Behind a value: that often. */
  readonly each: (times: number) => string;
  /** Between the parts of a cell. */
  readonly comma: string;
  readonly noOccasion: string;
  /** It had the occasion, that long before the end of what was recorded. */
  readonly notSoFar: (time: string | undefined) => string;
  /** It did not stop waiting; this is the longest that it waited. */
  readonly waited: (time: string) => string;
  readonly notUsed: string;
  readonly none: string;
  readonly notSent: string;
  readonly others: string;
  readonly noReason: string;
  readonly error: (code: string) => string;
  readonly after: (time: string) => string;
  readonly afterRange: (median: string, least: string, most: string) => string;
  readonly every: (time: string) => string;
  readonly everyRange: (median: string, least: string, most: string) => string;
  readonly sessions: (count: number) => string;
  readonly nameless: string;
  readonly startedBy: (host: string) => string;
  /** What the mark before a row means. */
  readonly legend: string;
  readonly same: string;
}
