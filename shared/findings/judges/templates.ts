/** URI templates of a server (RFC 6570): whether one is well formed, and whether a URI can have come from it. */

/** A variable with its modifier (section 2.3 and 2.4); letters beyond ASCII pass. */
const VARIABLE = /^(?:[\p{L}\p{N}_]|%[\da-f]{2})(?:\.?(?:[\p{L}\p{N}_]|%[\da-f]{2}))*(?:\*|:[1-9]\d{0,3})?$/iu;

/** The part of a text that is no template: a brace without its other, an empty expression, an operator or a character that is none. */
export function templateFault(text: string): string | undefined {
  for (let at = 0; at < text.length; at++) {
    if (/^(?:[}\s"<>\\^`|]|%(?![\da-f]{2}))/i.test(text.slice(at, at + 3))) return text.slice(at, at + 20);
    if (text[at] !== '{') continue;
    const end = text.slice(at + 1).search(/[{}]/) + at + 1;
    if (end === at || text[end] === '{') return text.slice(at, at + 20);
    const inside = text.slice(at + 1, end);
    // `=`, `,`, `!`, `@` and `|` are reserved for later (section 2.2).
    const names = inside.replace(/^[+#./;?&]/, '').split(',');
    if (!names.every((name) => VARIABLE.test(name))) return text.slice(at, end + 1);
    at = end;
  }
  return undefined;
}

/** True when no URI with a scheme can come from a template: neither has it one, nor an expression that could bring it. */
export const isRelative = (template: string): boolean => !/^(?:[a-z][a-z0-9+.-]*)?[:{]/i.test(template);

/** True when the fixed parts of a template stand in a URI in their order. */
export function fitsTemplate(template: string, uri: string): boolean {
  const fixed = template.split(/\{[^{}]*\}/);
  let at = 0;
  for (const [index, part] of fixed.entries()) {
    const found = index === 0 ? (uri.startsWith(part) ? 0 : -1) : uri.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return uri.endsWith(fixed.at(-1) ?? '');
}
