/** URI templates of a server (RFC 6570): whether one is well formed, and whether a URI can have come from it. */

/** The part of a text that is no template: a brace without its other, an empty expression, an operator that is none. */
export function templateFault(text: string): string | undefined {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '}') return text.slice(at, at + 20);
    if (text[at] !== '{') continue;
    const end = text.slice(at + 1).search(/[{}]/) + at + 1;
    if (end === at || text[end] === '{') return text.slice(at, at + 20);
    const inside = text.slice(at + 1, end);
    // `=`, `,`, `!`, `@` and `|` are reserved for later (section 2.2).
    const names = inside.replace(/^[+#./;?&]/, '').split(',');
    if (!names.every((name) => /^[\p{L}\p{N}_%]/u.test(name))) return text.slice(at, end + 1);
    at = end;
  }
  return undefined;
}

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
