/** Valid JSON without white space between its parts; every number, key and string keeps its text. */
import { isJsonSpace, stringEnd } from '#shared/jsonrpc';

export function compactJson(text: string): string {
  const out: string[] = [];
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isJsonSpace(code)) {
      at++;
      continue;
    }
    const from = at;
    if (code === 34) {
      const end = stringEnd(text, at);
      at = end < 0 ? text.length : end;
    } else {
      while (at < text.length && text.charCodeAt(at) !== 34 && !isJsonSpace(text.charCodeAt(at))) at++;
    }
    out.push(text.slice(from, at));
  }
  return out.join('');
}
