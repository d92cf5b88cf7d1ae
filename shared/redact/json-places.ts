/** Values and places in a text of JSON that is read without building values. */
import { isJsonSpace, stringEnd } from '#shared/jsonrpc';
import type { View } from './view.ts';

/** A value of a secret member: what it is, where it is written, and the quotes it needs when it is a bare number. */
export interface MemberValue {
  readonly name: string;
  readonly value: string;
  readonly from: number;
  readonly to: number;
  readonly quote?: string;
}

export function pastSpace(text: string, from: number): number {
  let at = from;
  while (isJsonSpace(text.charCodeAt(at))) at++;
  return at;
}

/** End of the string that opens at `quote`, and whether its closing quote is of the same level. */
export function endOfString(view: View, quote: number): { readonly end: number; readonly closed: boolean } {
  const end = stringEnd(view.text, quote);
  if (end < 0) return { end: view.text.length, closed: false };
  // A quote of another level ends the text in which this one stands.
  return view.isDecoded(end - 1) ? { end: end - 1, closed: true } : { end: end - 1, closed: false };
}

/** A quote as it is written so many levels deep in strings of JSON. */
export function quoteAt(level: number): string {
  return `${'\\'.repeat(2 ** level - 1)}"`;
}
