/** Numbers and words (`true`, `null`) that stand bare in JSON: what is put in their place needs quotes to be JSON still. */
import { isJsonSpace, stringEnd } from '#shared/jsonrpc';
import type { View } from './view.ts';

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
