/** What is said of a fact, a group of facts and a value. */
import type { FactGroup, FactName } from '../facts.ts';

interface FactWords {
  /** A fragment; `subject` is a method, a capability, a header or a list. */
  readonly label: (subject: string) => string;
  /** What it means for the author of a server. One or two sentences. */
  readonly why: string;
}
export type FactsWords = { readonly [name in FactName]: FactWords };
export type GroupWords = { readonly [group in FactGroup]: string };
export type ValueWords = { readonly [name in FactName]?: { readonly [value: string]: string } };

export const fact = (label: string | FactWords['label'], why: string): FactWords => ({
  label: typeof label === 'string' ? () => label : label,
  why,
});
