/** JSON Pointer (RFC 6901): the place of a value in a document. */

/** A member's name as it is written in a pointer, without the slash before it. */
export function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The name that is written so in a pointer. */
export function unescapeName(written: string): string {
  return written.replaceAll('~1', '/').replaceAll('~0', '~');
}
