/** Bytes as a person types them: pairs of hexadecimal digits, with white space wherever it helps. */
import { payloadOf } from '#shared/recording';

const BYTES_A_ROW = 16;

export function hexOf(bytes: Uint8Array): string {
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += BYTES_A_ROW)
    rows.push([...bytes.subarray(at, at + BYTES_A_ROW)].map((byte) => byte.toString(16).padStart(2, '0')).join(' '));
  return rows.join('\n');
}

/** The bytes of a hexadecimal text, or the offset of the first character that is none or lacks its other half. */
export function readHex(text: string): { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly at: number } {
  const bytes = new Uint8Array(Math.ceil(text.length / 2));
  let count = 0;
  let half: { readonly digit: number; readonly at: number } | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (/\s/.test(char)) {
      if (half) return { at: half.at };
      continue;
    }
    const digit = /[0-9a-fA-F]/.test(char) ? Number.parseInt(char, 16) : undefined;
    if (digit === undefined) return { at };
    if (half) bytes[count++] = half.digit * 16 + digit;
    half = half ? undefined : { digit, at };
  }
  return half ? { at: half.at } : { bytes: bytes.slice(0, count) };
}

/** The text of hexadecimal digits; undefined where their bytes are no UTF-8. What is no hexadecimal, such as a pasted message, is its own text. */
export function plainText(hex: string): string | undefined {
  const read = readHex(hex);
  return 'bytes' in read ? payloadOf(read.bytes).raw : hex;
}
