/** A recording's id from the text it was made from, so that the same file gives the same recording. */
export function contentId(text: string): string {
  // Two independent 32-bit FNV-1a hashes with different bases: enough to tell one person's files apart.
  let first = 0x811c9dc5;
  let second = 0x1b873593;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b) ^ (second >>> 13);
  }
  const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
  return `imported-${hex(first)}${hex(second)}`;
}
