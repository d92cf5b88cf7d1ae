/** A broken rule at the event that broke it. */
import type { Side } from './rule.ts';

/** The finding that another one follows from; by value, since reports have copies. */
export type Cause = Pick<Finding, 'rule' | 'side' | 'at' | 'item'>;

export interface Finding {
  readonly rule: string;
  /** The revision in force; its level for the rule is `levelOf`. */
  readonly revision: string;
  readonly side: Side;
  readonly at: number;
  /** Place in a batch, from 0. */
  readonly item?: number;
  /** RFC 6901 pointer of the value in that message that it is about; absent for what no place in a message says. */
  readonly pointer?: string;
  /** The event that showed it, where that is a later one. */
  readonly by?: number;
  /** Earlier events that it rests on, ascending. */
  readonly related: readonly number[];
  /** What was seen: values from the wire for the sentence about it (`{0}`, `{1}`), shortened. */
  readonly found: readonly string[];
  /** The finding that it follows from; absent for an independent one. Only independent ones are counted. */
  readonly consequenceOf?: Cause;
  /** The event that showed that it follows, where that is later than what showed the finding. */
  readonly followsSince?: number;
}

/** What a judge adds to a finding; whatever it leaves out follows from the event. */
export interface Breach {
  readonly pointer?: string;
  readonly found?: readonly unknown[];
  readonly related?: readonly (number | undefined)[];
  /** Only where another event than the present one broke it, or another side than the sender. */
  readonly at?: number;
  readonly side?: Side;
  readonly item?: number;
}

/** Why a rule could not be judged: a code that `words/` has a sentence for. */
export type UnjudgedReason =
  | 'begins-in-the-middle'
  | 'revision-unknown'
  | 'headers-hidden'
  | 'redacted'
  | 'too-large'
  | 'events-missing'
  | 'cut-short'
  | 'schema-unknown'
  | 'one-connection';
