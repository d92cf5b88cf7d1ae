/**
 * Lays JSON text out over lines without parsing it, so that number text, duplicate keys and escapes stay exactly as they
 * were on the wire. Text that is not JSON is laid out as far as it goes and never refused.
 */
import { isJsonSpace, stringEnd } from './scan.ts';

/** Indent a JSON text by `indent` spaces a level, 100 levels at most (linear growth). Only white space outside strings changes. */
export function formatJson(text: string, indent = 2): string {
  const out: string[] = [];
  let depth = 0;
  let at = 0;
  const newLine = (): void => {
    out.push('\n', ' '.repeat(Math.min(depth, 100) * indent));
  };
  while (at < text.length) {
    if (isJsonSpace(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const char = text.charAt(at);
    if (char === '"') {
      const end = stringEnd(text, at);
      const stop = end < 0 ? text.length : end;
      out.push(text.slice(at, stop));
      at = stop;
      continue;
    }
    at++;
    if (char === '{' || char === '[') {
      let next = at;
      while (next < text.length && isJsonSpace(text.charCodeAt(next))) next++;
      if (text.charAt(next) === (char === '{' ? '}' : ']')) {
        out.push(char, text.charAt(next));
        at = next + 1;
      } else {
        depth++;
        out.push(char);
        newLine();
      }
    } else if (char === '}' || char === ']') {
      depth = Math.max(0, depth - 1);
      newLine();
      out.push(char);
    } else if (char === ',') {
      out.push(char);
      newLine();
    } else if (char === ':') {
      out.push(': ');
    } else {
      const start = at - 1;
      while (at < text.length && !/[\s"{}[\],:]/.test(text.charAt(at))) at++;
      out.push(text.slice(start, at));
    }
  }
  return out.join('');
}

/** Valid JSON without white space between its parts; every number, key and string keeps its text. */
export function compactJson(json: string): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length;) {
    const quote = json.indexOf('"', at);
    const from = quote < 0 ? json.length : quote;
    parts.push(json.slice(at, from).replace(/[\t\n\r ]+/g, ''));
    const end = stringEnd(json, from);
    at = end < 0 ? json.length : end;
    parts.push(json.slice(from, at));
  }
  return parts.join('');
}
