/** True for base64 with padding, without line breaks (RFC 4648 section 4). In one pass: a pattern overflows the stack on megabytes. */
export function isBase64(text: string): boolean {
  const end = text.endsWith('==') ? -2 : text.endsWith('=') ? -1 : text.length;
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.slice(0, end));
}
