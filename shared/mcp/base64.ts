/**
 * True for base64 with padding and without line breaks (RFC 4648 section 4). Searches for a wrong character: a pattern
 * for the whole text overflows the stack on megabytes.
 */
export function isBase64(text: string): boolean {
  // Negative: counted from the end of the text.
  const dataEnd = text.endsWith('==') ? -2 : text.endsWith('=') ? -1 : text.length;
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.slice(0, dataEnd));
}
