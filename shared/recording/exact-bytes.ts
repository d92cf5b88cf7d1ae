/** Bytes of a text in which a byte that is not UTF-8 stands as a lone surrogate: 0x80 as U+DC80. */
import { joinBytes } from './bytes.ts';

const encoder = new TextEncoder();

export function exactBytes(text: string): Uint8Array {
  const parts = text.split(/([\uDC80-\uDCFF])/u);
  return joinBytes(
    parts.map((part, at) => (at % 2 === 0 ? encoder.encode(part) : Uint8Array.of(part.charCodeAt(0) - 0xdc00))),
  );
}
