/** Secrets of a recording and where they stand. */

/** A rule of the person's own: a text, or a regular expression with the flag `u`; whole matches are replaced. */
export interface OwnRule {
  readonly name: string;
  readonly pattern: string;
  readonly kind: 'text' | 'regexp';
}

export interface RedactionRules {
  readonly off: readonly string[];
  readonly own: readonly OwnRule[];
  /** Texts that the person marked as secret: replaced wherever they stand. */
  readonly marks: readonly string[];
}

export const DEFAULT_RULES: RedactionRules = { off: [], own: [], marks: [] };

/**
 * One place: an event (-1 for the header, the number of events for the footer), a path inside it, and the range of UTF-16
 * units in the text there. In a `b64` payload the range counts bytes of what it stands for.
 */
export interface Place {
  readonly s: number;
  /** Names and indexes in the event: `['raw']`, `['headers', 3, 1]`. A path to an object means the JSON text of its unknown members. */
  readonly path: readonly (string | number)[];
  readonly from: number;
  readonly to: number;
  /** A number that stood bare in JSON: the placeholder goes in between these quotes, which are escaped as the place needs. */
  readonly quote?: string;
}

/** A secret: equal values have one placeholder, wherever they stand and however they are escaped there. */
export interface Secret {
  /** `‹token:1›`: kind and number, in order of appearance. */
  readonly placeholder: string;
  readonly rule: string;
  /** The value itself, for the preview; it never leaves the machine. */
  readonly value: string;
  /** In order; a place may lie inside one of another secret. */
  readonly places: readonly Place[];
}

/** A rule of the person's own that is not carried out, and why. */
export interface RefusedRule {
  readonly name: string;
  readonly why: 'not-a-pattern' | 'too-costly' | 'matches-nothing';
}

export interface RedactionPlan {
  readonly secrets: readonly Secret[];
  readonly refused: readonly RefusedRule[];
}
