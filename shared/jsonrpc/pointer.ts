/** JSON Pointer (RFC 6901): the place of a value in a document. */
import { scanJson } from './scan.ts';

/** A member's name as it is written in a pointer, without the slash before it. */
export function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The name that is written so in a pointer. */
export function unescapeName(written: string): string {
  return written.replaceAll('~1', '/').replaceAll('~0', '~');
}

export interface TextRange {
  /** UTF-16 units, the end exclusive. */
  readonly start: number;
  readonly end: number;
}

/**
 * The range of the value that an RFC 6901 pointer names in a JSON text, or of the deepest value on the way to it that is there: something
 * absent is marked at what should have it. Of repeated members the last counts. Never throws.
 */
export function placeOf(text: string, pointer: string): TextRange {
  let start = 0;
  let end = text.length;
  for (const written of pointer.split('/').slice(1)) {
    const name = unescapeName(written);
    const { root, members } = scanJson(text.slice(start, end));
    const member = root === 'object' || root === 'array' ? members.findLast(({ key }) => key === name) : undefined;
    if (!member) break;
    [start, end] = [start + member.start, start + member.end];
  }
  return { start, end };
}
