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
export const quoteAt = (level: number): string => `${'\\'.repeat(2 ** level - 1)}"`;

/** Ranges of the bare scalars of the level of JSON that a view unescaped last, in order. */
export function bareScalars(view: View): readonly (readonly [from: number, to: number])[] {
  const { text, level } = view;
  if (level === undefined) return [];
  const found: (readonly [number, number])[] = [];
  const scalar = /[\w.+-]+/y;
  // Only a text that is an object or a list has values in it; at the level of the line itself, it may be a lone scalar.
  let isJson = level === 0 && /^\s*(?:[{[]|[\w.+-]+\s*$)/.test(text);
  for (let at = 0; at < text.length;) {
    if (text.charAt(at) === '"') {
      if (!view.isDecoded(at)) {
        // The quote of the string that this level stands in: it opens it, or closes it.
        isJson = /[{[]/.test(text.charAt(at + 1));
        at++;
        continue;
      }
      const end = stringEnd(text, at);
      if (end < 0) return found;
      // A string that does not end before the one it stands in is none.
      at = view.isDecoded(end - 1) ? end : end - 1;
    } else {
      scalar.lastIndex = at;
      const word = scalar.exec(text)?.[0];
      if (word === undefined) at++;
      else {
        if (isJson && follows(text, at) && /^(?:-?\d[\d.eE+-]*|true|false|null)$/.test(word))
          found.push([at, at + word.length]);
        at += word.length;
      }
    }
  }
  return found;
}

/** True when a value may begin here: after a colon, a comma or a bracket, or at the very beginning. */
function follows(text: string, at: number): boolean {
  let before = at - 1;
  // No more than what separates values in text that people lay out: white space without end would be walked again and again.
  while (before > at - 200 && isJsonSpace(text.charCodeAt(before))) before--;
  return before < 0 || ':,['.includes(text.charAt(before));
}
